import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { api } from '../../lib/api';
import { keyOf, keyOfAll } from '../../lib/queries';
import type { LiveSocket } from '../../lib/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { finances } from './finances';

const id = '65f000000000000000000001';

function staleAfter(...received: [event: string, payload: object][]): string[] {
  vi.useFakeTimers();
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  for (const listen of finances.live ?? []) listen(socket as object as LiveSocket, queryClient);
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  for (const [event, payload] of received) socket.receive(event, payload);
  vi.runAllTimers();
  vi.useRealTimers();
  return invalidated.mock.calls.map(([filters]) => JSON.stringify(filters?.queryKey));
}

it.each(['laboratory:updated', 'laboratory:deleted'])('reads entries again at %s, because they name it', (event) => {
  expect(staleAfter([event, { _id: id, version: 2 }])).toEqual([JSON.stringify(keyOfAll('transactions'))]);
});

it.each(['transaction:created', 'transaction:updated', 'transaction:approved', 'transaction:rejected'])(
  'counts the figures of the laboratory again at %s, once for many',
  (event) => {
    const stats = keyOf(api.laboratories.stats, { params: { id } });
    const change = [event, { _id: id, laboratoryId: id }] as [string, object];
    expect(staleAfter(change, change, change).filter((key) => key === JSON.stringify(stats))).toHaveLength(1);
  },
);
