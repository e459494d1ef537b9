import type { Session } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { sessionsEnded } from './access.events';
import { OneTimeRepository } from './second-factor/one-time.repository';
import { toSession } from './session.mapper';
import { type OfProvider, SessionRepository } from './session.repository';

/**
 * The sessions of other people, for those who manage them. Ending joins the transaction under way, and sockets close
 * after its commit. The caller checks that the actor can, and writes the audit row.
 */
@Injectable()
export class PersonSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly oneTimeValues: OneTimeRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Last used first; the actor's own session is marked. */
  async list(actor: Actor, userId: string): Promise<Session[]> {
    const rows = await this.sessions.findActive(userId, this.clock.now());
    return rows.map((row) => toSession(row, actor.sessionId));
  }

  /** @returns whether the person had the session. */
  async end(userId: string, sessionId: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const ended = await this.sessions.end(userId, sessionId);
      if (ended) await this.unitOfWork.raise(sessionsEnded, { userId, sessionId });
      return ended;
    });
  }

  /** However many there are. */
  async endOfProvider(those: OfProvider): Promise<void> {
    for (;;) {
      const rows = await this.sessions.findOfProvider(those);
      if (rows.length === 0) return;
      for (const { _id, userId } of rows) await this.end(userId.toHexString(), _id.toHexString());
    }
  }

  async endAll(userIds: readonly string[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.sessions.endAllSessions(userIds);
      for (const userId of userIds) await this.unitOfWork.raise(sessionsEnded, { userId });
    });
  }

  /** With what was handed out for signing in. For data that no one is connected to yet: no event says so. */
  async endEveryone(): Promise<void> {
    await this.sessions.removeAll();
    await this.oneTimeValues.removeAll();
  }
}
