import { serverEvents, type TransactionEvent } from '@shifa/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveSocket } from '../../lib/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { transactionLive } from './transaction.live';
import { transactionQueries } from './transaction.queries';

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

const figures = [
  transactionQueries.lists,
  transactionQueries.allTotals,
  transactionQueries.allStats,
  transactionQueries.allReports,
  transactionQueries.waitingCount.queryKey,
];

function listen() {
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  transactionLive(socket as object as LiveSocket, queryClient);
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  return { queryClient, socket, keys: () => invalidated.mock.calls.map(([filters]) => filters?.queryKey) };
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
    it('makes lists, figures, reports, waiting counts, the entry and its history stale, and no other’s', () => {
      const { socket, keys } = listen();
      socket.receive(event, change);
      vi.runAllTimers();
      expect(keys()).toEqual([...figures, transactionQueries.detail(id).queryKey, transactionQueries.histories(id)]);
    });

    it('tells open screens at once who did it', () => {
      const { queryClient, socket } = listen();
      socket.receive(event, change);
      expect(queryClient.getQueryData(transactionQueries.change(id).queryKey)).toEqual(change);
      expect(queryClient.getQueryData(transactionQueries.change(other).queryKey)).toBeUndefined();
    });
  },
);

it('counts again once for many entries that change together, and again for the next', () => {
  const { socket, keys } = listen();
  socket.receive('transaction:created', change);
  socket.receive('transaction:created', { ...change, _id: other });
  vi.runAllTimers();
  expect(keys()).toHaveLength(figures.length + 4);
  socket.receive('transaction:updated', change);
  vi.runAllTimers();
  expect(keys()).toHaveLength(2 * figures.length + 6);
});

it('reaches every page, filter and period by the first words of its key', () => {
  const { lists, list, allTotals, totals, allStats, stats, allReports, report, histories, history } =
    transactionQueries;
  const starts = (key: readonly unknown[], first: readonly unknown[]) =>
    expect(key.slice(0, first.length)).toEqual(first);
  starts(list({ page: 2 }).queryKey, lists);
  starts(totals({ type: 'income' }).queryKey, allTotals);
  starts(stats({ laboratoryId: [id] }).queryKey, allStats);
  starts(report({ groupBy: 'day' }).queryKey, allReports);
  starts(history(id, 3).queryKey, histories(id));
});
