import type { Permission, TransactionListItem } from '@shifa/contract';
import { useNavigate } from 'react-router-dom';
import type { ActionEntry } from '../../../components/action-menu';
import { useDeniedReason } from '../../../components/permission-button';
import { paths } from '../../../config/paths';

/** As much of an entry as a deed needs to know. */
export type TransactionInHand = Pick<
  TransactionListItem,
  '_id' | 'transactionNo' | 'version' | 'type' | 'date' | 'amountPaise' | 'party' | 'reversalOf' | 'actions'
>;

/** What opens a form or asks before it is done. */
export type ChosenDeed = 'edit' | 'cancel' | 'reverse';

/** The permission a deed hangs on. */
export const permissionOf = {
  edit: 'transactions.edit',
  cancel: 'transactions.cancel',
  reverse: 'transactions.create',
} as const satisfies Record<ChosenDeed, Permission>;

const deedLabels: Record<ChosenDeed, string> = {
  edit: 'Edit',
  cancel: 'Cancel entry',
  reverse: 'Reverse',
};

/** What can be done with an entry besides deciding on it, each with the reason where it is locked. */
export function useTransactionActions<Entry extends TransactionInHand>(
  onChoose: (deed: ChosenDeed, entry: Entry) => void,
) {
  const navigate = useNavigate();
  const locks: Record<ChosenDeed, string | undefined> = {
    edit: useDeniedReason(permissionOf.edit),
    cancel: useDeniedReason(permissionOf.cancel),
    reverse: useDeniedReason(permissionOf.reverse),
  };
  return (entry: Entry): Record<ChosenDeed | 'print', ActionEntry> => {
    const action = (deed: ChosenDeed): ActionEntry => ({
      label: deedLabels[deed],
      disabledReason: locks[deed] ?? entry.actions[deed]?.reason ?? undefined,
      onSelect: () => onChoose(deed, entry),
    });
    return {
      edit: action('edit'),
      cancel: action('cancel'),
      reverse: action('reverse'),
      print: { label: 'Print voucher', onSelect: () => void navigate(paths.voucher(entry._id)) },
    };
  };
}
