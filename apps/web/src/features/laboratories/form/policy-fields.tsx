import Typography from '@mui/material/Typography';
import { Fragment, use } from 'react';
import { FormMoney } from '../../../components/form/form-money';
import { FormNumber } from '../../../components/form/form-number';
import { LaboratoryExtensions } from '../../../components/laboratory-extensions';
import type { LaboratoryControl } from '../laboratory.fields';

type PolicyFieldsProps = {
  control: LaboratoryControl;
  /** Why the viewer cannot change the policies that belong to the network. */
  networkDenied: string | undefined;
};

/** How the rules of a laboratory differ from those of the network. */
export function PolicyFields({ control, networkDenied }: PolicyFieldsProps) {
  return use(LaboratoryExtensions).map(({ title, policies }) => (
    <Fragment key={title}>
      <Typography variant="subtitle2" component="h4" color="textSecondary" sx={headingStyle}>
        {title}
      </Typography>
      {policies.map(({ path, label, input, unit, help, blank, networkOnly }) => {
        const denied = networkOnly ? networkDenied : undefined;
        const bound = { control, name: path, label, help: denied ?? help, readOnly: denied !== undefined };
        if (input === 'money') return <FormMoney key={path} {...bound} />;
        return <FormNumber key={path} {...bound} unit={unit} optional={blank !== undefined} placeholder={blank} />;
      })}
    </Fragment>
  ));
}

const headingStyle = { '&:not(:first-of-type)': { mt: 2 } };
