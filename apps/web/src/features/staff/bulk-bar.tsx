import Move from '@mui/icons-material/DriveFileMoveOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import PlayCircle from '@mui/icons-material/PlayCircleOutlined';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import type { StaffBulkBody, StaffListItem } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkChangeDialog } from '../../components/bulk-change-dialog';
import { SelectionBar } from '../../components/data-grid/selection-bar';
import { Field } from '../../components/form/field';
import type { Selection } from '../../components/list/use-selection';
import { PermissionButton, useDeniedReason } from '../../components/permission-button';
import { ChangeLines } from '../../components/versions/change-lines';
import { describeChanges } from '../../components/versions/describe-changes';
import { api } from '../../lib/api';
import { formatPeople } from '../../lib/format';
import { laboratoryOptions } from '../../lib/laboratory-options';
import { send } from '../../lib/queries';
import { usePermission } from '../../lib/use-session';
import { useStaffFields } from './staff.fields';
import { staffResource } from './staff.resource';

const bulkActions = {
  suspend: {
    label: 'Suspend',
    icon: <PauseCircle />,
    outcome: 'suspended',
    effect: 'They are signed out everywhere at once.',
  },
  resume: {
    label: 'Resume',
    icon: <PlayCircle />,
    outcome: 'resumed',
    effect: 'They can sign in again with the same password.',
  },
  move: {
    label: 'Move',
    icon: <Move />,
    outcome: 'moved',
    effect:
      'They see the new laboratory from their next request on. Permissions granted or taken away one by one end with the move.',
  },
} as const;

type BulkAction = StaffBulkBody['action'];

const MAX_PEOPLE = 200;

/** What can be done with the people who are selected, each action after a preview. */
export function BulkBar({ selection: { ids, clear } }: { selection: Selection<StaffListItem> }) {
  const [action, setAction] = useState<BulkAction>();
  const cannotEdit = useDeniedReason('staff.edit');
  const managesNetwork = usePermission('staff.edit').scope === 'all';
  const tooMany = ids.size > MAX_PEOPLE ? `At most ${MAX_PEOPLE} people at once` : undefined;
  const cannotMove = managesNetwork ? undefined : 'Only super admins can move people between laboratories';
  return (
    <>
      <SelectionBar count={ids.size} onClear={clear}>
        {(Object.keys(bulkActions) as BulkAction[]).map((name) => (
          <PermissionButton
            key={name}
            permission="staff.suspend"
            disabledReason={cannotEdit ?? tooMany ?? (name === 'move' ? cannotMove : undefined)}
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={bulkActions[name].icon}
            onClick={() => setAction(name)}
          >
            {bulkActions[name].label}
          </PermissionButton>
        ))}
      </SelectionBar>
      {action && (
        <BulkDialog
          action={action}
          ids={[...ids]}
          onClose={() => setAction(undefined)}
          onDone={() => {
            setAction(undefined);
            clear();
          }}
        />
      )}
    </>
  );
}

type BulkDialogProps = { action: BulkAction; ids: readonly string[]; onDone: () => void; onClose: () => void };

function BulkDialog({ action, ids, onDone, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient();
  const fields = useStaffFields().all;
  const [laboratoryId, setLaboratoryId] = useState<string>();
  const { label, outcome, effect } = bulkActions[action];
  return (
    <BulkChangeDialog
      title={`${label} people`}
      verb={label}
      effect={effect}
      outcomeOf={(count) => `${formatPeople(count)} ${count === 1 ? 'was' : 'were'} ${outcome}`}
      ids={ids}
      request={action === 'move' && laboratoryId === undefined ? undefined : { action, laboratoryId }}
      send={(request, people, { dryRun, key, signal }) =>
        send(api.staff.bulk, {
          body: { ...request, ids: [...people], dryRun },
          headers: { 'idempotency-key': key },
          fetchOptions: { signal },
        })
      }
      describe={(changes) => <ChangeLines changes={describeChanges(fields, changes)} />}
      onDone={() => {
        onDone();
        void staffResource.invalidate(queryClient, ...ids);
      }}
      onClose={onClose}
    >
      {action === 'move' && <LaboratoryChoice value={laboratoryId} onChange={setLaboratoryId} />}
    </BulkChangeDialog>
  );
}

function LaboratoryChoice({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const { data = [] } = useQuery(laboratoryOptions);
  return (
    <Field label="Move to">
      {({ id, error, ...described }) => (
        <Select
          fullWidth
          displayEmpty
          error={error}
          labelId={`${id}-label`}
          SelectDisplayProps={{ id }}
          inputProps={described}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
          renderValue={(chosen) => data.find(({ _id }) => _id === chosen)?.name ?? 'Choose a laboratory'}
        >
          {data.map(({ _id, name }) => (
            <MenuItem key={_id} value={_id}>
              {name}
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  );
}
