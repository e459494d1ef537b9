import { z } from 'zod';
import { AmountPaiseSchema, TotalPaiseSchema } from '../common/money.js';
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
  })
  .prefault({});

/** Policies that only a person who manages the whole network can change. */
export const financeNetworkFields = ['approvalLimitPaise', 'backdatedAfterDays'] as const;

export const LaboratoryFinanceStatsSchema = z.object({
  incomePaise: TotalPaiseSchema,
  expensePaise: TotalPaiseSchema,
  netPaise: TotalPaiseSchema,
  pendingCount: z.number().int(),
});
export type LaboratoryFinanceStats = z.infer<typeof LaboratoryFinanceStatsSchema>;
