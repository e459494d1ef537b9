import { Store, useStore } from './store';

/** `offline`: the device has no network. `unreachable`: it has one, but the server did not answer the last request. */
export type Connection = { status: 'online' } | { status: 'offline' | 'unreachable'; since: string };

const ONLINE: Connection = { status: 'online' };

/** Whether the server can be reached, from the browser's events and from how requests end. */
export class ConnectionStore extends Store<Connection> {
  /** Since when the device has no network, as the browser says, as a time of `Date.now()`; 0 while it has one. */
  #offlineAt = 0;

  constructor() {
    super(ONLINE);
  }

  /** Follows the browser's events; returns the way to stop. */
  listen(target: Window = window): () => void {
    const onOnline = () => {
      // Or a clock that was set back meanwhile would make every answer look like an earlier one.
      this.#offlineAt = 0;
      this.#change('online');
    };
    const onOffline = () => {
      this.#offlineAt = Date.now();
      this.#change('offline');
    };
    if (!target.navigator.onLine) onOffline();
    target.addEventListener('online', onOnline);
    target.addEventListener('offline', onOffline);
    return () => {
      target.removeEventListener('online', onOnline);
      target.removeEventListener('offline', onOffline);
    };
  }

  /**
   * Reports how a request ended: with any answer of the server, or with none. The answer to a request that was sent
   * before the device lost its network says nothing about it.
   */
  report(answered: boolean, sentAt: number = Date.now()): void {
    if (answered && sentAt < this.#offlineAt) return;
    if (answered) this.#change('online');
    else if (this.current().status === 'online') this.#change('unreachable');
  }

  #change(status: Connection['status']): void {
    const before = this.current();
    if (before.status === status) return;
    const since = before.status === 'online' ? new Date().toISOString() : before.since;
    this.set(status === 'online' ? ONLINE : { status, since });
  }
}

export const connection = new ConnectionStore();

/** Whether the server can be reached, as of now. */
export function useConnection(): Connection {
  return useStore(connection);
}
