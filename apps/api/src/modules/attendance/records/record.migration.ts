import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AuditRow } from '../../../platform/audit/audit.document';
import { type Migration, type MigrationConnection, Migrations } from '../../../platform/mongo/migrations';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { renewFields } from '../../../platform/mongo/renew-fields';
import type { AttendanceRow } from './record.document';

/** Marks the records that people have edited or decided on, before the ledger is chained. */
export const markEditedRecords: Migration = {
  id: '2026-11-22-attendance-edits-in-ledger',
  up: async (connection) => {
    const edited = ['enteredBy', 'decidedBy', 'correction'].map((field) => ({ [field]: { $ne: null } }));
    await connection
      .collection('attendance')
      .updateMany({ inLedger: { $ne: true }, $or: edited }, { $set: { inLedger: true } });
  },
};

type Earlier = Pick<AttendanceRow, '_id' | 'userId' | 'decision' | 'decidedBy' | 'decidedAt'>;

/**
 * Stores employee codes and, as far as the audit log knows, the ids of those who decided. Also before the ledger is
 * chained: its links contain both instead of names. Links of earlier versions do not depend on these fields.
 */
export const storePeopleById: Migration = {
  id: '2026-11-22-attendance-people-by-id',
  up: async (connection, signal) => {
    const people = connection.collection<{ _id: ObjectId; employeeCode: string }>('users');
    const codes = new Map<string, string>();
    for await (const { _id, employeeCode } of people.find({}, { projection: { employeeCode: 1 } })) {
      codes.set(_id.toHexString(), employeeCode);
    }
    const projection = { userId: 1, decision: 1, decidedBy: 1, decidedAt: 1 } as const;
    const records = connection.collection<AttendanceRow>('attendance');
    const found = records.find<Earlier>({ employeeCode: { $exists: false } }, { projection });
    await renewFields(connection, 'attendance', withPeople(connection, codes, found), signal);
  },
};

async function* withPeople(
  connection: MigrationConnection,
  codes: Map<string, string>,
  records: AsyncIterable<Earlier>,
) {
  for await (const { _id, userId, decision, decidedBy, decidedAt } of records) {
    const byId = decidedBy === null && !decision ? null : await deciderOf(connection, _id, decidedAt ?? decision?.at);
    yield {
      _id,
      employeeCode: codes.get(userId.toHexString()) ?? userId.toHexString(),
      ...(decidedBy !== null && { decidedById: byId }),
      ...(decision && { 'decision.byId': byId }),
    };
  }
}

/** Who made the decision of a record, according to the audit log: the row of the same write is not older. */
async function deciderOf(
  connection: MigrationConnection,
  entityId: ObjectId,
  decidedAt = new Date(0),
): Promise<ObjectId | null> {
  const action = { $in: ['attendance.approved', 'attendance.rejected'] };
  const filter = { entity: 'attendance', entityId, action, at: { $gte: decidedAt } };
  const row = await connection.collection<AuditRow>('audit').findOne(filter, { sort: { at: 1 } });
  return row?.by?._id ?? null;
}

@Injectable()
export class AttendanceMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(markEditedRecords, storePeopleById);
  }
}
