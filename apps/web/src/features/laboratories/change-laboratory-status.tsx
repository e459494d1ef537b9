import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { api, bodyOf } from '../../lib/api';
import type { LaboratoryInHand } from './use-laboratory-actions';
import { useLaboratoryDeed } from './use-laboratory-deed';

type ChangeLaboratoryStatusProps = { laboratory: LaboratoryInHand; onClose: () => void };

/** Suspends an active laboratory or resumes a suspended one, after saying what that means. */
export function ChangeLaboratoryStatus({ laboratory, onClose }: ChangeLaboratoryStatusProps) {
  const suspends = laboratory.status === 'active';
  const change = useLaboratoryStatus(laboratory, suspends ? 'suspended' : 'active', onClose);
  const verb = suspends ? 'Suspend' : 'Resume';
  return (
    <ConfirmDialog
      open
      title={`${verb} laboratory`}
      verb={verb}
      pending={change.pending}
      error={change.fault}
      onConfirm={change.run}
      onCancel={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {suspends ? (
          <>
            <strong>{laboratory.name}</strong> can still be read, but nobody clocks in or posts there until it is
            resumed. Nothing is deleted.
          </>
        ) : (
          <>
            People can clock in and post at <strong>{laboratory.name}</strong> again, from this moment on.
          </>
        )}
      </Typography>
    </ConfirmDialog>
  );
}

/** Moves a laboratory between active and suspended. */
export function useLaboratoryStatus(laboratory: LaboratoryInHand, status: 'active' | 'suspended', onDone: () => void) {
  return useLaboratoryDeed(laboratory, {
    outcome: status === 'active' ? 'was resumed' : 'was suspended',
    send: (version) =>
      bodyOf(api.laboratories.update.mutate({ params: { id: laboratory._id }, body: { status, version } })),
    onDone,
  });
}
