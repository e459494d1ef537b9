import Drawer from '@mui/material/Drawer';
import type { TransactionType } from '@shifa/contract';
import { EmptyState } from '../../../components/empty-state';

type NewTransactionProps = {
  /** Chosen already; the form asks where it is left out. */
  type?: TransactionType;
  onClose: () => void;
  /** Opens the entry that was made. */
  onShow: (entry: { _id: string }) => void;
};

/** Income or an expense is entered here. */
export function NewTransaction({ onClose }: NewTransactionProps) {
  return (
    <Drawer anchor="right" open onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-label': 'New entry' } }}>
      <EmptyState>The form will stand here. This part is not built yet.</EmptyState>
    </Drawer>
  );
}
