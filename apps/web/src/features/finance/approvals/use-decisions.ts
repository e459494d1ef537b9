import type { TransactionListItem } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { lockOf } from '../decide/decide-bar';
import type { BulkDeed, Undecided } from '../decide/use-bulk-decide';
import { useChosenEntries } from '../decide/use-chosen-entries';
import { useDecide } from '../decide/use-decide';
import { transactionQueries } from '../transaction.queries';
import { entryPaneId, queueRowId } from './queue-focus';
import { useApprovalQueue } from './use-approval-queue';

export type QueueProps = {
  rows: readonly TransactionListItem[];
  /** Which page of which entries; another one begins at its first. */
  view: string;
  /** In the place of the entries when nothing waits. */
  empty: ReactNode;
  /** Shows what the keys do. */
  onKeys: () => void;
};

type Asked = { deed: 'reject'; entry: TransactionListItem } | { deed: BulkDeed; entry?: undefined };

/** The queue with the decisions on it: one by one, and many at once. The focus follows the entry that is looked at. */
export function useDecisions(rows: readonly TransactionListItem[], view: string) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [asked, ask] = useState<Asked>();
  const [undecided, setUndecided] = useState<ReadonlyMap<string, string>>(new Map());
  const chosen = useChosenEntries(rows);
  const queue = useApprovalQueue({ rows, view, onVanished: chosen.drop });
  // A new object is a new wish; a dialog that closes gives the focus back first.
  const [wish, setWish] = useState<{ on: 'row' | 'pane' }>();
  const takeFocus = useEffectEvent((on: 'row' | 'pane') => {
    const id = queue.currentId ?? '';
    const [row, pane] = [document.getElementById(queueRowId(id)), document.getElementById(entryPaneId(id))];
    (on === 'row' ? (row ?? pane) : (pane ?? row))?.focus();
  });
  useEffect(() => {
    if (wish && !asked) takeFocus(wish.on);
  }, [wish, asked]);

  const settle = (ids: readonly string[]) => {
    chosen.drop(ids);
    queue.leave(ids);
    setWish({ on: 'row' });
  };
  const decide = useDecide({
    onDecided: ({ _id }) => {
      ask(undefined);
      settle([_id]);
    },
    onRefused: ({ faster }) => {
      // A rejection that only failed is asked again, with the reason still there.
      if (!faster && asked) return;
      ask(undefined);
      setWish({ on: 'pane' });
    },
  });

  /** As it is read at this moment. */
  const current = (): TransactionListItem | undefined => {
    const { currentId, entries } = queue;
    if (currentId === undefined) return undefined;
    const whole = queryClient.getQueryData(transactionQueries.detail(currentId).queryKey);
    return whole ?? entries.find(({ _id }) => _id === currentId);
  };
  const unlessLocked = (reason: string | null | undefined, deed: () => void) => {
    if (reason) enqueueSnackbar(reason, { variant: 'warning' });
    else if (!decide.pending) deed();
  };
  const approve = (entry: TransactionListItem) =>
    unlessLocked(entry.actions.approve?.reason, () => decide.approve(entry));
  return {
    ...queue,
    chosen,
    decide,
    asked,
    undecided,
    approve,
    reject: (entry: TransactionListItem) =>
      unlessLocked(entry.actions.reject?.reason, () => {
        decide.forget();
        ask({ deed: 'reject', entry });
      }),
    /** One approval is undisputed; several are asked about, and a rejection always asks why. */
    decideChosen: (deed: BulkDeed) => {
      const [only] = chosen.entries;
      if (!only) return;
      if (deed === 'approve' && chosen.entries.length === 1) approve(only);
      else unlessLocked(lockOf(deed, chosen.entries), () => ask({ deed }));
    },
    settleMany: (ids: string[], left: readonly Undecided[]) => {
      setUndecided(new Map(left.map(({ _id, reason }) => [_id, reason])));
      settle(ids);
    },
    close: () => ask(undefined),
    current,
    move: (step: 1 | -1) => {
      const next = queue.neighbour(step);
      if (!next) return;
      queue.choose(next._id);
      setWish({ on: 'row' });
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
