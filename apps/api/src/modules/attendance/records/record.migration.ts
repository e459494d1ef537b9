import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../../platform/mongo/migrations';

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

@Injectable()
export class AttendanceMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(markEditedRecords);
  }
}
