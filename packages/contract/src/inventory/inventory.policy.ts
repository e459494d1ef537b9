import { z } from 'zod';
import { AmountPaiseSchema, TotalPaiseSchema } from '../common/money.js';
import type { FieldSetter } from '../common/setter.js';
import { wholeNumber } from '../common/text.js';

/** ₹5,000.00: a few opened or expired reagents, so that daily waste needs no second person. */
export const DEFAULT_WRITE_OFF_LIMIT_PAISE = 500_000;

/** The inventory rules of a laboratory. */
export const InventoryPolicySchema = z
  .object({
    expiryWarningDays: wholeNumber(1, 365).default(30),
    expiryUrgentDays: wholeNumber(1, 90).default(7),
    /** The days after which a stock alert that no one acts on goes to the laboratory's administrator. */
    escalateAfterDays: wholeNumber(1, 30).default(3),
    /** What one person can write off in a day without an approval. */
    writeOffLimitPaise: AmountPaiseSchema.default(DEFAULT_WRITE_OFF_LIMIT_PAISE),
  })
  .prefault({})
  .refine(({ expiryUrgentDays, expiryWarningDays }) => expiryUrgentDays <= expiryWarningDays, {
    path: ['expiryUrgentDays'],
    error: 'Must not be more than the warning',
  });

export const inventoryPolicySetters = {
  expiryWarningDays: 'editor',
  expiryUrgentDays: 'editor',
  escalateAfterDays: 'editor',
  // It binds the laboratory's own people.
  writeOffLimitPaise: 'above',
} as const satisfies Record<keyof z.infer<typeof InventoryPolicySchema>, FieldSetter>;

export const LaboratoryInventoryStatsSchema = z.object({
  valuePaise: TotalPaiseSchema,
  lowCount: z.number().int(),
  expiredCount: z.number().int(),
});
