import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import {
  type Role,
  roleLabels,
  roles,
  type SecondFactorPolicy,
  SetSecondFactorPolicyBody as Body,
  type SetSecondFactorPolicyBody,
} from '@shifa/contract';
import { useState } from 'react';
import { Facts } from '../../ui/facts';
import { Field } from '../../ui/fields/field';
import { FormDrawer } from '../../screens/form/form-drawer';
import { RestoredDraft } from '../../screens/form/restored';
import { useDraftedState } from '../../screens/form/use-drafted-state';
import { NumberInput } from '../../ui/fields/form-number';
import { ActionButton, useDeniedReason } from '../../screens/actions/permission-button';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { formatDayCount } from '../../lib/format';
import { send } from '../../data/queries';
import { networkSettings } from './network.queries';
import { useWrite } from '../../data/use-write';

/** Which roles need a second factor, and the form that changes it. */
export function SecondFactorPolicyCard({ policy }: { policy: SecondFactorPolicy }) {
  const denied = useDeniedReason('settings.edit');
  const [editing, setEditing] = useState(false);
  const required = roles.filter((role) => policy.requiredRoles.includes(role)).map((role) => roleLabels[role]);
  return (
    <SectionCard
      title="Second factor"
      action={
        <ActionButton
          size="small"
          variant="outlined"
          color="inherit"
          disabledReason={denied}
          onClick={() => setEditing(true)}
        >
          Edit rule
        </ActionButton>
      }
    >
      <Facts
        facts={[
          { label: 'Required for', value: required.join(', ') || 'No one, but offered to everyone' },
          ...(required.length > 0 ? [{ label: 'Grace period', value: formatDayCount(policy.graceDays) }] : []),
        ]}
      />
      {editing && <PolicyForm policy={policy} onClose={() => setEditing(false)} />}
    </SectionCard>
  );
}

type Values = Omit<SetSecondFactorPolicyBody, 'graceDays'> & { graceDays: number | null };

function PolicyForm({ policy, onClose }: { policy: SecondFactorPolicy; onClose: () => void }) {
  const draft = useDraftedState<Values>('network:second-factor', Body.parse(policy));
  const { requiredRoles, graceDays } = draft.content;
  const parsed = Body.safeParse(draft.content);
  const fault = parsed.error?.issues.find(({ path }) => path[0] === 'graceDays')?.message;
  const save = useWrite({
    send: (body: SetSecondFactorPolicyBody, { signal }) =>
      send(api.network.setSecondFactorPolicy, { body }, { signal }),
    success: 'The rule for second factors was saved',
    failure: "Couldn't change the rule",
    stale: [networkSettings.queryKey],
    onSuccess: close,
  });
  function close() {
    draft.drop();
    onClose();
  }
  const toggle = (role: Role, isRequired: boolean) =>
    draft.change({
      requiredRoles: roles.filter((other) => (other === role ? isRequired : requiredRoles.includes(other))),
    });
  return (
    <FormDrawer
      open
      title="Second factor"
      verb="Save rule"
      dirty={draft.dirty}
      pending={save.isPending}
      onStop={save.stop}
      error={save.fault}
      incomplete={parsed.success ? undefined : 'Correct the number of days first'}
      onSubmit={() => parsed.data && save.mutate(parsed.data)}
      onClose={close}
    >
      <RestoredDraft draft={draft} write={save} />
      <Field label="Required for" help="Everyone else can add one under Settings, Security.">
        {(control) => (
          <FormGroup
            id={control.id}
            role="group"
            aria-label="Required for"
            aria-describedby={control['aria-describedby']}
          >
            {roles.map((role) => (
              <FormControlLabel
                key={role}
                label={roleLabels[role]}
                control={
                  <Checkbox
                    size="small"
                    checked={requiredRoles.includes(role)}
                    onChange={(_, isRequired) => toggle(role, isRequired)}
                  />
                }
              />
            ))}
          </FormGroup>
        )}
      </Field>
      <Field
        label="Grace period"
        help="From today, or from when someone joins or gets the role. After that, they must add one to continue."
        {...(fault !== undefined && { error: fault })}
      >
        {(a11y) => (
          <NumberInput
            {...a11y}
            value={graceDays}
            after="days"
            onChange={(days) => draft.change({ graceDays: days })}
          />
        )}
      </Field>
    </FormDrawer>
  );
}
