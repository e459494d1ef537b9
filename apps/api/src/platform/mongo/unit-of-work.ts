import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';
import { type DomainEvent, DomainEvents, type EventKind } from '../events/domain-events';

type Work = { session: ClientSession; events: DomainEvent[] };

const current = new AsyncLocalStorage<Work>();

/** The session of the transaction under way, for repositories. */
export function currentSession(): ClientSession | null {
  return current.getStore()?.session ?? null;
}

/** One change, one transaction: the fact, its audit row and what it causes are committed together or not at all. */
@Injectable()
export class UnitOfWork {
  private lastRepeat: Promise<void> = Promise.resolve();

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly events: DomainEvents,
  ) {}

  /**
   * Runs the work in a transaction, again from the start when another writer was faster; called within a transaction,
   * it joins that one. Events raised by the work are published after the commit.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (current.getStore()) return work();
    let raised: DomainEvent[] = [];
    const result = await this.inTurn((attempt) =>
      this.connection.withSession((session) =>
        session.withTransaction(
          async () => {
            await attempt();
            // A retry must not tell twice what the first attempt told.
            raised = [];
            return current.run({ session, events: raised }, work);
          },
          { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
        ),
      ),
    );
    await this.events.publish(raised);
    return result;
  }

  /**
   * Whoever met another writer waits until those who did so before are done: many who want the same document, such as
   * the counter of a laboratory, would else meet again and again.
   * @param work calls `attempt` at each of its attempts.
   */
  private async inTurn<Result>(work: (attempt: () => Promise<void>) => Promise<Result>): Promise<Result> {
    let attempts = 0;
    let done: () => void = () => undefined;
    const attempt = async () => {
      attempts += 1;
      if (attempts !== 2) return;
      const before = this.lastRepeat;
      this.lastRepeat = new Promise((resolve) => (done = resolve));
      await before;
    };
    try {
      return await work(attempt);
    } finally {
      done();
    }
  }

  /** Tells of a fact, inside the transaction that makes it. */
  async raise<Payload>(kind: EventKind<Payload>, payload: Payload): Promise<void> {
    const work = current.getStore();
    if (!work) throw new Error(`${kind.name} was raised outside a transaction`);
    const event = { name: kind.name, payload };
    work.events.push(event);
    await this.events.raiseInside(event);
  }
}
