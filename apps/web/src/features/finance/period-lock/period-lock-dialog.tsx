import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { PeriodClose } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { useDeniedReason } from '../../../components/permission-button';
import { RelativeTime } from '../../../components/relative-time';
import { formatDay } from '../../../lib/format';
import { transactionQueries } from '../transaction.queries';
import { PeriodLockForm } from './period-lock-form';

/** Through which day the books are closed, who closed them, and for who may, another day. */
export function PeriodLockDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const reason = useDeniedReason('transactions.lock');
  const query = useQuery(transactionQueries.periodClose);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Closed books</DialogTitle>
      {query.data ? (
        <>
          <DialogContent>
            <Stack sx={{ gap: 4 }}>
              <Standing lock={query.data} />
              {reason !== undefined && (
                <Typography variant="body2" color="textSecondary">
                  {reason}
                </Typography>
              )}
            </Stack>
          </DialogContent>
          {reason === undefined ? (
            <PeriodLockForm key={query.data.version} lock={query.data} onClose={onClose} />
          ) : (
            <DialogActions>
              <Button variant="outlined" color="inherit" autoFocus onClick={onClose}>
                Close
              </Button>
            </DialogActions>
          )}
        </>
      ) : (
        <DialogContent>
          {query.error ? (
            <ErrorState
              title="The closed period could not be loaded"
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Skeleton height={48} variant="rectangular" />
          )}
        </DialogContent>
      )}
    </Dialog>
  );
}

function Standing({ lock: { lockedThrough, updatedBy, updatedAt } }: { lock: PeriodClose }) {
  return (
    <div>
      <Typography>
        {lockedThrough === null
          ? 'No period is closed: entries of any past day can be posted.'
          : `The books are closed through ${formatDay(lockedThrough, 'long')}. Only a super admin posts on or before that day, and such entries are listed as exceptions.`}
      </Typography>
      {updatedAt !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {updatedBy === null ? 'Set' : `Set by ${updatedBy}`} <RelativeTime instant={updatedAt} />
        </Typography>
      )}
    </div>
  );
}
