import { z } from 'zod';
import { AttendancePolicySchema, LaboratoryAttendanceStatsSchema } from '../attendance/attendance.policy.js';
import { FinancePolicySchema, financeNetworkFields, LaboratoryFinanceStatsSchema } from '../finance/finance.policy.js';
import { InventoryPolicySchema, LaboratoryInventoryStatsSchema } from '../inventory/inventory.policy.js';
import { LaboratoryStaffStatsSchema } from '../staff/staff.stats.js';

// What other features add to a laboratory, one line each. Laboratories themselves know nothing else of these features.

/** The laboratory's own rules, by feature. */
export const PoliciesSchema = z.object({
  attendance: AttendancePolicySchema,
  finance: FinancePolicySchema,
  inventory: InventoryPolicySchema,
});
export type Policies = z.infer<typeof PoliciesSchema>;

/** Policies that need a permission that reaches all laboratories, by feature. */
export const networkPolicies: { [Feature in keyof Policies]?: readonly (keyof Policies[Feature])[] } = {
  finance: financeNetworkFields,
};

/** Blocks of the statistics, by feature; absent where there is nothing to count or the viewer may not see it. */
export const statsBlocks = {
  staff: LaboratoryStaffStatsSchema.optional(),
  attendance: LaboratoryAttendanceStatsSchema.optional(),
  finance: LaboratoryFinanceStatsSchema.optional(),
  inventory: LaboratoryInventoryStatsSchema.optional(),
};
