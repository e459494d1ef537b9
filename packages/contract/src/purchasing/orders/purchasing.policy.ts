import { z } from 'zod';
import { AmountPaiseSchema } from '../../common/money.js';
import type { FieldSetter } from '../../common/setter.js';
import { wholeNumber } from '../../common/text.js';

/** The purchasing rules of a laboratory. */
export const PurchasingPolicySchema = z
  .object({
    /** An order above this total needs a second approval, by a super_admin. ₹50,000.00, as for entries. */
    approvalLimitPaise: AmountPaiseSchema.default(5_000_000),
    /** How much more than ordered can be received, in percent of the quantity of a line, over all of its receipts. */
    overDeliveryPercent: wholeNumber(0, 50).default(0),
    /** Stock that expires within so many days of its receipt has to be confirmed. */
    shortShelfLifeDays: wholeNumber(0, 730).default(60),
  })
  .prefault({});
export type PurchasingPolicy = z.infer<typeof PurchasingPolicySchema>;

export const purchasingPolicySetters = {
  // Both bind the laboratory's own people.
  approvalLimitPaise: 'above',
  overDeliveryPercent: 'above',
  shortShelfLifeDays: 'editor',
} as const satisfies Record<keyof PurchasingPolicy, FieldSetter>;
