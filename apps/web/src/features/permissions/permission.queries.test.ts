import { serverEvents } from '@shifa/contract';
import { hashKey, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Key } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { permissionLive, permissionQueries } from './permission.queries';

const id = '65f000000000000000000001';
const other = '65f000000000000000000002';
const change = serverEvents['user:updated'].parse({
  _id: id,
  id,
  name: 'Ravi Sen',
  role: 'manager',
  status: 'active',
  laboratoryId: null,
  version: 4,
  by: null,
  at: '2026-11-21T09:15:00.000Z',
});

const keysOf = (userId: string): Key[] => [
  permissionQueries.user(userId).queryKey,
  permissionQueries.check(userId, { resource: 'staff', action: 'view' }).queryKey,
];
const table = permissionQueries.laboratory(other, { page: 2, limit: 20 }).queryKey;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it.each(['user:created', 'user:updated'])('%s makes tables, and what was fetched of that person, stale', (event) => {
  const queryClient = new QueryClient();
  for (const key of [table, ...keysOf(id), ...keysOf(other)]) queryClient.setQueryData(key, {});
  const socket = new FakeSocket();
  permissionLive(socket as object as LiveSocket, queryClient);
  socket.receive(event, change);
  vi.advanceTimersByTime(1_000);
  const stale = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  expect(stale.map(({ queryKey }) => hashKey(queryKey))).toEqual([table, ...keysOf(id)].map(hashKey));
  expect(queryClient.getQueryData(permissionQueries.recentChange(id).queryKey)).toEqual(change);
});
