import type { TransactionListItem } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../../lib/use-session';
import { deedBehind } from '../decide/refusal';
import { transactionQueries } from '../transaction.queries';

type Queue = {
  /** The page of the queue; `undefined` before it is known. */
  rows: readonly TransactionListItem[] | undefined;
  /** Another one begins at its first entry. */
  view: string;
  /** Gets the ids of what others took out of the queue. */
  onVanished: (ids: string[]) => void;
};

type Place = { id: string; index: number };

const nothing: readonly TransactionListItem[] = [];

/**
 * Which entry of the queue is looked at. Who decides goes on to the next; what somebody else decides leaves the list
 * with a note, but not the sight of who looks at it, so that no key ever falls on another entry than was read.
 */
export function useApprovalQueue({ rows = nothing, view, onVanished }: Queue) {
  const queryClient = useQueryClient();
  const viewer = useUser();
  const [place, setPlace] = useState<Place>();
  const [decided, setDecided] = useState<ReadonlyMap<string, number>>(new Map());
  const [seen, setSeen] = useState({ rows, view });
  const [note, setNote] = useState<string>();

  // What was decided here leaves at once, and comes back only as a newer version that still waits.
  const entries = rows.filter(({ _id, version }) => version > (decided.get(_id) ?? 0));
  const index = entries.findIndex(({ _id }) => _id === place?.id);
  const [first] = entries;

  if (seen.rows !== rows || seen.view !== view) {
    setSeen({ rows, view });
    if (seen.view !== view) {
      setPlace(undefined);
      setNote(undefined);
    } else {
      const vanished = seen.rows.filter(({ _id }) => !decided.has(_id) && !rows.some((row) => row._id === _id));
      if (vanished.length > 0) onVanished(vanished.map(({ _id }) => _id));
      const words = vanished.flatMap((entry) => deedOfAnother(entry) ?? []);
      if (words.length > 0) setNote(words.join(' '));
    }
  } else if (place === undefined && first) {
    setPlace({ id: first._id, index: 0 });
  } else if (place !== undefined && index !== -1 && index !== place.index) {
    setPlace({ id: place.id, index });
  }

  function deedOfAnother({ _id, transactionNo }: TransactionListItem): string | undefined {
    const change = queryClient.getQueryData(transactionQueries.change(_id).queryKey);
    if (!change || change.by?._id === viewer._id) return undefined;
    return `${change.by?.name ?? 'The system'} ${deedBehind[change.status]} ${transactionNo}.`;
  }

  const choose = (id: string) => {
    setNote(undefined);
    setPlace({
      id,
      index: Math.max(
        0,
        entries.findIndex(({ _id }) => _id === id),
      ),
    });
  };
  return {
    entries,
    /** The entry that is looked at; it may have left the list. */
    currentId: place?.id,
    note,
    choose,
    /** One on or one back; `undefined` at the end. */
    neighbour: (step: 1 | -1): TransactionListItem | undefined => {
      if (index !== -1) return entries[index + step];
      return entries[step === 1 ? (place?.index ?? 0) : (place?.index ?? 0) - 1] ?? entries.at(-1);
    },
    /** Takes out what was decided here, and goes on to the next where that was looked at. */
    leave: (ids: readonly string[]) => {
      const versions = rows.flatMap(({ _id, version }) => (ids.includes(_id) ? [[_id, version] as const] : []));
      setDecided(new Map([...decided, ...versions]));
      if (place === undefined || !ids.includes(place.id)) return;
      const left = (entry: TransactionListItem) => !ids.includes(entry._id);
      const next = entries.slice(place.index).find(left) ?? entries.slice(0, place.index).findLast(left);
      setPlace(next && { id: next._id, index: place.index });
    },
  };
}
