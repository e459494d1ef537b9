import { Injectable } from '@nestjs/common';
import { type AttendancePerson, type ErrorCode, type Permission, type Role, roles } from '@shifa/contract';
import { dependentRefusal } from '../../../platform/decisions/decider';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { type Refusal, refusal } from '../../../platform/domain/policy';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';

/** Whom and which laboratory a record or a leave is about. */
export type Subject = {
  person: Account;
  laboratory: LaboratoryRow;
  /** The account that entered or last edited it by hand. */
  author: Account | null;
  /** The account that asks for another shift of the day. */
  planner?: Account | null;
};
type About = {
  userId: ObjectId;
  laboratoryId: ObjectId;
  enteredBy?: ObjectId | null;
  correction?: { requestedBy?: ObjectId } | null;
};

/** Joins records and leaves with their people and laboratories, neither of which is ever removed. */
@Injectable()
export class Subjects {
  constructor(
    private readonly people: StaffPort,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  /** In one query for the people and one for the laboratories. */
  async ofAll(rows: readonly About[]): Promise<(row: About) => Subject> {
    const ids = rows.flatMap(({ userId, enteredBy, correction }) => [userId, enteredBy, correction?.requestedBy]);
    const userIds = [...new Set(ids.flatMap((id) => (id ? [id.toHexString()] : [])))];
    const [people, laboratories] = await readAll(
      () => this.people.findPeople(LabScope.everywhere(), userIds),
      () => this.laboratories.findAll(rows.map(({ laboratoryId }) => laboratoryId)),
    );
    const byId = new Map(people.map((person) => [person._id.toHexString(), person]));
    const accountOf = (id: ObjectId | null | undefined) => byId.get(id?.toHexString() ?? '') ?? null;
    return ({ userId, laboratoryId, enteredBy, correction }) => {
      const person = accountOf(userId);
      const laboratory = laboratories.get(laboratoryId.toHexString());
      if (!person || !laboratory) {
        throw new Error(`Person ${userId.toHexString()} or laboratory ${laboratoryId.toHexString()} is missing`);
      }
      return { person, laboratory, author: accountOf(enteredBy), planner: accountOf(correction?.requestedBy) };
    };
  }

  async of(row: About): Promise<Subject> {
    return (await this.ofAll([row]))(row);
  }

  /** With the laboratory that the person belongs to now, where leave counts whatever laboratory it was requested in. */
  async ofAllNow(rows: readonly About[]): Promise<(row: About) => Subject> {
    const subjectOf = await this.ofAll(rows);
    const laboratories = await this.laboratories.findAll(
      rows.flatMap((row) => subjectOf(row).person.laboratoryId ?? []),
    );
    return (row) => {
      const subject = subjectOf(row);
      const laboratory = laboratories.get(subject.person.laboratoryId?.toHexString() ?? '');
      return { ...subject, ...(laboratory && { laboratory }) };
    };
  }

  async ofNow(row: About): Promise<Subject> {
    return (await this.ofAllNow([row]))(row);
  }

  /**
   * Finds the records, leaves or swaps of those on whom the viewer can decide, in any capacity; see `Decider`.
   * @param other the field of another person whom the decision concerns as well.
   */
  async decidableBy(
    viewer: Actor,
    permission: 'attendance.approve' | 'leave.approve',
    other?: string,
  ): Promise<Filter> {
    const alternatives: Filter[] = [];
    for (const as of viewer.capacities) {
      const scope = as.may(permission) ? as.scope(permission) : null;
      if (!scope || scope.userId !== null) continue;
      const equals = scope.reachesAll ? [] : await this.people.idsWithRoles(scope, rolesFrom(as.role));
      const others = [...as.represented.map((id) => objectId(id)), ...as.influencers(permission)];
      alternatives.push({
        ...(scope.laboratoryId !== null && { laboratoryId: objectId(scope.laboratoryId) }),
        userId: { $nin: [...others, ...equals] },
        ...(other === undefined
          ? { enteredBy: { $nin: others }, 'correction.requestedBy': { $nin: others } }
          : { [other]: { $nin: [...others, ...equals] } }),
      });
    }
    return alternatives.length === 0 ? { _id: null } : { $or: alternatives };
  }
}

export function toAttendancePerson({ _id, name, employeeCode, role, department }: Account): AttendancePerson {
  return { _id: _id.toHexString(), name, employeeCode, role, department };
}

/** The role and those above it. */
function rolesFrom(role: Role): Role[] {
  return roles.slice(0, roles.indexOf(role) + 1);
}

/**
 * Why someone cannot change what concerns a person: no one does so for themselves, nor by an account that depends on
 * the person, and only for people of a lower role.
 */
export function changeRefusal(
  viewer: Actor,
  { userId, role }: { userId: ObjectId; role: Role },
  { own, permission, timezone }: { own: ErrorCode; permission: Permission; timezone: string },
): Refusal | undefined {
  if (viewer.represents(userId)) return ownRefusal(viewer, userId, own);
  const dependence = viewer.influenceBy([{ _id: userId }], permission);
  return tooLow(viewer, role) ?? (dependence && dependentRefusal(viewer, dependence, timezone));
}

/** Why a person cannot decide on their own affairs, or, as a deputy, on the affairs of the person they act for. */
export function ownRefusal(as: Actor, userId: ObjectId, own: ErrorCode): Refusal {
  if (as.userId === userId.toHexString()) return refusal(own);
  return refusal(own, "You're this person's deputy, so someone else must decide");
}

/** People decide only on people of a lower role; super admins decide on each other. */
export function tooLow(as: Actor, role: Role): Refusal | undefined {
  return as.role === 'super_admin' || rankOf(as.role) > rankOf(role) ? undefined : refusal('APPROVER_TOO_LOW');
}

/** Higher for a role that decides on others. */
function rankOf(role: Role): number {
  return -roles.indexOf(role);
}
