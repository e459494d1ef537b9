import { createServer, type Server, type Socket } from 'node:net';
import { chmodSync, rmSync } from 'node:fs';
import { Connection, type Answer } from './connection.js';

/** Where to listen: on a Unix domain socket or on TCP (port 0 picks a free port). */
export type Endpoint = { socketPath: string } | { host: string; port: number };

export class Listener {
  readonly #sockets = new Set<Socket>();
  #lastId = 0;

  private constructor(
    private readonly server: Server,
    private readonly requested: Endpoint,
  ) {}

  /** Starts listening. @throws the system's error, such as EADDRINUSE. */
  static async open(endpoint: Endpoint, answer: Answer): Promise<Listener> {
    const server = createServer({ noDelay: true });
    const listener = new Listener(server, endpoint);
    server.on('connection', (socket) => listener.#accept(socket, answer));
    if ('socketPath' in endpoint) rmSync(endpoint.socketPath, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen('socketPath' in endpoint ? { path: endpoint.socketPath } : endpoint, () => {
        server.off('error', reject);
        resolve();
      });
    });
    if ('socketPath' in endpoint && process.platform !== 'win32') chmodSync(endpoint.socketPath, 0o700);
    return listener;
  }

  /** Where it listens, with the port in use. */
  get endpoint(): Endpoint {
    const address = this.server.address();
    return typeof address === 'object' && address ? { ...this.requested, port: address.port } : this.requested;
  }

  /** Sends pending replies, then closes all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.#sockets) {
      socket.end();
      socket.unref();
    }
    setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, 100);
    await closed;
  }

  #accept(socket: Socket, answer: Answer): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    this.#lastId += 1;
    new Connection(socket, this.#lastId, answer);
  }
}
