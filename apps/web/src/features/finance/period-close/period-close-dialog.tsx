import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { AppDialog } from '../../../ui/app-dialog';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { useDeniedReason } from '../../../screens/actions/permission-button';
import { useUser } from '../../../data/use-session';
import { periodClose } from '../transaction.resource';
import { CurrentClose } from './current-close';
import { PeriodCloseForm } from './period-close-form';

type PeriodCloseDialogProps = {
  /** What is to be closed: by default the last complete month that is open. */
  month?: string | undefined;
  laboratoryId?: string | undefined;
  onClose: () => void;
};

/** The last closed day, the person who set it, and a form for those who can change it. */
export function PeriodCloseDialog({ month, laboratoryId, onClose }: PeriodCloseDialogProps) {
  const reason = useDeniedReason('transactions.lock');
  const own = useUser().laboratoryId?._id;
  const query = useQuery(periodClose);
  if (query.data && reason === undefined) {
    return <PeriodCloseForm {...{ month, onClose }} close={query.data} initialLaboratoryId={laboratoryId} />;
  }
  return (
    <AppDialog title={reason === undefined ? 'Close books' : 'Closed books'} onClose={onClose}>
      {query.data ? (
        <CurrentClose close={query.data} laboratoryId={own} onLeave={onClose} />
      ) : (
        <NotLoaded query={query} what="the closed period" skeleton={48} />
      )}
      {reason !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {reason}
        </Typography>
      )}
    </AppDialog>
  );
}
