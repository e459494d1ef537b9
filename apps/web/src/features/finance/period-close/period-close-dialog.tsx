import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { closedThroughIn, type PeriodClose } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { LaboratoryFilter } from '../../../screens/report/period-chooser';
import { useDeniedReason } from '../../../screens/actions/permission-button';
import { RelativeTime } from '../../../ui/relative-time';
import { paths } from '../../../config/paths';
import { formatDay } from '../../../lib/format';
import { useUser } from '../../../data/use-session';
import { periodClose } from '../transaction.resource';
import { closedOf } from './closed-of';
import { PeriodCloseForm } from './period-close-form';

type PeriodCloseDialogProps = {
  /** What is to be closed: by default the last complete month that is open. */
  month?: string | undefined;
  laboratoryId?: string | undefined;
  onClose: () => void;
};

/** The last closed day, the person who set it, and a form for those who can change it. */
export function PeriodCloseDialog({ month, laboratoryId, onClose }: PeriodCloseDialogProps) {
  const id = useId();
  const reason = useDeniedReason('transactions.lock');
  const own = useUser().laboratoryId?._id;
  const [chosen, choose] = useState(laboratoryId);
  const shown = reason === undefined ? chosen : own;
  const query = useQuery(periodClose);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{reason === undefined ? 'Close books' : 'Closed books'}</DialogTitle>
      {query.data ? (
        <>
          <DialogContent>
            <Stack sx={{ gap: 4 }}>
              {reason === undefined && (
                <LaboratoryFilter permission="transactions.lock" value={chosen} onChange={choose} />
              )}
              <CurrentState close={query.data} laboratoryId={shown} />
              <Link component={RouterLink} to={paths.monthEnd} onClick={onClose}>
                What to settle before a month is closed
              </Link>
              {reason !== undefined && (
                <Typography variant="body2" color="textSecondary">
                  {reason}
                </Typography>
              )}
            </Stack>
          </DialogContent>
          {reason === undefined ? (
            <PeriodCloseForm
              key={`${chosen ?? ''} ${closedOf(query.data, chosen).version}`}
              {...{ month, onClose, close: query.data, laboratoryId: chosen }}
            />
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
          <NotLoaded query={query} what="the closed period" skeleton={48} />
        </DialogContent>
      )}
    </Dialog>
  );
}

type CurrentStateProps = { close: PeriodClose; laboratoryId: string | undefined };

function CurrentState({ close, laboratoryId }: CurrentStateProps) {
  const through = closedThroughIn(close, laboratoryId);
  const isNetworks = through === close.lockedThrough;
  const { updatedBy, updatedAt } = isNetworks ? close : closedOf(close, laboratoryId);
  const whose = isNetworks ? 'of all laboratories' : 'of this laboratory';
  return (
    <div>
      <Typography>
        {through === null
          ? 'No period is closed. You can post to any past day.'
          : `The books ${whose} are closed through ${formatDay(through, 'long')}. Only a super admin can post on or before that day, and such entries are listed as exceptions.`}
      </Typography>
      {updatedAt !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {updatedBy === null ? 'Set' : `Set by ${updatedBy}`} <RelativeTime instant={updatedAt} />
        </Typography>
      )}
    </div>
  );
}
