import { roles, type StaffMember, StaffMemberSchema } from '@shifa/contract';
import type { FactoryProvider } from '@nestjs/common';
import { eventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import type { Refusal } from '../../platform/domain/policy';
import { LabScope } from '../../platform/domain/lab-scope';
import { roomOf } from '../../platform/realtime/rooms';
import { type EntityChanged, Records, RecordsFactory } from '../../platform/records/records';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { withNewInfluences } from './influences';
import { derivedFields, toStaffMember, toUserEvent } from './staff.mapper';
import { findOwnWorkRefusal } from './staff.policy';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

/** People were created or changed, by any feature. Cached values of the changed people are stale. */
export const staffChanged = eventKind<EntityChanged<UserRow>>('staff.changed');

type UserServerEvent = 'user:created' | 'user:updated';

type Absence = { userIds: readonly string[] };

/** Approved leave of people began to exist, or no longer does. Raised by the feature that knows of it. */
export const absencesChanged = eventKind<Absence>('staff.absences-changed');

export abstract class StaffRecords extends Records<UserRow, StaffMember, UserServerEvent> {}

/** Every write on a person reaches those who can see them, and the person. */
export const staffRecords: FactoryProvider<StaffRecords> = {
  provide: StaffRecords,
  inject: [RecordsFactory, UserRepository, LaboratoriesPort],
  useFactory: (records: RecordsFactory, users: UserRepository, laboratories: LaboratoriesPort) =>
    records.for<UserRow, StaffMember, UserServerEvent>({
      entity: 'user',
      shown: {
        permission: 'staff.view',
        of: StaffMemberSchema,
        fields: {
          permissionOverrides: ['permissions.view'],
          preferences: 'nobody',
          roleSince: false,
          activeSince: false,
          movedFrom: false,
          temporaryPasswordExpiresAt: false,
          lastActivityAt: false,
          deputy: false,
          deputyActs: true,
          influences: false,
        },
      },
      noun: 'person',
      repository: users,
      notFound: 'STAFF_NOT_FOUND',
      named: { fields: ['name'], as: ({ name }) => name },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (viewer, row) => {
        const deputy = row.deputy && (await users.findById(LabScope.everywhere(), row.deputy._id.toHexString()));
        const workLocked = await ownWorkLock(users, viewer, row);
        return toStaffMember(row, await laboratories.ownerOf(row), viewer, { deputy, workLocked });
      },
      changed: staffChanged,
      unique: { email: 'EMAIL_TAKEN' },
      derive: (row, write) => ({
        ...derivedFields(row),
        ...withNewInfluences(row, write),
        ...withRise(row, write),
        ...withReturn(row, write),
      }),
      audited: ({ deputy }) => ({ deputyId: deputy?.name ?? null, deputyActs: deputy?.confirmed ? true : null }),
      live: {
        permission: 'staff.view',
        event: (action) => (action === 'created' ? 'user:created' : 'user:updated'),
        payload: toUserEvent,
        rooms: ({ _id }) => [roomOf.person(_id.toHexString())],
      },
    }),
};

/** Why the viewer cannot set what concerns the person's work; see `findOwnWorkRefusal`. */
export async function ownWorkLock(users: UserRepository, viewer: Actor, person: UserRow): Promise<Refusal | undefined> {
  const refused = findOwnWorkRefusal(viewer, person, false);
  if (!refused || person.role !== 'super_admin') return refused;
  return findOwnWorkRefusal(viewer, person, (await users.activeSuperAdminsBesides([viewer.userId])) === 0);
}

/** No one is absent on days before they came, or came back; days before a move belong to the laboratory of then. */
function withReturn(
  { status, laboratoryId }: UserRow,
  { before, at }: { before: UserRow; at: Date },
): Pick<Partial<UserRow>, 'activeSince' | 'movedFrom'> {
  const isBack = before.status !== 'active' && status === 'active';
  const isElsewhere = before.laboratoryId?.toHexString() !== laboratoryId?.toHexString();
  return {
    ...((isBack || isElsewhere) && { activeSince: at }),
    ...(isElsewhere && { movedFrom: before.laboratoryId && { laboratoryId: before.laboratoryId, at } }),
  };
}

/** Rules for a role count from when the person has it. */
function withRise(
  { role, status }: UserRow,
  { before, at }: { before: Pick<UserRow, 'role' | 'status'>; at: Date },
): Pick<Partial<UserRow>, 'roleSince'> {
  const isHigher = roles.indexOf(role) < roles.indexOf(before.role);
  const isBack = before.status === 'exited' && status !== 'exited';
  return isHigher || isBack ? { roleSince: at } : {};
}
