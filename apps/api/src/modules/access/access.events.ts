import { eventKind } from '../../platform/events/domain-events';

/** Sessions of one person ended: a named one, or all but the kept one. */
export type SessionsEnded = { userId: string; sessionId?: string; kept?: string | null };

export const sessionsEnded = eventKind<SessionsEnded>('sessions.ended');
