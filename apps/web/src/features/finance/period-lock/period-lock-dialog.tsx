import Dialog from '@mui/material/Dialog';
import { EmptyState } from '../../../components/empty-state';

/** Through which day the books are closed. */
export function PeriodLockDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} aria-label="Closed books">
      <EmptyState>The closed period will stand here. This part is not built yet.</EmptyState>
    </Dialog>
  );
}
