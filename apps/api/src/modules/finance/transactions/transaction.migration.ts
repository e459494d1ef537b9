import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../../platform/mongo/migrations';

/** Renames the fields that tell who can approve an entry, and drops their old indexes. */
export const renameApproverFields: Migration = {
  id: '2026-11-21-rename-approver-fields',
  up: async (connection) => {
    const transactions = connection.collection('transactions');
    for (const { name, key } of await transactions.indexes()) {
      if (name !== undefined && 'awaits' in key) await transactions.dropIndex(name);
    }
    await transactions.updateMany(
      { $or: [{ awaits: { $exists: true } }, { barred: { $exists: true } }] },
      { $rename: { awaits: 'nextApprover', barred: 'excludedApprovers' } },
    );
  },
};

@Injectable()
export class TransactionMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(renameApproverFields);
  }
}
