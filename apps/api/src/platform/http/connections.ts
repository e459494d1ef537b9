import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../limits/address-key';
import { ConcurrencyLimit } from '../limits/concurrency-limit';
import type { ProxyTrust } from '../limits/proxy-trust';

export type ConnectionLimits = { total: number; perAddress: number };

/** The people of a laboratory share an address; each browser keeps up to seven connections open. */
const DEFAULTS: ConnectionLimits = { total: 4_000, perAddress: 1_000 };

/** Headers are complete within a second; this leaves room for a bad connection. */
const HEADERS_TIMEOUT_MS = 15_000;

/** Enough for a file of 5 MB over a slow connection. */
const REQUEST_TIMEOUT_MS = 120_000;

/**
 * How long a client may take for a request, and not read the response. Fastify's default for idle connections between
 * requests remains, because its 72 s exceed the timeout of common load balancers.
 */
export const connectionTimeouts = {
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: REQUEST_TIMEOUT_MS,
  maxRequestsPerSocket: 1_000,
};

/** Limits the open connections in total and per address, except from a trusted proxy, whose connections serve many clients. */
export function limitConnections(server: Server, trust: ProxyTrust, { total, perAddress } = DEFAULTS): void {
  const addresses = new ConcurrencyLimit(perAddress);
  server.maxConnections = total;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (trust(remoteAddress, 0)) return;
    const release = addresses.acquire(addressKey(remoteAddress));
    if (release) socket.once('close', release);
    else socket.destroy();
  });
}
