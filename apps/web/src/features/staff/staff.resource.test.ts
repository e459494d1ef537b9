import { serverEvents, type UserEvent } from '@shifa/contract';
import { hashKey, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../data/api';
import { type Key, keyOf } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { StaffListState, staffLive, staffResource } from './staff.resource';

const id = '65f000000000000000000001';
const other = '65f000000000000000000002';
const change: UserEvent = serverEvents['user:updated'].parse({
  _id: id,
  id,
  name: 'Meera Nair',
  role: 'manager',
  status: 'active',
  laboratoryId: null,
  version: 4,
  by: { _id: other, name: 'Asha Rao' },
  at: '2026-11-21T09:15:00.000Z',
});

/** What pages show of one person. */
const keysOf = (personId: string): Key[] => [
  staffResource.detail(personId).queryKey,
  keyOf(api.staff.sessions, { params: { id: personId } }),
  keyOf(api.staff.history, { params: { id: personId }, query: { page: 3, limit: 20 } }),
];
const page = staffResource.page(StaffListState.parse({ page: 2 })).queryKey;
const shared: Key[] = [page, [...page, 'directory'], keyOf(api.staff.stats, { query: { laboratoryId: other } })];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe.each(['user:created', 'user:updated'])('%s', (event) => {
  it('makes lists, counts, detail, sessions and history of that person stale, and names who did it', () => {
    const queryClient = new QueryClient();
    for (const key of [...shared, ...keysOf(id), ...keysOf(other)]) queryClient.setQueryData(key, {});
    const socket = new FakeSocket();
    staffLive(socket as object as LiveSocket, queryClient);
    socket.receive(event, change);
    vi.advanceTimersByTime(1_000);
    const stale = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
    expect(stale.map(({ queryKey }) => hashKey(queryKey))).toEqual([...shared, ...keysOf(id)].map(hashKey));
    expect(queryClient.getQueryData(staffResource.recentChange(id).queryKey)).toEqual(change);
    expect(queryClient.getQueryData(staffResource.recentChange(other).queryKey)).toBeUndefined();
  });
});
