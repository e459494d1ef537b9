import { z } from 'zod';
import {
  AttendancePolicySchema,
  attendancePolicySetters,
  LaboratoryAttendanceStatsSchema,
} from '../attendance/attendance.policy.js';
import { RosterPolicySchema, rosterPolicySetters } from '../attendance/roster.policy.js';
import { FinancePolicySchema, financePolicySetters, LaboratoryFinanceStatsSchema } from '../finance/finance.policy.js';
import {
  InventoryPolicySchema,
  inventoryPolicySetters,
  LaboratoryInventoryStatsSchema,
} from '../inventory/inventory.policy.js';
import { PurchasingPolicySchema, purchasingPolicySetters } from '../purchasing/orders/purchasing.policy.js';
import { LaboratoryStaffStatsSchema } from '../staff/staff.stats.js';

// What other features add to a laboratory, one line each. Laboratories themselves know nothing else of these features.

/** The laboratory's own rules, by feature. */
export const PoliciesSchema = z.object({
  attendance: AttendancePolicySchema,
  finance: FinancePolicySchema,
  inventory: InventoryPolicySchema,
  purchasing: PurchasingPolicySchema,
  roster: RosterPolicySchema,
});
export type Policies = z.infer<typeof PoliciesSchema>;

/** Who sets which policy, by feature. */
export const policySetters = {
  attendance: attendancePolicySetters,
  finance: financePolicySetters,
  inventory: inventoryPolicySetters,
  purchasing: purchasingPolicySetters,
  roster: rosterPolicySetters,
} as const satisfies Record<keyof Policies, object>;

/** Blocks of the statistics, by feature; absent where there is nothing to count or the viewer may not see it. */
export const statsBlocks = {
  staff: LaboratoryStaffStatsSchema.optional(),
  attendance: LaboratoryAttendanceStatsSchema.optional(),
  finance: LaboratoryFinanceStatsSchema.optional(),
  inventory: LaboratoryInventoryStatsSchema.optional(),
};
