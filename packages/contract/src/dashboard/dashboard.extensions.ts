import { AttendanceComparisonSchema, OwnDaySchema, QuickAttendanceSchema } from '../attendance/attendance.dashboard.js';
import { AttendanceStatsSchema } from '../attendance/attendance-overview.schema.js';
import { FinanceSummarySchema } from '../finance/finance.dashboard.js';
import { TransactionStatsSchema } from '../finance/finance-report.schema.js';
import { InventorySummarySchema } from '../inventory/inventory.dashboard.js';
import { InventoryStatsSchema } from '../inventory/stock.schema.js';
import { StaffSummarySchema } from '../staff/staff.dashboard.js';
import { StaffStatsSchema } from '../staff/staff.schema.js';

// What features add to the dashboard, one line each. The dashboard itself knows nothing else of these features.

/** Blocks of features. Each is what the feature's own statistics return, so that its numbers equal theirs. */
export const featureBlocks = {
  me: OwnDaySchema.optional(),
  attendance: AttendanceStatsSchema.optional(),
  finance: TransactionStatsSchema.optional(),
  inventory: InventoryStatsSchema.optional(),
  staff: StaffStatsSchema.optional(),
};

/** The columns of the comparison of laboratories. */
export const comparisonColumns = {
  attendance: AttendanceComparisonSchema.optional(),
  finance: FinanceSummarySchema.optional(),
  inventory: InventorySummarySchema.optional(),
  staff: StaffSummarySchema.optional(),
};

/** The parts of the quick statistics. */
export const quickParts = {
  attendance: QuickAttendanceSchema.optional(),
  finance: FinanceSummarySchema.optional(),
  inventory: InventorySummarySchema.optional(),
  staff: StaffSummarySchema.optional(),
};
