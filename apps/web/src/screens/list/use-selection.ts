import { MAX_PAGE_LIMIT } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { formatCount, formatTotal, type Total } from '../../lib/format';
import type { PageQuery } from '../../data/queries';

/** The rows that are selected, also of other pages, each as it was last seen. */
export type Selection<Row> = {
  rows: readonly Row[];
  ids: ReadonlySet<string>;
  select: (ids: Iterable<string>) => void;
  toggle: (id: string) => void;
  /** Takes some out, as what was decided. */
  drop: (ids: readonly string[]) => void;
  clear: () => void;
  /** Selects the rows of all pages, unless they are selected already. */
  all?: SelectAll | undefined;
};

export type SelectAll = {
  /** `Select all 412`, `Select the first 200 of 412` */
  label: string;
  start: () => void;
  /** While the rows are fetched: how many there are so far, and the way to stop. */
  loading?: { text: string; stop: () => void } | undefined;
};

/** All pages of a list with its filters. */
export type WholeList<Row> = {
  total: Total;
  /** The most rows that can be changed together. */
  most: number;
  page: (part: { page: number; limit: number }) => PageQuery<Row>;
};

/** Keeps a selection over the pages of a list; with other filters, nothing that is no longer shown stays selected. */
export function useSelection<Row extends { _id: string }>(
  shownRows: readonly Row[] = [],
  whole?: WholeList<Row>,
): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const filter = whole && filterOf(whole);
  const [selectedIn, setSelectedIn] = useState(filter);
  if (filter !== undefined && filter !== selectedIn) {
    setSelectedIn(filter);
    setSelected(new Map());
  }
  const shown = new Map(shownRows.map((row) => [row._id, row]));
  const select = (ids: Iterable<string>) => {
    const next = [...ids].flatMap((id) => shown.get(id) ?? selected.get(id) ?? []);
    setSelected(byId(next));
  };
  const all = useSelectAll(whole, filter, selected.size, (rows) => setSelected(byId(rows)));
  return {
    rows: [...selected.values()].map((row) => shown.get(row._id) ?? row),
    ids: new Set(selected.keys()),
    select,
    toggle: (id) =>
      select(selected.has(id) ? [...selected.keys()].filter((other) => other !== id) : [...selected.keys(), id]),
    // From what is selected when it happens, as rows can be decided one after another.
    drop: (ids) => setSelected((current) => byId([...current.values()].filter(({ _id }) => !ids.includes(_id)))),
    clear: () => select([]),
    all,
  };
}

function byId<Row extends { _id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row._id, row]));
}

/** What a list is asked for, whatever its page and order. */
function filterOf<Row>({ page }: WholeList<Row>): string {
  const withoutOrder = (name: string, value: unknown) => (name === 'sort' ? undefined : value);
  return JSON.stringify(page({ page: 1, limit: 1 }).queryKey, withoutOrder);
}

/** Fetches the rows of all pages one page after another, so that each is selected as it is now. */
function useSelectAll<Row extends { _id: string }>(
  whole: WholeList<Row> | undefined,
  filter: string | undefined,
  selectedCount: number,
  onLoaded: (rows: readonly Row[]) => void,
): SelectAll | undefined {
  const queryClient = useQueryClient();
  const [loaded, setLoaded] = useState<number>();
  const current = useRef<symbol>(undefined);
  // The other pages are not needed once the list is left, or has other filters.
  useEffect(
    () => () => {
      current.current = undefined;
      setLoaded(undefined);
    },
    [filter],
  );
  if (!whole) return undefined;
  const count = Math.min(whole.total.total, whole.most);
  if (selectedCount >= count && loaded === undefined) return undefined;

  const finish = () => {
    current.current = undefined;
    setLoaded(undefined);
  };
  const load = async () => {
    const run = Symbol('select all');
    current.current = run;
    const rows = new Map<string, Row>();
    for (let page = 1; (page - 1) * MAX_PAGE_LIMIT < count; page += 1) {
      setLoaded(rows.size);
      const { queryKey, queryFn } = whole.page({ page, limit: MAX_PAGE_LIMIT });
      const { data } = await queryClient.query({ queryKey, queryFn, staleTime: 0 });
      if (current.current !== run) return;
      for (const row of data) rows.set(row._id, row);
    }
    onLoaded([...rows.values()].slice(0, count));
    finish();
  };
  const of = formatTotal(whole.total);
  return {
    label:
      count < whole.total.total || whole.total.totalIsAtLeast
        ? `Select the first ${formatCount(count)} of ${of}`
        : `Select all ${of}`,
    start: () =>
      void load().catch((error: unknown) => {
        if (current.current === undefined) return;
        finish();
        enqueueSnackbar(messageOf(error, "Couldn't select the rows"), { variant: 'error' });
      }),
    loading:
      loaded === undefined
        ? undefined
        : { text: `${formatCount(loaded)} of ${formatCount(count)} selected`, stop: finish },
  };
}
