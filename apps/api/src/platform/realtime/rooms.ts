import { type Permission, permissions } from '@shifa/contract';
import type { Actor } from '../domain/actor';

/** Room names. Only the server assigns rooms; a client cannot specify one. */
export const roomOf = {
  person: (userId: string) => `person:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  role: (role: string) => `role:${role}`,
  laboratory: (laboratoryId: string) => `laboratory:${laboratoryId}`,
  everyone: 'everyone',
  /** People who hold the permission for the whole network, or for the given laboratory. */
  holders: (permission: Permission, laboratoryId: string | null) => `${permission}@${laboratoryId ?? 'all'}`,
  /** People who hold the permission for the whole network or for their laboratory. */
  holdersAnywhere: (permission: Permission) => `${permission}@any`,
};

/** The permissions with rooms of their own, besides those to view. */
const furtherRooms: readonly Permission[] = ['settings.audit', 'attendance.roster'];

/** Every room that a person's sockets belong to, based on their current permissions. */
export function roomsFor(actor: Actor): string[] {
  const { userId, sessionId, role, laboratoryId } = actor;
  const held = permissions.flatMap((permission) => {
    if (!permission.endsWith('.view') && !furtherRooms.includes(permission)) return [];
    const { allowed, scope } = actor.permissions[permission];
    if (!allowed || scope === null || scope === 'own') return [];
    const anywhere = roomOf.holdersAnywhere(permission);
    if (scope === 'all') return [anywhere, roomOf.holders(permission, null)];
    return laboratoryId === null ? [] : [anywhere, roomOf.holders(permission, laboratoryId)];
  });
  const own = laboratoryId === null ? [] : [roomOf.laboratory(laboratoryId)];
  return [roomOf.everyone, roomOf.person(userId), roomOf.session(sessionId), roomOf.role(role), ...own, ...held];
}

/** Whether a person can join the room of a laboratory: their own, or any if they can see all laboratories. */
export function mayJoin(actor: Actor, laboratoryId: string): boolean {
  if (actor.laboratoryId === laboratoryId) return true;
  const { allowed, scope } = actor.permissions['laboratories.view'];
  return allowed && scope === 'all';
}

/** Whether a socket keeps a room that `roomsFor` does not return: its own room, and the laboratories it has joined. */
export function mayStay(actor: Actor, room: string, socketId: string): boolean {
  const prefix = roomOf.laboratory('');
  return room === socketId || (room.startsWith(prefix) && mayJoin(actor, room.slice(prefix.length)));
}
