import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { VersionSchema } from '../common/id.js';
import { RoleSchema, roles } from '../common/role.js';

/** The rule of a network that has never set one. */
export const defaultSecondFactorPolicy = { requiredRoles: [], graceDays: 7 };

export const MAX_GRACE_DAYS = 60;

/** Who has to have a second factor. Everyone else is offered one. */
export const SecondFactorPolicySchema = z.object({
  /** Each once. Empty: it is only offered. */
  requiredRoles: z
    .array(RoleSchema)
    .max(roles.length)
    .refine((required) => new Set(required).size === required.length, 'Choose each role once'),
  /**
   * How many days someone without a second factor has to add one: from when their role was added here, from when they
   * joined, or from when they rose to the role, whichever is last.
   */
  graceDays: z
    .number('Enter a number of days')
    .int('Enter whole days')
    .min(0, 'Must be at least 0 days')
    .max(MAX_GRACE_DAYS, `Must be at most ${MAX_GRACE_DAYS} days`),
  /** Name of the person who last changed it; null if no one has. */
  updatedBy: z.string().nullable(),
  updatedAt: InstantSchema.nullable(),
  version: VersionSchema,
});
export type SecondFactorPolicy = z.infer<typeof SecondFactorPolicySchema>;

export const SetSecondFactorPolicyBody = SecondFactorPolicySchema.pick({
  requiredRoles: true,
  graceDays: true,
  version: true,
});
export type SetSecondFactorPolicyBody = z.infer<typeof SetSecondFactorPolicyBody>;
