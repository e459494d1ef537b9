import type { INestApplicationContext } from '@nestjs/common';
import { Ledgers } from '../src/platform/ledger/ledgers';
import { seedAttendance } from './attendance/attendance.demo';
import { seedLeaves } from './attendance/leave.demo';
import { seedRoster } from './attendance/roster.demo';
import { seedFinance } from './finance/finance.demo';
import { seedInventory } from './inventory/inventory.demo';
import { seedTransfers } from './inventory/transfer.demo';
import { seedLaboratories } from './laboratories/laboratory.demo';
import { seedAnnouncements } from './notifications/notification.demo';
import { seedOrders } from './purchasing/order.demo';
import { seedSuppliers } from './purchasing/supplier.demo';
import { seedReports } from './reports/report.demo';
import { seedStaff } from './staff/staff.demo';

/** The part of each feature, in an order in which every part finds what it refers to. */
const parts = [
  seedLaboratories,
  seedStaff,
  seedFinance,
  seedSuppliers,
  seedInventory,
  seedTransfers,
  seedOrders,
  seedLeaves,
  seedAttendance,
  seedRoster,
  seedAnnouncements,
  seedReports,
];

/** Fills an empty database with the demo network. Its data depend only on the day of seeding. */
export async function seedDemoNetwork(app: INestApplicationContext, signal?: AbortSignal): Promise<void> {
  for (const seed of parts) {
    signal?.throwIfAborted();
    await seed(app);
  }
  await app.get(Ledgers).seal(signal);
}
