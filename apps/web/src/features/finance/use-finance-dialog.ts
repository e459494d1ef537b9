import type { TransactionType } from '@shifa/contract';
import { useOutletContext } from 'react-router-dom';

/** What can be opened from every page of the finances. */
export type FinanceDialog =
  { dialog: 'entry'; type?: TransactionType } | { dialog: 'import' } | { dialog: 'period-lock' };

export type OpenFinanceDialog = (dialog: FinanceDialog) => void;

/** Opens a dialog of the frame from one of its pages. */
export function useFinanceDialog(): OpenFinanceDialog {
  return useOutletContext<OpenFinanceDialog>();
}
