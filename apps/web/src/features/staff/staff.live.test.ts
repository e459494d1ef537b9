import { serverEvents, type UserEvent } from '@shifa/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import type { LiveSocket } from '../../lib/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { StaffListState } from './staff-list-state';
import { staffLive } from './staff.live';
import { staffQueries } from './staff.queries';

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

describe.each(['user:created', 'user:updated'])('%s', (event) => {
  it('makes lists, figures, detail, sessions and history of that person stale, and tells who did it', () => {
    const queryClient = new QueryClient();
    const socket = new FakeSocket();
    staffLive(socket as object as LiveSocket, queryClient);
    const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
    socket.receive(event, change);
    expect(invalidated.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
      staffQueries.lists,
      staffQueries.allStats,
      staffQueries.detail(id).queryKey,
      staffQueries.sessions(id).queryKey,
      staffQueries.histories(id),
    ]);
    expect(queryClient.getQueryData(staffQueries.change(id).queryKey)).toEqual(change);
    expect(queryClient.getQueryData(staffQueries.change(other).queryKey)).toBeUndefined();
  });
});

it('reaches every page, the figures of every laboratory, and the directory', () => {
  const { lists, list, histories, history, allStats, stats } = staffQueries;
  expect(list(StaffListState.parse({ page: 2 })).queryKey.slice(0, lists.length)).toEqual(lists);
  expect(history(id, 3).queryKey.slice(0, histories(id).length)).toEqual(histories(id));
  expect(stats(id).queryKey.slice(0, allStats.length)).toEqual(allStats);
});
