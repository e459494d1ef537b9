import { z } from 'zod';

/** Whether the viewer may perform an action on a document now; a refusal says why. */
export const ActionStateSchema = z.object({ allowed: z.boolean(), reason: z.string().optional() });
export type ActionState = z.infer<typeof ActionStateSchema>;

/**
 * The actions of a document for the viewer, computed by the server from the policy that it enforces. An action that
 * makes no sense in the document's present state, such as resuming what is active, is absent.
 */
export type Actions<Name extends string> = { [Action in Name]?: ActionState | undefined };

/** `actions: actionsOf('edit', 'archive')` → `{ edit: { allowed: true }, archive: { allowed: false, reason: '…' } }` */
export function actionsOf<const Name extends string>(...names: readonly Name[]) {
  const shape = Object.fromEntries(names.map((name) => [name, ActionStateSchema.optional()]));
  return z.object(shape as Record<Name, z.ZodOptional<typeof ActionStateSchema>>);
}
