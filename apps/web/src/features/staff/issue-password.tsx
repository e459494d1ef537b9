import Typography from '@mui/material/Typography';
import { type StaffWithPassword } from '@shifa/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { api, bodyOf } from '../../lib/api';
import { idempotencyKey } from '../../lib/idempotency';
import { TemporaryPassword } from './temporary-password';
import type { PersonInHand } from './use-staff-actions';
import { useStaffDeed } from './use-staff-deed';

type IssuePasswordProps = { person: PersonInHand; onClose: () => void };

/** Gives a person another temporary password, after saying what that means, and shows it once. */
export function IssuePassword({ person, onClose }: IssuePasswordProps) {
  const [key] = useState(idempotencyKey);
  const [issued, setIssued] = useState<StaffWithPassword>();
  const issue = useStaffDeed<StaffWithPassword>(person, {
    outcome: 'has a new temporary password',
    send: (version) =>
      bodyOf(
        api.staff.issuePassword.mutate({
          params: { id: person._id },
          body: { version },
          // Another version is another request.
          headers: { 'idempotency-key': `${key}-${version}` },
        }),
      ),
    onDone: setIssued,
  });
  if (issued) return <TemporaryPassword person={issued} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title="Issue a temporary password"
      verb="Issue password"
      pending={issue.pending}
      error={issue.fault}
      onConfirm={issue.run}
      onCancel={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        <strong>{person.name}</strong> is signed out everywhere at once, and the password they have stops working. The
        new one is shown to you once; it has to be changed at the next sign-in.
      </Typography>
    </ConfirmDialog>
  );
}
