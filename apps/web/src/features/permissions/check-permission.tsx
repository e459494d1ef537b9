import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type CheckPermissionQuery,
  errorCatalogue,
  type Permission,
  permissionLabel,
  permissions,
  permissionStructure,
  type Resource,
  roleLabels,
  scopeLabels,
  type StaffOption,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { Banner } from '../../ui/feedback/banner';
import { Facts } from '../../ui/facts';
import { Combobox } from '../../ui/fields/combobox';
import { Skeleton } from '../../ui/loading/skeleton';
import { messageOf } from '../../lib/api-error';
import { useUser } from '../../data/use-session';
import { sourceLabels } from './permission-outcome';
import { permissionQueries } from './permission.queries';
import { whoCanChange } from './who-can-change';

/** What is filled in when the dialog opens. */
export type Question = { person?: StaffOption; permission?: Permission };

type CheckPermissionProps = {
  laboratoryId: string;
  /** Its name, for those who see several. */
  laboratory: string | undefined;
  question: Question;
  onClose: () => void;
};

/** Says whether a person has a permission, why, and who can change it. */
export function CheckPermission({ laboratoryId, laboratory, question, onClose }: CheckPermissionProps) {
  const [person, setPerson] = useState(question.person ?? null);
  const [permission, setPermission] = useState(question.permission ?? null);
  return (
    <AppDialog
      onClose={onClose}
      title="Check a permission"
      actions={
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Close
        </Button>
      }
    >
      <PersonChoice laboratoryId={laboratoryId} laboratory={laboratory} value={person} onChange={setPerson} />
      <Combobox
        label="Permission"
        options={permissionOptions}
        value={permissionOptions.find(({ value }) => value === permission) ?? null}
        onChange={(option) => setPermission(permissions.find((one) => one === option?.value) ?? null)}
        placeholder="Choose"
      />
      <div aria-live="polite">{person && permission && <CheckAnswer person={person} permission={permission} />}</div>
    </AppDialog>
  );
}

const permissionOptions = permissions.map((permission) => ({
  value: permission,
  label: permissionLabel(permission),
  group: permissionStructure[permission.split('.')[0] as Resource].label,
}));

type PersonChoiceProps = Pick<CheckPermissionProps, 'laboratoryId' | 'laboratory'> & {
  value: StaffOption | null;
  onChange: (person: StaffOption | null) => void;
};

/** People of the laboratory, searched by name. */
function PersonChoice({ laboratoryId, laboratory, value, onChange }: PersonChoiceProps) {
  const [typed, setTyped] = useState('');
  const search = typed === '' || typed === value?.name ? undefined : typed;
  const query = useQuery(permissionQueries.laboratory(laboratoryId, { page: 1, limit: 20, search }));
  const people = query.data?.data.map(({ user }) => user) ?? [];
  return (
    <Combobox
      label="Person"
      help={laboratory && `People of ${laboratory}. To find someone else, first choose their laboratory on the page.`}
      options={people.map((person) => ({
        value: person._id,
        label: person.name,
        content: `${person.name} · ${roleLabels[person.role]}`,
      }))}
      value={value && { value: value._id, label: value.name }}
      onChange={(option) => onChange(people.find(({ _id }) => _id === option?.value) ?? null)}
      onText={(text) => setTyped(text.trim())}
      foundFor={query.isPlaceholderData ? undefined : search}
      loading={query.isFetching}
      noOptionsText={laboratory === undefined ? 'No matches' : `No matches at ${laboratory}`}
      placeholder="Search by name"
    />
  );
}

type CheckAnswerProps = { person: StaffOption; permission: Permission };

/** Whether the person has the permission, its scope and source, the reason, and who can change it. */
function CheckAnswer({ person, permission }: CheckAnswerProps) {
  const viewer = useUser();
  const [resource, action] = permission.split('.') as [CheckPermissionQuery['resource'], string];
  const { data, error } = useQuery(permissionQueries.check(person._id, { resource, action }));
  if (error) return <Banner tone="error">{messageOf(error, "Couldn't load the answer")}</Banner>;
  if (!data) return <Skeleton variant="rectangular" height={96} />;
  const { allowed, scope, source, reason } = data;
  const own = viewer._id === person._id;
  return (
    <Stack sx={{ gap: 4 }}>
      <Banner tone={allowed ? 'success' : 'warning'}>
        <strong>{allowed ? `Yes, ${person.name} can do this` : `No, ${person.name} can't do this`}</strong>
        <div>{permissionLabel(permission)}</div>
      </Banner>
      <Facts
        facts={[
          { label: 'Scope', value: scope ? scopeLabels[scope] : 'None' },
          { label: 'Source', value: sourceLabels[source] },
        ]}
      />
      <div>
        <Typography variant="caption" color="textSecondary" component="p">
          Why
        </Typography>
        <Typography>{reason}</Typography>
      </div>
      <div>
        <Typography variant="caption" color="textSecondary" component="p">
          Who can change it
        </Typography>
        <Typography>
          {own && `${errorCatalogue.OWN_ACCOUNT.message}. `}
          {whoCanChange(person.role, allowed ? undefined : permission)}
        </Typography>
      </div>
    </Stack>
  );
}
