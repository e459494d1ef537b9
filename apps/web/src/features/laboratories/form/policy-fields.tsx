import Typography from '@mui/material/Typography';
import type { Laboratory } from '@shifa/contract';
import { Fragment, Suspense, use } from 'react';
import { useWatch } from 'react-hook-form';
import { FormMoney } from '../../../screens/form/form-money';
import { FormNumber } from '../../../ui/fields/form-number';
import { type LaboratoryExtension, LaboratoryExtensions } from '../../../screens/detail/laboratory-extensions';
import { Skeleton } from '../../../ui/loading/skeleton';
import { useUser } from '../../../data/use-session';
import type { LaboratoryControl } from '../laboratory.fields';

type PolicyFieldsProps = {
  control: LaboratoryControl;
  /** Why the viewer cannot change the policies that decide on their own work as well. */
  workDenied: string | undefined;
  /** Absent while the laboratory is created, and has no past to rehearse with. */
  stored: Laboratory | undefined;
};

/** How the rules of a laboratory differ from those of the network, and what changing them would have changed. */
export function PolicyFields({ control, workDenied, stored }: PolicyFieldsProps) {
  return use(LaboratoryExtensions).map((extension) => (
    <Fragment key={extension.title}>
      <Typography variant="subtitle2" component="h4" color="textSecondary" sx={headingStyle}>
        {extension.title}
      </Typography>
      {extension.policies.map((policy) => {
        const denied = policy.networkOnly ? workDenied : undefined;
        return (
          <Fragment key={policy.path}>
            <PolicyInput control={control} policy={policy} denied={denied} />
            {stored && denied === undefined && extension.rehearsal?.after === policy.path && (
              <PolicyRehearsal control={control} laboratory={stored} rehearsal={extension.rehearsal} />
            )}
          </Fragment>
        );
      })}
    </Fragment>
  ));
}

type PolicyInputProps = {
  control: LaboratoryControl;
  policy: LaboratoryExtension['policies'][number];
  denied: string | undefined;
};

function PolicyInput({ control, policy, denied }: PolicyInputProps) {
  const { path, label, input, unit, help, blank } = policy;
  const bound = { control, name: path, label, help: denied ?? help, readOnly: denied !== undefined };
  if (input === 'money') return <FormMoney {...bound} />;
  return <FormNumber {...bound} unit={unit} optional={blank !== undefined} placeholder={blank} />;
}

type PolicyRehearsalProps = {
  control: LaboratoryControl;
  laboratory: Laboratory;
  rehearsal: NonNullable<LaboratoryExtension['rehearsal']>;
};

function PolicyRehearsal({ control, laboratory, rehearsal: { Panel, permissions: needed } }: PolicyRehearsalProps) {
  const { permissions } = useUser();
  const proposed = useWatch({ control, name: 'policies' });
  if (!needed.every((permission) => permissions[permission].allowed)) return null;
  return (
    <Suspense fallback={<Skeleton variant="rectangular" />}>
      <Panel laboratory={laboratory} proposed={proposed} />
    </Suspense>
  );
}

const headingStyle = { '&:not(:first-of-type)': { mt: 2 } };
