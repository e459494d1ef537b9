import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { api, bodyOf } from '../../lib/api';
import type { PersonInHand } from './use-staff-actions';
import { useStaffDeed } from './use-staff-deed';

const deeds = {
  suspend: {
    status: 'suspended',
    title: 'Suspend person',
    verb: 'Suspend',
    outcome: 'was suspended',
    says: 'is signed out everywhere at once and cannot sign in until resumed. Nothing is deleted.',
  },
  resume: {
    status: 'active',
    title: 'Resume person',
    verb: 'Resume',
    outcome: 'was resumed',
    says: 'can sign in again with the same password, and may do what they could before.',
  },
  'take-on': {
    status: 'active',
    title: 'Take on again',
    verb: 'Take on again',
    outcome: 'was taken on again',
    says: 'counts as active again under the same employee code and can sign in. The exit stays in the history.',
  },
} as const;

type ChangeStaffStatusProps = { person: PersonInHand; deed: keyof typeof deeds; onClose: () => void };

/** Suspends, resumes or takes a person on again, after saying what that means. */
export function ChangeStaffStatus({ person, deed, onClose }: ChangeStaffStatusProps) {
  const { status, title, verb, outcome, says } = deeds[deed];
  const change = useStaffDeed(person, {
    outcome,
    send: (version) => bodyOf(api.staff.update.mutate({ params: { id: person._id }, body: { status, version } })),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={title}
      verb={verb}
      pending={change.pending}
      error={change.fault}
      onConfirm={change.run}
      onCancel={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        <strong>{person.name}</strong> {says}
      </Typography>
    </ConfirmDialog>
  );
}
