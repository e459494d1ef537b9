import { z } from 'zod';
import { TotalPaiseSchema } from '../common/money.js';
import type { FieldSetter } from '../common/setter.js';
import { wholeNumber } from '../common/text.js';

/** The inventory rules of a laboratory. */
export const InventoryPolicySchema = z
  .object({
    expiryWarningDays: wholeNumber(1, 365).default(30),
    expiryUrgentDays: wholeNumber(1, 90).default(7),
    /** The days after which a stock alert that nobody acts on goes to the laboratory's administrator. */
    escalateAfterDays: wholeNumber(1, 30).default(3),
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
} as const satisfies Record<keyof z.infer<typeof InventoryPolicySchema>, FieldSetter>;

export const LaboratoryInventoryStatsSchema = z.object({
  valuePaise: TotalPaiseSchema,
  lowCount: z.number().int(),
  expiredCount: z.number().int(),
});
