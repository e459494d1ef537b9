import { type LaboratoryEvent, serverEvents } from '@shifa/contract';
import { hashKey, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../data/api';
import { laboratoryOptions } from '../../data/laboratory-options';
import { type Key, keyOf } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { laboratoryLive, laboratoryResource } from './laboratory.resource';

const id = '65f000000000000000000001';
const other = '65f000000000000000000002';
const change: LaboratoryEvent = serverEvents['laboratory:updated'].parse({
  _id: id,
  name: 'Salt Lake',
  code: 'SLK',
  status: 'active',
  version: 4,
  by: { _id: other, name: 'Asha Rao' },
  at: '2026-11-21T09:15:00.000Z',
});

/** What pages show of one laboratory. */
const keysOf = (laboratoryId: string): Key[] => [
  laboratoryResource.detail(laboratoryId).queryKey,
  keyOf(api.laboratories.stats, { params: { id: laboratoryId } }),
  keyOf(api.laboratories.history, { params: { id: laboratoryId }, query: { page: 3, limit: 20 } }),
];
const shared: Key[] = [laboratoryResource.page({ page: 2, sort: 'name' }).queryKey, laboratoryOptions.queryKey];

function listen() {
  const queryClient = new QueryClient();
  for (const key of [...shared, ...keysOf(id), ...keysOf(other)]) queryClient.setQueryData(key, {});
  const socket = new FakeSocket();
  laboratoryLive(socket as object as LiveSocket, queryClient);
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => hashKey(queryKey));
  return { queryClient, socket, stale };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe.each(['laboratory:created', 'laboratory:updated', 'laboratory:deleted'])('%s', (event) => {
  it('makes list, options, detail, figures and history of that laboratory stale, and no other’s', () => {
    const { socket, stale } = listen();
    socket.receive(event, change);
    vi.advanceTimersByTime(1_000);
    expect(stale()).toEqual([...shared, ...keysOf(id)].map(hashKey));
  });

  it('tells open screens who did it', () => {
    const { queryClient, socket } = listen();
    socket.receive(event, change);
    expect(queryClient.getQueryData(laboratoryResource.recentChange(id).queryKey)).toEqual(change);
    expect(queryClient.getQueryData(laboratoryResource.recentChange(other).queryKey)).toBeUndefined();
  });
});
