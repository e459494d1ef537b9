import { serverEvents, type TransactionEvent } from '@shifa/contract';
import { hashKey, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../data/api';
import { type Key, keyOf } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { transactionLive, transactionResource, waitingCount } from './transaction.resource';

const id = '65f000000000000000000001';
const other = '65f000000000000000000002';
const change: TransactionEvent = serverEvents['transaction:approved'].parse({
  _id: id,
  transactionNo: 'KOL-2026-27-000123',
  type: 'expense',
  status: 'approved',
  amountPaise: 125_050,
  laboratoryId: '65f0000000000000000000aa',
  version: 4,
  by: { _id: '65f0000000000000000000bb', name: 'Asha Rao' },
  at: '2026-11-21T09:15:00.000Z',
});

/** What pages show of one entry. */
const keysOf = (_id: string): Key[] => [
  transactionResource.detail(_id).queryKey,
  keyOf(api.transactions.history, { params: { id: _id }, query: { page: 3, limit: 20 } }),
];
const shared: Key[] = [
  transactionResource.page({ page: 2 }).queryKey,
  keyOf(api.transactions.totals, { query: { type: 'income' } }),
  keyOf(api.transactions.stats, { query: { laboratoryId: [id] } }),
  keyOf(api.transactions.reports, { query: { groupBy: 'day' } }),
  waitingCount.queryKey,
  keyOf(api.bills.ofOrder, { params: { id: other } }),
];
const unaffected: Key[] = [keyOf(api.transactions.periodClose), ['receipt', id, other]];

function listen() {
  const queryClient = new QueryClient();
  for (const key of [...shared, ...keysOf(id), ...keysOf(other), ...unaffected]) queryClient.setQueryData(key, {});
  const socket = new FakeSocket();
  transactionLive(socket as object as LiveSocket, queryClient);
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => hashKey(queryKey));
  return { queryClient, socket, stale, invalidated };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(['transaction:created', 'transaction:updated', 'transaction:approved', 'transaction:rejected'])(
  '%s',
  (event) => {
    it('makes lists, totals, reports, waiting counts, bills, the entry and its history stale, and no other entry', () => {
      const { socket, stale } = listen();
      socket.receive(event, change);
      vi.advanceTimersByTime(1_000);
      expect(stale()).toEqual([...shared, ...keysOf(id)].map(hashKey));
    });

    it('tells open screens at once who made the change', () => {
      const { queryClient, socket } = listen();
      socket.receive(event, change);
      expect(queryClient.getQueryData(transactionResource.recentChange(id).queryKey)).toEqual(change);
      expect(queryClient.getQueryData(transactionResource.recentChange(other).queryKey)).toBeUndefined();
    });
  },
);

it('fetches once for many entries that change together, and again for the next change', () => {
  const { socket, invalidated } = listen();
  const lists = 6;
  socket.receive('transaction:created', change);
  socket.receive('transaction:created', { ...change, _id: other });
  vi.advanceTimersByTime(1_000);
  expect(invalidated).toHaveBeenCalledTimes(lists + 2);
  socket.receive('transaction:updated', change);
  vi.advanceTimersByTime(1_000);
  expect(invalidated).toHaveBeenCalledTimes(2 * lists + 3);
});
