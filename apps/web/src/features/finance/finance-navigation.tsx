import MuiLink from '@mui/material/Link';
import { countedStatuses, type TransactionType, waitingStatuses } from '@shifa/contract';
import { Link, useOutletContext, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import type { api } from '../../data/api';
import type { QueryOf } from '../../data/queries';
import { withQuery } from '../../lib/with-query';

/** What every page of the finances can open. */
export type FinanceDialog =
  | { dialog: 'entry'; type?: TransactionType }
  | { dialog: 'import' }
  | { dialog: 'period-close'; month?: string; laboratoryId?: string | undefined };

export type OpenFinanceDialog = (dialog: FinanceDialog) => void;

/** Opens a dialog of the surrounding page from one of its tabs. */
export function useFinanceDialog(): OpenFinanceDialog {
  return useOutletContext<OpenFinanceDialog>();
}

/** The entry in the drawer, `?entry=<id>` on every page of the finances; the rest of the address is kept. */
export function useOpenedEntry(): {
  id: string | undefined;
  show: (entry: { _id: string }) => void;
  close: () => void;
} {
  const [params, setParams] = useSearchParams();
  return {
    id: params.get('entry') ?? undefined,
    show: ({ _id }) => setParams((current) => withEntry(current, _id)),
    close: () =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('entry');
          return next;
        },
        { replace: true },
      ),
  };
}

function withEntry(params: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('entry', id);
  return next;
}

/** The number of another entry; the link opens it in the drawer, above the current page. */
export function EntryLink({ entry: { _id, transactionNo } }: { entry: { _id: string; transactionNo: string } }) {
  const [params] = useSearchParams();
  return (
    <MuiLink component={Link} to={{ search: withEntry(params, _id).toString() }} className="tabular" underline="always">
      {transactionNo}
    </MuiLink>
  );
}

/** The entry in the drawer above the list. */
export function entryPath({ _id }: { _id: string }): string {
  return withQuery(paths.transactions, { entry: _id });
}

type EntryFilter = Omit<NonNullable<QueryOf<typeof api.transactions.list>>, 'page' | 'limit'>;

/** The list of entries with a filter. */
export function entriesPath(filter: EntryFilter): string {
  return withQuery(paths.transactions, filter);
}

/** The entries that totals include. */
export function countedEntriesPath(filter: Omit<EntryFilter, 'status'>): string {
  return entriesPath({ ...filter, status: [...countedStatuses] });
}

/** The entries that await a decision and are shown beside the totals. */
export function waitingEntriesPath(filter: Omit<EntryFilter, 'status'>): string {
  return entriesPath({ ...filter, status: [...waitingStatuses] });
}
