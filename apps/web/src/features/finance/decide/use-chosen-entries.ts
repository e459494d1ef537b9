import type { TransactionListItem } from '@shifa/contract';
import { useState } from 'react';

/** The entries that are chosen, also of other pages, each as it was seen last. */
export function useChosenEntries(rows: readonly TransactionListItem[] = []) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, TransactionListItem>>(new Map());
  const shown = new Map(rows.map((row) => [row._id, row]));
  const entries = [...chosen.values()].map((entry) => shown.get(entry._id) ?? entry);

  const choose = (ids: Iterable<string>) => {
    const next = [...ids].flatMap((id) => shown.get(id) ?? chosen.get(id) ?? []);
    setChosen(new Map(next.map((entry) => [entry._id, entry])));
  };
  return {
    entries,
    ids: new Set(chosen.keys()) as ReadonlySet<string>,
    choose,
    toggle: (id: string) => {
      const ids = new Set(chosen.keys());
      if (!ids.delete(id)) ids.add(id);
      choose(ids);
    },
    /** Takes some out of the choice, as what was decided. */
    drop: (ids: readonly string[]) => choose([...chosen.keys()].filter((id) => !ids.includes(id))),
    clear: () => choose([]),
  };
}

export type ChosenEntries = ReturnType<typeof useChosenEntries>;
