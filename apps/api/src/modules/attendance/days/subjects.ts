import { Injectable } from '@nestjs/common';
import { type AttendancePerson, type Role, roles } from '@shifa/contract';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';

/** Whom and which laboratory a record or a leave is about. */
export type Subject = { person: Account; laboratory: LaboratoryRow; author: Account | null };
/** `author` is the account that entered or last edited it by hand. */
type About = { userId: ObjectId; laboratoryId: ObjectId; enteredBy?: ObjectId | null };

/** Joins records and leaves with their people and laboratories, neither of which is ever removed. */
@Injectable()
export class Subjects {
  constructor(
    private readonly people: StaffPort,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  /** In one query for the people and one for the laboratories. */
  async ofAll(rows: readonly About[]): Promise<(row: About) => Subject> {
    const ids = rows.flatMap(({ userId, enteredBy }) => [userId, ...(enteredBy ? [enteredBy] : [])]);
    const userIds = [...new Set(ids.map((id) => id.toHexString()))];
    const [people, laboratories] = await readAll(
      () => this.people.findPeople(LabScope.everywhere(), userIds),
      () => this.laboratories.findAll(rows.map(({ laboratoryId }) => laboratoryId)),
    );
    const byId = new Map(people.map((person) => [person._id.toHexString(), person]));
    return ({ userId, laboratoryId, enteredBy }) => {
      const person = byId.get(userId.toHexString());
      const laboratory = laboratories.get(laboratoryId.toHexString());
      if (!person || !laboratory) {
        throw new Error(`Person ${userId.toHexString()} or laboratory ${laboratoryId.toHexString()} is missing`);
      }
      return { person, laboratory, author: byId.get(enteredBy?.toHexString() ?? '') ?? null };
    };
  }

  async of(row: About): Promise<Subject> {
    return (await this.ofAll([row]))(row);
  }

  /**
   * Finds the records, leaves or swaps of those on whom the viewer may decide, in any capacity; see `Decider`.
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
        ...(other === undefined ? { enteredBy: { $nin: others } } : { [other]: { $nin: [...others, ...equals] } }),
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
