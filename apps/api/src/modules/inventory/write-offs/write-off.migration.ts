import { DEFAULT_WRITE_OFF_LIMIT_PAISE } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../../platform/mongo/migrations';

/** Gives laboratories from before write-offs had a limit the limit that new ones have. */
const addWriteOffLimit: Migration = {
  id: '2026-11-24-add-write-off-limit',
  up: async (connection) => {
    const field = 'policies.inventory.writeOffLimitPaise';
    await connection
      .collection('laboratories')
      .updateMany({ [field]: { $exists: false } }, { $set: { [field]: DEFAULT_WRITE_OFF_LIMIT_PAISE } });
  },
};

@Injectable()
export class WriteOffMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(addWriteOffLimit);
  }
}
