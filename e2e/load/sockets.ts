import { performance } from 'node:perf_hooks';
import { io, type Socket } from 'socket.io-client';
import type { Person } from './population.js';

const AT_ONCE = 50;

type StockEvent = { _id: string; version: number };

/** Screens that are open while people work: each has a socket, and some hear of stock movements. */
export class Screens {
  events = 0;
  reconnected = 0;
  /** Milliseconds from the sending of a movement to its event at each screen. */
  readonly delays: number[] = [];
  private readonly sockets: Socket[] = [];
  /** When movements of an item were sent, oldest first: the events of an item arrive in the same order. */
  private readonly sent = new Map<string, number[]>();
  private readonly versions = new Map<string, { version: number; sentAt: number }>();

  constructor(private readonly url: string) {}

  get open(): number {
    return this.sockets.filter(({ connected }) => connected).length;
  }

  async connect(people: readonly Person[]): Promise<void> {
    for (let from = 0; from < people.length; from += AT_ONCE) {
      await Promise.all(people.slice(from, from + AT_ONCE).map((person) => this.add(person)));
    }
  }

  /** To be called with each movement that is about to be sent. */
  readonly expect = (itemId: string): void => {
    const times = this.sent.get(itemId) ?? [];
    if (times.push(performance.now()) === 1) this.sent.set(itemId, times);
  };

  close(): void {
    for (const socket of this.sockets) socket.disconnect();
  }

  private async add({ token, address: localAddress }: Person): Promise<void> {
    const options = { localAddress, transports: ['websocket'], forceNew: true };
    const socket = io(this.url, { auth: { token }, ...options });
    this.sockets.push(socket);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.on('connect', () => (this.reconnected += 1));
    socket.onAny((event: string, payload: StockEvent) => {
      this.events += 1;
      if (event.startsWith('inventory:')) this.hear(payload);
    });
  }

  private hear({ _id, version }: StockEvent): void {
    const known = this.versions.get(_id);
    // Several screens hear of the same version; the first one takes the time at which it was sent.
    const sentAt = known?.version === version ? known.sentAt : this.sent.get(_id)?.shift();
    if (sentAt === undefined) return;
    this.versions.set(_id, { version, sentAt });
    this.delays.push(performance.now() - sentAt);
  }
}
