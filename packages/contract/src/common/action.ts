import { z } from 'zod';

/** Whether the viewer may perform an action on a document now. `reason` explains a refusal. */
export const ActionStateSchema = z.object({ allowed: z.boolean(), reason: z.string().optional() });
export type ActionState = z.infer<typeof ActionStateSchema>;

/**
 * The viewer's actions on a document, computed by the server from the policy that it enforces. An action that makes no
 * sense in the document's current state, such as resuming an active laboratory, is absent.
 */
export type Actions<Name extends string> = { [Action in Name]?: ActionState | undefined };

/** `actions: actionsOf('edit', 'archive')` → `{ edit: { allowed: true }, archive: { allowed: false, reason: '…' } }` */
export function actionsOf<const Name extends string>(...names: readonly Name[]) {
  const shape = Object.fromEntries(names.map((name) => [name, ActionStateSchema.optional()]));
  return z.object(shape as Record<Name, z.ZodOptional<typeof ActionStateSchema>>);
}
