import type { Actor } from '../../platform/http/actor';
import { eventKind } from '../../platform/events/domain-events';
import type { UserRow } from './user.document';

export type StaffChange = { actor: Actor; before: UserRow | null; after: UserRow };

export const userCreated = eventKind<StaffChange>('user.created');
export const userUpdated = eventKind<StaffChange>('user.updated');

/** Role, status, laboratory, permissions or password of a person changed: what is remembered of them is stale. */
export const accountChanged = eventKind<{ userId: string }>('account.changed');
