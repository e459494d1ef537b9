import { describe, expect, it } from 'vitest';
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
