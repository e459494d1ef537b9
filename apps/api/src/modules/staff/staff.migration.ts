import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../platform/mongo/migrations';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { derivedFields } from './staff.mapper';
import type { UserRow } from './user.document';

/** For people stored before employment, shifts and search: they joined when their account was created. */
export const addEmployment: Migration = {
  id: '2026-11-21-describe-employment',
  up: async (connection, signal) => {
    const users = connection.collection<UserRow>('users');
    const laboratories = connection.collection<{ timezone: string }>('laboratories');
    const zones = new Map<string, string>();
    for await (const { _id, timezone } of laboratories.find({}, { projection: { timezone: 1 } })) {
      zones.set(_id.toHexString(), timezone);
    }
    for await (const row of users.find({ sortName: { $exists: false } })) {
      signal.throwIfAborted();
      const zone = zones.get(row.laboratoryId?.toHexString() ?? '') ?? NETWORK_TIMEZONE;
      const fields = {
        employmentType: 'permanent' as const,
        joiningDate: businessDay(row.createdAt, zone),
        exitDate: row.status === 'exited' ? businessDay(row.updatedAt, zone) : null,
        exitReason: null,
        shift: null,
        emergencyContact: null,
        preferences: {},
        updatedBy: null,
        ...derivedFields(row),
      };
      await users.updateOne({ _id: row._id }, { $set: fields });
    }
  },
};

@Injectable()
export class StaffMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(addEmployment);
  }
}
