import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSocket, socketAddress } from './socket';

describe('the address of the socket', () => {
  it('is the root that the page came from', () => {
    expect(socketAddress({ protocol: 'https:', origin: 'https://lab.example' })).toBe('https://lab.example');
  });

  it('is port 3000 of this machine when the page came from no server', () => {
    expect(socketAddress({ protocol: 'file:', origin: 'null' })).toBe('http://localhost:3000');
  });
});

it('reconnects as specified, by websocket and then by polling', () => {
  const socket = openSocket('abc').disconnect();
  expect(socket.io.opts).toMatchObject({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionAttempts: Infinity,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
});

it('tries polling first after a websocket that hangs', async () => {
  class Hanging extends EventTarget {
    readonly close = () => undefined;
  }
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('WebSocket', Hanging);
  const socket = openSocket('abc');
  await vi.advanceTimersByTimeAsync(20_001);
  expect(socket.io.opts.transports).toEqual(['polling', 'websocket']);
  socket.disconnect();
});
