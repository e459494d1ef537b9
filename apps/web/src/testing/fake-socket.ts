type Listener = (payload: unknown) => void;

/** Stands in for a socket.io connection; `receive` is what the server sends. */
export class FakeSocket {
  active = true;
  closed = false;
  readonly #listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  receive(event: string, payload?: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload);
  }

  connect(): this {
    return this;
  }

  disconnect(): this {
    this.closed = true;
    return this;
  }
}
