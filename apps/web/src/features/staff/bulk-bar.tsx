import Move from '@mui/icons-material/DriveFileMoveOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import PlayCircle from '@mui/icons-material/PlayCircleOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import Typography from '@mui/material/Typography';
import { type IssuedPassword, MAX_ISSUED_PASSWORDS, type StaffBulkBody, type StaffListItem } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkChangeDialog } from '../../screens/bulk/bulk-change-dialog';
import { SelectionBar } from '../../screens/list/selection-bar';
import type { Selection } from '../../screens/list/use-selection';
import { PermissionButton, useDeniedReason } from '../../screens/actions/permission-button';
import { ChangeLines } from '../../screens/form/change-lines';
import { describeChanges } from '../../screens/form/describe-changes';
import { api } from '../../data/api';
import { formatPeople } from '../../lib/format';
import { send } from '../../data/queries';
import { usePermission } from '../../data/use-session';
import { useStaffFields } from './staff.fields';
import { IssuedPasswords } from './issued-passwords';
import { OpenWorkNotice } from './open-work';
import { bulkOutcomes } from './staff.messages';
import { MAX_PEOPLE, staffResource } from './staff.resource';
import { LaboratoryChoice } from '../../screens/choices/laboratory-choice';

const bulkActions = {
  suspend: {
    label: 'Suspend',
    icon: <PauseCircle />,
    effect: 'They are signed out everywhere at once.',
  },
  resume: {
    label: 'Resume',
    icon: <PlayCircle />,
    effect: 'They can sign in again with the same password.',
  },
  move: {
    label: 'Move',
    icon: <Move />,
    effect: 'They move immediately. Individual permission overrides are removed.',
  },
} as const;

/** Shifts are changed where they are compared, in the attendance. */
type BulkAction = Exclude<StaffBulkBody['action'], 'shift'>;

/** What can be done with the people who are selected, each action after a preview. */
export function BulkBar({ selection: { ids, clear, all } }: { selection: Selection<StaffListItem> }) {
  const [action, setAction] = useState<BulkAction | 'issuePasswords'>();
  const [issued, setIssued] = useState<readonly IssuedPassword[]>();
  const cannotEdit = useDeniedReason('staff.edit');
  const managesNetwork = usePermission('staff.edit').scope === 'all';
  const tooMany = moreThan(MAX_PEOPLE, ids);
  const close = () => setAction(undefined);
  const cannotMove = managesNetwork ? undefined : 'Only super admins can move people between laboratories';
  return (
    <>
      <SelectionBar count={ids.size} onClear={clear} all={all}>
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
        <PermissionButton
          permission="staff.edit"
          disabledReason={moreThan(MAX_ISSUED_PASSWORDS, ids)}
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<Key />}
          onClick={() => setAction('issuePasswords')}
        >
          Temporary passwords
        </PermissionButton>
      </SelectionBar>
      {action === 'issuePasswords' && (
        <IssueDialog
          ids={[...ids]}
          onClose={close}
          onDone={(people) => {
            close();
            clear();
            setIssued(people);
          }}
        />
      )}
      {action && action !== 'issuePasswords' && (
        <BulkDialog
          action={action}
          ids={[...ids]}
          onClose={close}
          onDone={() => {
            close();
            clear();
          }}
        />
      )}
      {issued && <IssuedPasswords title="Temporary passwords" people={issued} onClose={() => setIssued(undefined)} />}
    </>
  );
}

function moreThan(most: number, { size }: ReadonlySet<string>): string | undefined {
  return size > most ? `At most ${most} people at once` : undefined;
}

/** Hashing fifty passwords takes time. */
const ISSUE_WAIT_MS = 60_000;

type IssueDialogProps = {
  ids: readonly string[];
  onDone: (people: readonly IssuedPassword[]) => void;
  onClose: () => void;
};

function IssueDialog({ ids, onDone, onClose }: IssueDialogProps) {
  const queryClient = useQueryClient();
  return (
    <BulkChangeDialog
      title="Issue temporary passwords"
      verb="Issue passwords to"
      effect="They are signed out everywhere at once, and their current passwords stop working. You see the new ones only once."
      outcomeOf={(count) => `Temporary passwords were issued to ${formatPeople(count)}`}
      ids={ids}
      request="issuePasswords"
      send={(_, people, { dryRun, key, signal }) =>
        send(api.staff.issuePasswords, { body: { ids: [...people], dryRun }, waitMs: ISSUE_WAIT_MS }, { key, signal })
      }
      describe={() => (
        <Typography variant="body2" color="textSecondary">
          Gets a new temporary password
        </Typography>
      )}
      onDone={({ issued }) => {
        onDone(issued);
        void staffResource.invalidate(queryClient, ...ids);
      }}
      onClose={onClose}
    />
  );
}

type BulkDialogProps = { action: BulkAction; ids: readonly string[]; onDone: () => void; onClose: () => void };

export function BulkDialog({ action, ids, onDone, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient();
  const fields = useStaffFields().all;
  const [laboratoryId, setLaboratoryId] = useState<string>();
  const { label, effect } = bulkActions[action];
  return (
    <BulkChangeDialog
      title={`${label} people`}
      verb={label}
      effect={effect}
      outcomeOf={bulkOutcomes[action]}
      ids={ids}
      request={action === 'move' && laboratoryId === undefined ? undefined : { action, laboratoryId }}
      send={(request, people, { dryRun, key, signal }) =>
        send(api.staff.bulk, { body: { ...request, ids: [...people], dryRun } }, { key, signal })
      }
      notice={({ openWork }) => (
        <OpenWorkNotice blockers={openWork}>They have open work that others need to settle:</OpenWorkNotice>
      )}
      describe={(changes) => <ChangeLines changes={describeChanges(fields, changes)} />}
      onDone={() => {
        onDone();
        void staffResource.invalidate(queryClient, ...ids);
      }}
      onClose={onClose}
    >
      {action === 'move' && (
        <LaboratoryChoice label="Move to" value={laboratoryId} onChange={setLaboratoryId} fullWidth />
      )}
    </BulkChangeDialog>
  );
}
