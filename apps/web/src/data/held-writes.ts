import { Store, useStore } from '../lib/store';
import { session } from './session';

/** Long enough to notice a mistake. */
const HELD_MS = 5_000;

type HeldWrite = {
  action: string;
  send: () => Promise<unknown>;
  onDropped: () => void;
  timer: ReturnType<typeof setTimeout>;
  /** Of the session in which the person decided. */
  token: string | null;
};

/** What waits to be sent: the action by the id of its document. */
type Held = ReadonlyMap<string, string>;

/**
 * Writes that the person can still undo. Each is sent once: when its time is up, or earlier when the page is about to
 * be left or hidden, as a phone may discard a hidden page at any moment. A write is never sent in another session, such
 * as that of the next person: where the session has ended, it is dropped, and the person is told.
 */
export class HeldWrites extends Store<Held> {
  readonly #writes = new Map<string, HeldWrite>();

  constructor() {
    super(new Map());
  }

  /** `send` reports its own failure. */
  hold(id: string, action: string, { send, onDropped }: Pick<HeldWrite, 'send' | 'onDropped'>): void {
    if (this.#writes.has(id)) return;
    const timer = setTimeout(() => void this.send(id), HELD_MS);
    this.#writes.set(id, { action, send, onDropped, timer, token: session.token() });
    this.#changed();
  }

  undo(id: string): void {
    this.#take(id);
  }

  /** Does not wait any longer. */
  async send(id: string): Promise<void> {
    const write = this.#take(id);
    if (!write) return;
    if (write.token === session.token()) await write.send().catch(() => undefined);
    else write.onDropped();
  }

  async sendAll(): Promise<void> {
    await Promise.all([...this.#writes.keys()].map((id) => this.send(id)));
  }

  /** Follows the browser's events; returns the way to stop. */
  listen(target: Window = window): () => void {
    const { document } = target;
    const onLeaving = () => void this.sendAll();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') onLeaving();
    };
    target.addEventListener('pagehide', onLeaving);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      target.removeEventListener('pagehide', onLeaving);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }

  #take(id: string): HeldWrite | undefined {
    const write = this.#writes.get(id);
    if (!write) return undefined;
    clearTimeout(write.timer);
    this.#writes.delete(id);
    this.#changed();
    return write;
  }

  #changed(): void {
    this.set(new Map([...this.#writes].map(([id, { action }]) => [id, action])));
  }
}

export const heldWrites = new HeldWrites();

/** What can still be undone. */
export function useHeldWrites(): Held {
  return useStore(heldWrites);
}
