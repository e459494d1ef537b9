import { PurchasingPolicySchema } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../platform/mongo/migrations';

/** For laboratories stored before purchasing had rules. */
const addPurchasingPolicies: Migration = {
  id: '2026-11-27-add-purchasing-policies',
  up: async (connection) => {
    await connection
      .collection('laboratories')
      .updateMany(
        { 'policies.purchasing': { $exists: false } },
        { $set: { 'policies.purchasing': PurchasingPolicySchema.parse({}) } },
      );
  },
};

@Injectable()
export class OrderMigrations implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(addPurchasingPolicies);
  }
}
