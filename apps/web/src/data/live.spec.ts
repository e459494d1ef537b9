import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '../testing/fake-socket';
import { live } from './live';
import { recentChange } from './queries';
import type { LiveSocket } from './socket';

const change = { _id: '65f000000000000000000001', version: 4, by: null, at: '2026-11-21T09:15:00.000Z' };

function listen(handlers: Parameters<typeof live>[0]) {
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  live(handlers)(socket as object as LiveSocket, queryClient);
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  return { queryClient, socket, keys: () => invalidated.mock.calls.map(([filters]) => filters?.queryKey) };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('live updates', () => {
  it('hear every event about an entity, and none about another', () => {
    const { socket, keys } = listen({ 'laboratory:*': () => [['laboratories']] });
    socket.receive('user:updated', change);
    vi.advanceTimersByTime(1_000);
    expect(keys()).toEqual([]);
    socket.receive('laboratory:deleted', change);
    vi.advanceTimersByTime(1_000);
    expect(keys()).toEqual([['laboratories']]);
  });

  it('hear one event alone', () => {
    const { socket, keys } = listen({ 'transaction:approved': ({ _id }) => [[_id]] });
    socket.receive('transaction:created', change);
    socket.receive('transaction:approved', change);
    vi.advanceTimersByTime(1_000);
    expect(keys()).toEqual([[change._id]]);
  });

  it('fetch each thing once for many events', () => {
    const { socket, keys } = listen({ 'user:*': ({ _id }) => [['lists'], ['detail', _id]] });
    socket.receive('user:created', change);
    socket.receive('user:updated', change);
    socket.receive('user:updated', { ...change, _id: 'another' });
    expect(keys()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(keys()).toEqual([['lists'], ['detail', change._id], ['detail', 'another']]);
  });

  it('remember who made the last change of a document', () => {
    const { queryClient, socket } = listen({ 'user:*': () => [] });
    socket.receive('user:updated', change);
    expect(queryClient.getQueryData(recentChange('user', change._id).queryKey)).toEqual(change);
    expect(queryClient.getQueryData(recentChange('laboratory', change._id).queryKey)).toBeUndefined();
  });
});
