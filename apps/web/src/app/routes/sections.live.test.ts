import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { api } from '../../data/api';
import { keyOf, keyOfAll } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { finances } from './finances';
import type { Section } from './section';
import { staff } from './staff';

const id = '65f000000000000000000001';

function staleAfter({ live }: Section, ...received: [event: string, payload: object][]): string[] {
  vi.useFakeTimers();
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  for (const listen of live ?? []) listen(socket as object as LiveSocket, queryClient);
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  for (const [event, payload] of received) socket.receive(event, payload);
  vi.runAllTimers();
  vi.useRealTimers();
  return invalidated.mock.calls.map(([filters]) => JSON.stringify(filters?.queryKey));
}

describe.each(['laboratory:updated', 'laboratory:deleted'])('at %s', (event) => {
  it.each([
    ['entries', finances, 'transactions'],
    ['people', staff, 'staff'],
  ] as const)('%s are read again, because they name the laboratory', (_, section, resource) => {
    expect(staleAfter(section, [event, { _id: id, version: 2 }])).toEqual([JSON.stringify(keyOfAll(resource))]);
  });
});

it.each(['transaction:created', 'transaction:updated', 'transaction:approved', 'transaction:rejected'])(
  'counts the figures of the laboratory again at %s, once for many',
  (event) => {
    const stats = keyOf(api.laboratories.stats, { params: { id } });
    const change = [event, { _id: id, laboratoryId: id }] as [string, object];
    expect(staleAfter(finances, change, change, change).filter((key) => key === JSON.stringify(stats))).toHaveLength(1);
  },
);
