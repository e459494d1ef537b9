import type { Ledger, LedgerBody } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../data/api';
import { invalidate } from '../../data/live';
import { keyOf, type Page, pageQuery, type RowOf } from '../../data/queries';
import type { Live } from '../../data/socket';

type Shown = Page<RowOf<typeof api.audit.ledgers>>;

const ledgersKey = keyOf(api.audit.ledgers);
/** In case the events of a verification do not arrive. */
const WHILE_RUNNING_MS = 5_000;

/** A page of laboratories, each with its ledgers. */
export function ledgersPage(page: number) {
  return {
    ...pageQuery(api.audit.ledgers, { query: { page, limit: 20 } }),
    refetchInterval: ({ state }: { state: { data: Shown | undefined } }) =>
      state.data?.data.some(({ ledgers }) => ledgers.some(isRunning)) ? WHILE_RUNNING_MS : (false as const),
  };
}

export function isRunning({ verification }: Pick<Ledger, 'verification'>): boolean {
  return verification?.status === 'running';
}

/** Shows another state of one ledger. */
export function updateLedger(client: QueryClient, { ledger, laboratoryId }: LedgerBody, next: (of: Ledger) => Ledger) {
  client.setQueriesData<Shown>({ queryKey: ledgersKey }, (page) => {
    const data = page?.data.map((row) =>
      row.laboratory._id === laboratoryId
        ? { ...row, ledgers: row.ledgers.map((one) => (one.ledger === ledger ? next(one) : one)) }
        : row,
    );
    return page && data && { ...page, data };
  });
}

export const ledgersLive: Live = (socket, queryClient) => {
  socket.on('ledger:progress', ({ status, done, total, ...chain }) => {
    const seen: Ledger[] = [];
    updateLedger(queryClient, chain, (ledger) => {
      if (!ledger.verification || !isRunning(ledger)) return ledger;
      seen.push(ledger);
      return { ...ledger, verification: { ...ledger.verification, done, total } };
    });
    if (seen.length === 0 || status !== 'running') void invalidate(queryClient, [ledgersKey]);
  });
};
