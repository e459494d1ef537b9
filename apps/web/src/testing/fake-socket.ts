type Listener = (payload: unknown) => void;

/** Stands in for a socket.io connection; `receive` is what the server sends. */
export class FakeSocket {
  active = true;
  closed = false;
  connected = false;
  /** What the client sent. */
  readonly sent: [event: string, payload: unknown][] = [];
  readonly #listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  emit(event: string, payload: unknown): this {
    this.sent.push([event, payload]);
    return this;
  }

  receive(event: string, payload?: unknown): void {
    if (event === 'connect') this.connected = true;
    if (event === 'disconnect') this.connected = false;
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
