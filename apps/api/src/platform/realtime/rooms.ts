import { type Permission, permissions } from '@shifa/contract';
import type { Actor } from '../http/actor';

/** Rooms are the server's: a client cannot name one. */
export const roomOf = {
  person: (userId: string) => `person:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  role: (role: string) => `role:${role}`,
  laboratory: (laboratoryId: string) => `laboratory:${laboratoryId}`,
  everyone: 'everyone',
  /** Who holds the permission for the whole network, or for the one laboratory. */
  holders: (permission: Permission, laboratoryId: string | null) => `${permission}@${laboratoryId ?? 'all'}`,
};

/** Every room that a person's socket belongs to as their permissions stand now. */
export function roomsFor(actor: Actor): string[] {
  const { userId, sessionId, role, laboratoryId } = actor;
  const held = permissions.flatMap((permission) => {
    if (!permission.endsWith('.view')) return [];
    const { allowed, scope } = actor.permissions[permission];
    if (!allowed || scope === null || scope === 'own') return [];
    if (scope === 'all') return [roomOf.holders(permission, null)];
    return laboratoryId === null ? [] : [roomOf.holders(permission, laboratoryId)];
  });
  const own = laboratoryId === null ? [] : [roomOf.laboratory(laboratoryId)];
  return [roomOf.everyone, roomOf.person(userId), roomOf.session(sessionId), roomOf.role(role), ...own, ...held];
}

/** Whether a person may follow a laboratory: their own, or any where they see all. */
export function mayJoin(actor: Actor, laboratoryId: string): boolean {
  if (actor.laboratoryId === laboratoryId) return true;
  const { allowed, scope } = actor.permissions['laboratories.view'];
  return allowed && scope === 'all';
}

/** Whether a socket keeps a room that is not the person's by right: its own, and laboratories it asked to follow. */
export function mayStay(actor: Actor, room: string, socketId: string): boolean {
  const followed = roomOf.laboratory('');
  return room === socketId || (room.startsWith(followed) && mayJoin(actor, room.slice(followed.length)));
}
