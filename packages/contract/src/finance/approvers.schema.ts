import { z } from 'zod';
import { IdSchema } from '../common/id.js';
import { RoleSchema } from '../common/role.js';

/** Who can approve a waiting entry now, and why other holders of the permission cannot. */
export const ApproversSchema = z.object({
  /** First those who can complete the approval, then those who can give the first of two, then the others. */
  people: z.array(
    z.object({
      /** Null for people whom the viewer may not see; they are listed once for each role and reason. */
      person: z.object({ _id: IdSchema, name: z.string() }).nullable(),
      role: RoleSchema,
      /** What their approval would be now; null if they cannot approve. */
      approval: z.enum(['final', 'first']).nullable(),
      /** Why they cannot approve, or why their approval is not independent. */
      reason: z.string().nullable(),
    }),
  ),
  /** Why the approval cannot be completed, and who could change that; null if it can. */
  obstacle: z
    .object({
      /** `No one can approve this yet: give someone else in Kolkata Central the permission …` */
      message: z.string(),
      /** What someone has to be given. */
      remedy: z.enum(['permission', 'super_admin']),
    })
    .nullable(),
});
export type Approvers = z.infer<typeof ApproversSchema>;
