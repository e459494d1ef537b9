import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ExitStaffQuery } from '@shifa/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Field } from '../../components/form/field';
import { api, bodyOf } from '../../lib/api';
import { ApiError } from '../../lib/api-error';
import type { PersonInHand } from './use-staff-actions';
import { useStaffDeed } from './use-staff-deed';

type ExitPersonProps = { person: PersonInHand; onClose: () => void };

/** Records that a person has left: the last day, and why if someone wants to know later. */
export function ExitPerson({ person, onClose }: ExitPersonProps) {
  const [exitDate, setExitDate] = useState('');
  const [reason, setReason] = useState('');
  const details = {
    ...(exitDate === '' ? {} : { exitDate }),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  };
  const exit = useStaffDeed(person, {
    outcome: 'has exited',
    send: (version) => bodyOf(api.staff.exit.mutate({ params: { id: person._id }, query: { version, ...details } })),
    onDone: onClose,
  });
  const faults = new Map(
    exit.error instanceof ApiError ? exit.error.errors.map((one) => [one.field, one.message]) : [],
  );
  const tooLong = ExitStaffQuery.shape.reason.safeParse(reason).error?.issues[0]?.message;
  return (
    <ConfirmDialog
      open
      title="Record exit"
      verb="Record exit"
      destructive
      pending={exit.pending}
      error={faults.size > 0 ? undefined : exit.fault}
      onConfirm={() => {
        if (tooLong === undefined) exit.run();
      }}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <strong>{person.name}</strong> is signed out everywhere at once and cannot sign in any more. What they did
          stays on record, and they can be taken on again.
        </Typography>
        <Field
          label="Last day"
          optional
          help="Today on the laboratory's calendar, unless you name another day."
          error={faults.get('exitDate')}
        >
          {(a11y) => (
            <OutlinedInput
              {...a11y}
              type="date"
              fullWidth
              value={exitDate}
              onChange={(event) => setExitDate(event.target.value)}
            />
          )}
        </Field>
        <Field label="Reason" optional error={tooLong ?? faults.get('reason')}>
          {(a11y) => (
            <OutlinedInput
              {...a11y}
              fullWidth
              multiline
              minRows={2}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </Stack>
    </ConfirmDialog>
  );
}
