import type { CreateStaffBody } from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import { newId } from '../../platform/mongo/object-id';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { derivedFields } from './staff.mapper';
import type { UserRow } from './user.document';

type Given = {
  actor: Actor;
  laboratory: LaboratoryRow | null;
  employeeCode: string;
  passwordHash: string;
  now: Date;
};

/** A person on their first day, with a temporary password that waits to be changed. */
export function newUser(body: CreateStaffBody, { actor, laboratory, employeeCode, passwordHash, now }: Given): UserRow {
  const { joiningDate = businessDay(now, laboratory?.timezone ?? NETWORK_TIMEZONE), ...fields } = body;
  return {
    _id: newId(),
    ...fields,
    laboratoryId: laboratory?._id ?? null,
    employeeCode,
    joiningDate,
    exitDate: null,
    exitReason: null,
    status: 'active',
    passwordHash,
    mustChangePassword: true,
    lastLogin: null,
    permissionOverrides: {},
    preferences: {},
    updatedBy: actor.name,
    ...derivedFields({ ...fields, employeeCode }),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
