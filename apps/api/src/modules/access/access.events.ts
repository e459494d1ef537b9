import { eventKind } from '../../platform/events/domain-events';

/** Sessions of one person ended: a named one, or all but the kept one. */
export type SessionsEnded = { userId: string; sessionId?: string; kept?: string | null };

/** What a person can do, or can decide for others, may have changed. */
export const rightsChanged = eventKind<{ userId: string }>('rights.changed');

/** The person of a session has confirmed that it is still them. */
export const sessionConfirmed = eventKind<{ userId: string }>('session.confirmed');

export const sessionsEnded = eventKind<SessionsEnded>('sessions.ended');
