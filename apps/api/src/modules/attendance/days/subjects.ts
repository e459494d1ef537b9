import { Injectable } from '@nestjs/common';
import type { AttendancePerson } from '@shifa/contract';
import { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';

/** Whom and which laboratory a record or a leave is about. */
export type Subject = { person: Account; laboratory: LaboratoryRow };
type About = { userId: ObjectId; laboratoryId: ObjectId };

/** Joins records and leaves with their people and laboratories, neither of which is ever removed. */
@Injectable()
export class Subjects {
  constructor(
    private readonly people: StaffPort,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  /** In one query for the people and one for the laboratories. */
  async ofAll(rows: readonly About[]): Promise<(row: About) => Subject> {
    const userIds = [...new Set(rows.map(({ userId }) => userId.toHexString()))];
    const [people, laboratories] = await readAll(
      () => this.people.findPeople(LabScope.everywhere(), userIds),
      () => this.laboratories.findAll(rows.map(({ laboratoryId }) => laboratoryId)),
    );
    const byId = new Map(people.map((person) => [person._id.toHexString(), person]));
    return ({ userId, laboratoryId }) => {
      const person = byId.get(userId.toHexString());
      const laboratory = laboratories.get(laboratoryId.toHexString());
      if (!person || !laboratory) {
        throw new Error(`Person ${userId.toHexString()} or laboratory ${laboratoryId.toHexString()} is missing`);
      }
      return { person, laboratory };
    };
  }

  async of(row: About): Promise<Subject> {
    return (await this.ofAll([row]))(row);
  }
}

export function toAttendancePerson({ _id, name, employeeCode, role, department }: Account): AttendancePerson {
  return { _id: _id.toHexString(), name, employeeCode, role, department };
}
