import { Injectable, Logger } from '@nestjs/common';

declare const payloadOf: unique symbol;

/** The name of something that happened, with the type of what is told about it. */
export type EventKind<Payload> = { readonly name: string; readonly [payloadOf]?: Payload };

/** Declares an event, named `noun.verbed`. */
export function eventKind<Payload>(name: string): EventKind<Payload> {
  return { name };
}

type Listener = (payload: never) => Promise<void> | void;
export type DomainEvent = { name: string; payload: unknown };

/**
 * What modules tell each other. A listener runs inside the transaction (rows that must be there with the fact, such as
 * notifications) or after its commit (the sockets); what is rolled back is never told.
 */
@Injectable()
export class DomainEvents {
  private readonly logger = new Logger(DomainEvents.name);
  private readonly inside = new Map<string, Listener[]>();
  private readonly afterwards = new Map<string, Listener[]>();

  /** Runs inside the transaction of the fact; its failure undoes the fact. */
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

  /** For the transaction runner. */
  async raiseInside({ name, payload }: DomainEvent): Promise<void> {
    for (const listener of this.inside.get(name) ?? []) await listener(payload as never);
  }

  /** For the transaction runner. */
  async publish(events: readonly DomainEvent[]): Promise<void> {
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
