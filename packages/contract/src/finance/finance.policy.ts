import { z } from 'zod';
import { AmountPaiseSchema, TotalPaiseSchema } from '../common/money.js';
import type { FieldSetter } from '../common/setter.js';
import { wholeNumber } from '../common/text.js';

/** From when on an entry needs a second approval, by a super_admin. */
export const approvalRules = {
  approvalLimitPaise: AmountPaiseSchema,
  backdatedAfterDays: wholeNumber(0, 90),
};

/** The finance rules of a laboratory. */
export const FinancePolicySchema = z
  .object({
    /** An entry above this amount needs a second approval, by a super_admin. */
    approvalLimitPaise: approvalRules.approvalLimitPaise.default(5_000_000),
    /** An entry dated more days back than this needs a second approval as well. */
    backdatedAfterDays: approvalRules.backdatedAfterDays.default(7),
    /** How much more than ordered or received a supplier's bill can ask for, in percent of a line. */
    billTolerancePercent: wholeNumber(0, 20).default(1),
    /** The most that is tolerated of a line besides, whatever the percentage. ₹100.00. */
    billTolerancePaise: AmountPaiseSchema.default(10_000),
  })
  .prefault({});

/** The limits bind the laboratory's own approvers. */
export const financePolicySetters = {
  approvalLimitPaise: 'above',
  backdatedAfterDays: 'above',
  billTolerancePercent: 'above',
  billTolerancePaise: 'above',
} as const satisfies Record<keyof z.infer<typeof FinancePolicySchema>, FieldSetter>;

export const LaboratoryFinanceStatsSchema = z.object({
  incomePaise: TotalPaiseSchema,
  expensePaise: TotalPaiseSchema,
  netPaise: TotalPaiseSchema,
  pendingCount: z.number().int(),
});
export type LaboratoryFinanceStats = z.infer<typeof LaboratoryFinanceStatsSchema>;
