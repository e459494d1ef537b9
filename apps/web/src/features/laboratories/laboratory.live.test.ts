import { type LaboratoryEvent, serverEvents } from '@shifa/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { laboratoryOptions } from '../../lib/laboratory-options';
import type { LiveSocket } from '../../lib/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { laboratoryLive } from './laboratory.live';
import { laboratoryQueries } from './laboratory.queries';

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

function listen() {
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  laboratoryLive(socket as object as LiveSocket, queryClient);
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  return { queryClient, socket, keys: () => invalidated.mock.calls.map(([filters]) => filters?.queryKey) };
}

describe.each(['laboratory:created', 'laboratory:updated', 'laboratory:deleted'])('%s', (event) => {
  it('makes list, options, detail, figures and history of that laboratory untrue, and no other’s', () => {
    const { socket, keys } = listen();
    socket.receive(event, change);
    expect(keys()).toEqual([
      laboratoryQueries.lists,
      laboratoryOptions.queryKey,
      laboratoryQueries.detail(id).queryKey,
      laboratoryQueries.stats(id).queryKey,
      laboratoryQueries.histories(id),
    ]);
  });

  it('tells open screens who did it', () => {
    const { queryClient, socket } = listen();
    socket.receive(event, change);
    expect(queryClient.getQueryData(laboratoryQueries.change(id).queryKey)).toEqual(change);
    expect(queryClient.getQueryData(laboratoryQueries.change(other).queryKey)).toBeUndefined();
  });
});

it.each(['transaction:created', 'transaction:updated', 'transaction:approved', 'transaction:rejected'])(
  'counts the figures of the laboratory again at %s, once for many',
  (event) => {
    vi.useFakeTimers();
    const { socket, keys } = listen();
    for (let entry = 0; entry < 3; entry++) socket.receive(event, { laboratoryId: id });
    vi.runAllTimers();
    vi.useRealTimers();
    expect(keys()).toEqual([laboratoryQueries.stats(id).queryKey]);
  },
);

it('reaches every page of a list and of a history by their first words', () => {
  const { lists, list, histories, history } = laboratoryQueries;
  expect(list({ page: 2, limit: 20, sort: 'name' }).queryKey.slice(0, lists.length)).toEqual(lists);
  expect(history(id, 3).queryKey.slice(0, histories(id).length)).toEqual(histories(id));
});
