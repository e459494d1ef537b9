import { Injectable, Logger } from '@nestjs/common';

declare const payloadOf: unique symbol;

/** The name of a domain event, with the type of its payload. */
export type EventKind<Payload> = { readonly name: string; readonly [payloadOf]?: Payload };

/** Declares a domain event, named `noun.verbed`. */
export function eventKind<Payload>(name: string): EventKind<Payload> {
  return { name };
}

type Listener = (payload: never) => Promise<void> | void;
export type DomainEvent = { name: string; payload: unknown };

/**
 * Events between modules. A listener runs either within the transaction (for documents that must be written together
 * with the change, such as notifications) or after its commit (for the sockets). Events of a transaction that is rolled
 * back are never published.
 */
@Injectable()
export class DomainEvents {
  private readonly logger = new Logger(DomainEvents.name);
  private readonly inside = new Map<string, Listener[]>();
  private readonly afterwards = new Map<string, Listener[]>();
  private readonly invalidating = new Map<string, Listener[]>();

  /** Runs the listener within the transaction of the change. If the listener fails, the change is rolled back. */
  within<Payload>(kind: EventKind<Payload>, listener: (payload: Payload) => Promise<void>): void {
    this.inside.set(kind.name, [...(this.inside.get(kind.name) ?? []), listener]);
  }

  /**
   * Runs once the fact is committed; its failure is logged and undoes nothing.
   * @param options.first before every other listener, such as to move sockets to other rooms before events are sent.
   */
  after<Payload>(
    kind: EventKind<Payload>,
    listener: (payload: Payload) => Promise<void> | void,
    { first = false } = {},
  ): void {
    const others = this.afterwards.get(kind.name) ?? [];
    this.afterwards.set(kind.name, first ? [listener, ...others] : [...others, listener]);
  }

  /**
   * For listeners that invalidate cached values and do nothing else. They run before every other listener after the
   * commit and, where several processes keep values, also before it, to tell the others what will change.
   */
  invalidates<Payload>(kind: EventKind<Payload>, listener: (payload: Payload) => Promise<void> | void): void {
    this.invalidating.set(kind.name, [...(this.invalidating.get(kind.name) ?? []), listener]);
  }

  /** For `Caches` only. */
  async invalidate(events: readonly DomainEvent[]): Promise<void> {
    for (const { name, payload } of events) {
      for (const listener of this.invalidating.get(name) ?? []) {
        // In one tick where listeners do not wait.
        const finished = listener(payload as never);
        if (finished) await finished;
      }
    }
  }

  /** For `UnitOfWork` only. */
  async raiseInside({ name, payload }: DomainEvent): Promise<void> {
    for (const listener of this.inside.get(name) ?? []) await listener(payload as never);
  }

  /** For `UnitOfWork` only. */
  async publish(events: readonly DomainEvent[]): Promise<void> {
    // All at once, so that nothing is computed from what the next event invalidates.
    const log = (error: unknown) => this.logger.error(error, 'A listener that invalidates cached values failed');
    await Promise.all(events.map((event) => this.invalidate([event]).catch(log)));
    for (const { name, payload } of events) {
      for (const listener of this.afterwards.get(name) ?? []) {
        try {
          await listener(payload as never);
        } catch (error) {
          this.logger.error(error, `A listener of ${name} failed`);
        }
      }
    }
  }
}
