import { useSyncExternalStore } from 'react';

/** `offline`: the device has no network. `unreachable`: it has one, but the server did not answer the last request. */
export type Connection = { status: 'online' } | { status: 'offline' | 'unreachable'; since: string };

const ONLINE: Connection = { status: 'online' };

/** Whether the server can be reached, from the browser's events and from how requests end. */
export class ConnectionStore {
  #connection: Connection = ONLINE;
  readonly #listeners = new Set<() => void>();

  current = (): Connection => this.#connection;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows the browser's events; returns the way to stop. */
  listen(target: Window = window): () => void {
    const onOnline = () => this.#set('online');
    const onOffline = () => this.#set('offline');
    if (!target.navigator.onLine) onOffline();
    target.addEventListener('online', onOnline);
    target.addEventListener('offline', onOffline);
    return () => {
      target.removeEventListener('online', onOnline);
      target.removeEventListener('offline', onOffline);
    };
  }

  /** Reports how a request ended: with any answer of the server, or with none. */
  report(answered: boolean): void {
    if (answered) this.#set('online');
    else if (this.#connection.status === 'online') this.#set('unreachable');
  }

  #set(status: Connection['status']): void {
    if (this.#connection.status === status) return;
    const since = this.#connection.status === 'online' ? new Date().toISOString() : this.#connection.since;
    this.#connection = status === 'online' ? ONLINE : { status, since };
    for (const listener of [...this.#listeners]) listener();
  }
}

export const connection = new ConnectionStore();

/** Whether the server can be reached, as of now. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.current);
}
