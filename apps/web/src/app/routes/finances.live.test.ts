import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { api } from '../../lib/api';
import { keyOf } from '../../lib/queries';
import type { LiveSocket } from '../../lib/socket';
import { FakeSocket } from '../../testing/fake-socket';
import { finances } from './finances';

const id = '65f000000000000000000001';

it.each(['transaction:created', 'transaction:updated', 'transaction:approved', 'transaction:rejected'])(
  'counts the figures of the laboratory again at %s, once for many',
  (event) => {
    vi.useFakeTimers();
    const queryClient = new QueryClient();
    const socket = new FakeSocket();
    for (const listen of finances.live ?? []) listen(socket as object as LiveSocket, queryClient);
    const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
    for (let entry = 0; entry < 3; entry++) socket.receive(event, { _id: id, laboratoryId: id });
    vi.runAllTimers();
    vi.useRealTimers();
    const stats = keyOf(api.laboratories.stats, { params: { id } });
    const keys = invalidated.mock.calls.map(([filters]) => JSON.stringify(filters?.queryKey));
    expect(keys.filter((key) => key === JSON.stringify(stats))).toHaveLength(1);
  },
);
