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
    add(this.inside, kind.name, listener);
  }

  /** Runs once the fact is committed; its failure is logged and undoes nothing. */
  after<Payload>(kind: EventKind<Payload>, listener: (payload: Payload) => Promise<void> | void): void {
    add(this.afterwards, kind.name, listener);
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

function add(listeners: Map<string, Listener[]>, name: string, listener: Listener): void {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}
