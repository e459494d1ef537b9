import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Blocker } from '@shifa/contract';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { api, bodyOf } from '../../lib/api';
import { ApiError } from '../../lib/api-error';
import { formatCount } from '../../lib/format';
import { useLaboratoryStatus } from './change-laboratory-status';
import { type LaboratoryInHand, useLaboratoryLocks } from './use-laboratory-actions';
import { useLaboratoryDeed } from './use-laboratory-deed';

type ArchiveLaboratoryProps = { laboratory: LaboratoryInHand; onClose: () => void };

/** Archives a laboratory for good; where work is still under way it names the work and offers to suspend instead. */
export function ArchiveLaboratory({ laboratory, onClose }: ArchiveLaboratoryProps) {
  const archive = useLaboratoryDeed(laboratory, {
    outcome: 'was archived',
    send: (version) => bodyOf(api.laboratories.archive.mutate({ params: { id: laboratory._id }, query: { version } })),
    onDone: onClose,
  });
  const blockers = archive.error instanceof ApiError ? archive.error.blockers : undefined;
  if (blockers && blockers.length > 0) {
    return <Blocked laboratory={laboratory} blockers={blockers} onClose={onClose} onRetry={archive} />;
  }
  return (
    <ConfirmDialog
      open
      title="Archive laboratory"
      verb="Archive"
      destructive
      pending={archive.pending}
      error={archive.fault}
      onConfirm={archive.run}
      onCancel={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        <strong>{laboratory.name}</strong> leaves every list and can no longer change. This is final: an archived
        laboratory does not come back. Its records stay readable, and its code {laboratory.code} stays reserved.
      </Typography>
    </ConfirmDialog>
  );
}

type BlockedProps = ArchiveLaboratoryProps & {
  blockers: readonly Blocker[];
  onRetry: { run: () => void; pending: boolean };
};

function Blocked({ laboratory, blockers, onClose, onRetry }: BlockedProps) {
  const suspend = useLaboratoryStatus(laboratory, 'suspended', onClose);
  const locked = useLaboratoryLocks()(laboratory).suspend;
  const offersSuspension = laboratory.status === 'active' && locked === undefined;
  const otherwise = offersSuspension
    ? { verb: 'Suspend instead', pending: suspend.pending, onConfirm: suspend.run }
    : { verb: 'Try again', pending: onRetry.pending, onConfirm: onRetry.run };
  return (
    <ConfirmDialog open title="Work is still under way" {...otherwise} error={suspend.fault} onCancel={onClose}>
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <strong>{laboratory.name}</strong> cannot be archived yet. It still has:
        </Typography>
        <Stack component="ul" sx={{ m: 0, pl: 5, gap: 1 }}>
          {blockers.map(({ name, count }) => (
            <li key={name}>
              <strong className="tabular">{formatCount(count)}</strong> {name}
            </li>
          ))}
        </Stack>
        {offersSuspension && (
          <Typography color="textSecondary">
            Suspended, it can be read but nobody clocks in or posts there; archive it when these are settled.
          </Typography>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
