import type { TransactionListItem } from '@shifa/contract';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import type { ActionEntry } from '../../../components/action-menu';
import { useDeniedReason } from '../../../components/permission-button';
import { refusalLine } from '../decide/refusal';
import { useDecide } from '../decide/use-decide';
import { type ChosenDeed, useTransactionActions } from '../deeds/use-transaction-actions';
import { useOpenedEntry } from '../use-opened-entry';

type Asked = { deed: ChosenDeed | 'reject'; entry: TransactionListItem };

/** What can be done with a row of the grid, and the deed that is being asked about. */
export function useRowDeeds(onDecided: (id: string) => void) {
  const { enqueueSnackbar } = useSnackbar();
  const { show } = useOpenedEntry();
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const decide = useDecide({
    onDecided: ({ _id }) => {
      close();
      onDecided(_id);
    },
    onRefused: (refusal, entry) => {
      // A rejection that only failed is asked again, with the reason still there.
      if (asked?.deed === 'reject' && !refusal.faster) return;
      close();
      enqueueSnackbar(refusalLine(refusal), { variant: 'warning' });
      if (refusal.faster) show(entry);
    },
  });
  const mayDecide = useDeniedReason('transactions.approve');
  const actionsOf = useTransactionActions<TransactionListItem>((deed, entry) => ask({ deed, entry }));

  const actionsFor = (entry: TransactionListItem): ActionEntry[] => {
    const { edit, cancel, reverse, print } = actionsOf(entry);
    const decision = (deed: 'approve' | 'reject', label: string, onSelect: () => void): ActionEntry => ({
      label,
      disabledReason: mayDecide ?? entry.actions[deed]?.reason ?? undefined,
      onSelect,
    });
    return [
      decision('approve', 'Approve', () => decide.approve(entry)),
      decision('reject', 'Reject', () => {
        decide.forget();
        ask({ deed: 'reject', entry });
      }),
      edit,
      cancel,
      reverse,
      print,
    ];
  };
  return { actionsFor, asked, close, decide, show };
}
