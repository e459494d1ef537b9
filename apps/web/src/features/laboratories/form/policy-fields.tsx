import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Laboratory } from '@shifa/contract';
import { Fragment, Suspense, use } from 'react';
import { type FieldPath, useWatch } from 'react-hook-form';
import { FormMoney } from '../../../screens/form/form-money';
import { FormNumber } from '../../../ui/fields/form-number';
import { FormSelect } from '../../../ui/fields/form-select';
import { type LaboratoryExtension, LaboratoryExtensions } from '../../../screens/detail/laboratory-extensions';
import { Skeleton } from '../../../ui/loading/skeleton';
import { useUser } from '../../../data/use-session';
import type { LaboratoryFormMethods, LaboratoryValues } from '../laboratory.fields';

type PolicyFieldsProps = {
  form: LaboratoryFormMethods;
  /** Why the viewer cannot change the policies that decide on their own work as well. */
  workDenied: string | undefined;
  /** Absent while the laboratory is created, and has no past to rehearse with. */
  stored: Laboratory | undefined;
};

/** How the rules of a laboratory differ from those of the network, and what changing them would have changed. */
export function PolicyFields({ form, workDenied, stored }: PolicyFieldsProps) {
  const { control } = form;
  return use(LaboratoryExtensions).map((extension) => (
    <Fragment key={extension.title}>
      <Typography variant="subtitle2" component="h4" color="textSecondary" sx={headingStyle}>
        {extension.title}
      </Typography>
      {extension.presets.map((preset) => (
        <Preset key={preset.key} form={form} preset={preset} />
      ))}
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
  control: LaboratoryFormMethods['control'];
  policy: LaboratoryExtension['policies'][number];
  denied: string | undefined;
};

function PolicyInput({ control, policy, denied }: PolicyInputProps) {
  const { path, label, input, options = [], unit, help, blank } = policy;
  const bound = { control, name: path, label, help: denied ?? help, readOnly: denied !== undefined };
  if (input === 'choice') {
    return <FormSelect {...bound} options={options} disabled={denied !== undefined} />;
  }
  if (input === 'money') return <FormMoney {...bound} />;
  return <FormNumber {...bound} unit={unit} optional={blank !== undefined} placeholder={blank} />;
}

type PresetProps = { form: LaboratoryFormMethods; preset: LaboratoryExtension['presets'][number] };

/** Fills in proposed values, which count once the form is saved. */
function Preset({ form, preset: { feature, label, description, values } }: PresetProps) {
  return (
    <div>
      <Button
        color="inherit"
        variant="outlined"
        size="small"
        onClick={() => {
          for (const [name, value] of Object.entries(values)) {
            form.setValue(`policies.${feature}.${name}` as FieldPath<LaboratoryValues>, value as never, {
              shouldDirty: true,
              shouldValidate: true,
            });
          }
        }}
      >
        Use: {label}
      </Button>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>
        {description}
      </Typography>
    </div>
  );
}

type PolicyRehearsalProps = {
  control: LaboratoryFormMethods['control'];
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
