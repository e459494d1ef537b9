import type { Session } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { sessionsEnded } from './access.events';
import { toSession } from './session.mapper';
import { SessionRepository } from './session.repository';

/**
 * Where other people are signed in, for whoever manages them. Ending joins the transaction under way; sockets close
 * with its commit. Whether the actor may, and the audit row, are the caller's.
 */
@Injectable()
export class PersonSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Last used first; the actor's own is marked. */
  async list(actor: Actor, userId: string): Promise<Session[]> {
    const rows = await this.sessions.listOf(userId, this.clock.now());
    return rows.map((row) => toSession(row, actor.sessionId));
  }

  /** Whether there was such a session of the person. */
  async end(userId: string, sessionId: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const ended = await this.sessions.end(userId, sessionId);
      if (ended) await this.unitOfWork.raise(sessionsEnded, { userId, sessionId });
      return ended;
    });
  }

  async endAll(userIds: readonly string[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.sessions.endAllOf(userIds);
      for (const userId of userIds) await this.unitOfWork.raise(sessionsEnded, { userId });
    });
  }
}
