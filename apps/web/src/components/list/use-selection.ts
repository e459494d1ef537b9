import { useState } from 'react';

/** The rows that are selected, also of other pages, each as it was last seen. */
export type Selection<Row> = {
  rows: readonly Row[];
  ids: ReadonlySet<string>;
  select: (ids: Iterable<string>) => void;
  toggle: (id: string) => void;
  /** Takes some out, as what was decided. */
  drop: (ids: readonly string[]) => void;
  clear: () => void;
};

/** Keeps a selection over the pages of a list. */
export function useSelection<Row extends { _id: string }>(shownRows: readonly Row[] = []): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const shown = new Map(shownRows.map((row) => [row._id, row]));
  const select = (ids: Iterable<string>) => {
    const next = [...ids].flatMap((id) => shown.get(id) ?? selected.get(id) ?? []);
    setSelected(new Map(next.map((row) => [row._id, row])));
  };
  return {
    rows: [...selected.values()].map((row) => shown.get(row._id) ?? row),
    ids: new Set(selected.keys()),
    select,
    toggle: (id) =>
      select(selected.has(id) ? [...selected.keys()].filter((other) => other !== id) : [...selected.keys(), id]),
    drop: (ids) => select([...selected.keys()].filter((id) => !ids.includes(id))),
    clear: () => select([]),
  };
}
