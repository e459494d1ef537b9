import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  type BulkResult,
  type Permission,
  permissionLabel,
  PermissionSchema,
  ResolvedPermissionSchema,
  type UserPermissionsRow,
} from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkChangeDialog } from '../../screens/bulk/bulk-change-dialog';
import { SegmentedChoice } from '../../ui/segmented-choice';
import { INCOMPLETE, useWholeDate } from '../../ui/fields/field';
import { api } from '../../data/api';
import { formatDay, formatPeople } from '../../lib/format';
import { send } from '../../data/queries';
import { type Choice, overrideOf } from './permission-draft';
import { formatOutcome, sourceLabels } from './permission-outcome';
import { invalidatePermissions } from './permission.queries';

const segments = [
  { value: 'allow', label: 'Allow', tone: 'success' },
  { value: 'deny', label: 'Deny', tone: 'error' },
  { value: 'inherit', label: 'Role default' },
] as const;

type BulkChangeProps = {
  people: readonly UserPermissionsRow[];
  permissions: readonly Permission[];
  onDone: () => void;
  onClose: () => void;
};

/** Sets the selected permissions of the selected people, after a preview. */
export function BulkChange({ people, permissions, onDone, onClose }: BulkChangeProps) {
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState<Choice>('allow');
  const [until, setUntil] = useState('');
  const lastDay = useWholeDate({ type: 'date', value: until, error: undefined, onChange: setUntil });
  const isReady = choice === 'inherit' || (until !== INCOMPLETE && !isYearUnderWay(until));
  const ids = people.map(({ user }) => user._id);
  return (
    <BulkChangeDialog
      title="Change permissions"
      verb="Change"
      outcomeOf={(count) => `The permissions of ${formatPeople(count)} were changed`}
      ids={ids}
      request={
        isReady
          ? Object.fromEntries(permissions.map((permission) => [permission, overrideOf(choice, until || undefined)]))
          : undefined
      }
      send={(change, userIds, { dryRun, key, signal }) =>
        send(
          api.permissions.bulk,
          { body: { updates: userIds.map((userId) => ({ userId, permissions: change })), dryRun } },
          { key, signal },
        )
      }
      describe={(changes) => changes.map((change) => <Change key={change.field} change={change} />)}
      onDone={() => {
        onDone();
        void invalidatePermissions(queryClient, ...ids);
      }}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        {people.length === 1 ? people[0]?.user.name : formatPeople(people.length)} ·{' '}
        {permissions.length === 1 ? permissions.map(permissionLabel) : `${permissions.length} permissions`}
      </Typography>
      <SegmentedChoice label="Change to" segments={segments} value={choice} onChange={setChoice} />
      {choice !== 'inherit' && (
        <TextField
          {...lastDay.input}
          size="small"
          label="Last day (optional)"
          error={lastDay.error !== undefined}
          helperText={
            lastDay.error ??
            (isYearUnderWay(until) ? 'Enter the year with four digits.' : 'After that, the role applies.')
          }
          slotProps={{ inputLabel: { shrink: true } }}
          sx={{ maxWidth: 240 }}
        />
      )}
    </BulkChangeDialog>
  );
}

/** Each digit of a year that is typed makes a whole date, of which no preview is wanted: 0002, 0020, 0202. */
function isYearUnderWay(day: string): boolean {
  return day.startsWith('0');
}

function Change({ change }: { change: BulkResult['changes'][number] }) {
  const permission = PermissionSchema.safeParse(change.field);
  if (!permission.success) return null;
  return (
    <Box sx={changeStyle}>
      <span>{permissionLabel(permission.data)}</span>
      <span>
        <Resolved value={change.before} />
      </span>{' '}
      <span className="after">
        <span aria-label="becomes">→</span>{' '}
        <span>
          <Resolved value={change.after} />
        </span>
      </span>
    </Box>
  );
}

/** `Own laboratory`, and below it where that comes from: `Override until Dec 31, 2026` */
function Resolved({ value }: { value: unknown }) {
  const resolved = ResolvedPermissionSchema.safeParse(value);
  if (!resolved.success) return 'Unknown';
  const { source, until } = resolved.data;
  const origin = sourceLabels[source];
  return (
    <>
      {formatOutcome(resolved.data)}{' '}
      <span className="origin">{until === undefined ? origin : `${origin} until ${formatDay(until)}`}</span>
    </>
  );
}

const changeStyle = {
  display: 'grid',
  // Before and after stand below each other, line by line, so that a person can be compared with the next.
  gridTemplateColumns: { xs: '1fr', sm: '5fr 4fr 6fr' },
  columnGap: 4,
  mt: 2,
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '& .after': { display: 'flex', gap: 1, color: 'text.primary', fontWeight: 500 },
  '& .origin': { display: 'block', fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' },
};
