import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { sessionUser } from '@shifa/contract/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../data/session';
import { FakeSocket } from '../testing/fake-socket';
import { useLiveUpdates } from './use-live-updates';

const { open } = vi.hoisted(() => ({ open: vi.fn() }));
vi.mock('../data/socket', () => ({ openSocket: open }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function setUp() {
  session.start('token', sessionUser());
  const socket = new FakeSocket();
  open.mockReturnValue(socket);
  const connect = vi.spyOn(socket, 'connect');
  const queryClient = new QueryClient();
  const refetch = vi.spyOn(queryClient, 'invalidateQueries');
  const lives: [] = [];
  renderHook(
    () => {
      useLiveUpdates(lives);
    },
    { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
  );
  // The code of the socket is fetched first.
  await vi.dynamicImportSettled();
  const refuse = () => {
    socket.active = false;
    socket.receive('connect_error');
  };
  return { socket, connect, refetch, refuse };
}

it('fetches nothing for a connection that is refused from the start, and asks for it less and less often', async () => {
  const { connect, refetch, refuse } = await setUp();
  for (const [attempts, seconds] of [5, 10, 20, 40, 80, 120, 120].entries()) {
    refuse();
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(connect).toHaveBeenCalledTimes(attempts);
    vi.advanceTimersByTime(1);
    expect(connect).toHaveBeenCalledTimes(attempts + 1);
  }
  expect(refetch).not.toHaveBeenCalled();
});

it('fetches everything once when the server closes a connection, and again once it is back', async () => {
  const { socket, connect, refetch, refuse } = await setUp();
  socket.receive('connect');
  expect(refetch).not.toHaveBeenCalled();
  socket.receive('disconnect', 'io server disconnect');
  expect(refetch).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  refuse();
  expect(refetch).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(connect).toHaveBeenCalledTimes(2);
  socket.receive('connect');
  expect(refetch).toHaveBeenCalledTimes(2);
});
