import { serverEvents } from '@shifa/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { LiveSocket } from '../../lib/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { permissionLive } from './permission.live';
import { permissionQueries } from './permission.queries';

const id = '65f000000000000000000001';
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

it.each(['user:created', 'user:updated'])('%s makes tables, and what is known of that person, stale', (event) => {
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  permissionLive(socket as object as LiveSocket, queryClient);
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  socket.receive(event, change);
  expect(invalidated.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    permissionQueries.laboratories,
    permissionQueries.user(id).queryKey,
    permissionQueries.checks(id),
  ]);
  expect(queryClient.getQueryData(permissionQueries.change(id).queryKey)).toEqual(change);
});
