import Drawer from '@mui/material/Drawer';
import { useQuery } from '@tanstack/react-query';
import { EmptyDish } from '../../../components/drawings';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { isMissing } from '../../../lib/api-error';
import { transactionQueries } from '../transaction.queries';
import { DrawerHead } from './drawer-head';
import { DrawerSkeleton } from './drawer-skeleton';
import { TransactionDetail } from './transaction-detail';

type TransactionDrawerProps = { id: string; onClose: () => void };

/** One entry with its whole story, at the side of the page it was opened from; the whole window on a phone. */
export function TransactionDrawer({ id, onClose }: TransactionDrawerProps) {
  const { data: entry, error, refetch } = useQuery(transactionQueries.detail(id));
  const label = entry ? `Entry ${entry.transactionNo}` : 'Entry';
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: { sm: 540 } } } }}
    >
      <DrawerHead number={entry?.transactionNo} onClose={onClose} />
      {entry ? (
        <TransactionDetail key={id} entry={entry} />
      ) : !error ? (
        <DrawerSkeleton />
      ) : isMissing(error) ? (
        <EmptyState drawing={<EmptyDish />}>This entry does not exist, or is not yours to see.</EmptyState>
      ) : (
        <ErrorState title="The entry could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </Drawer>
  );
}
