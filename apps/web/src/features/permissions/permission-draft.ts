import {
  type Permission,
  type PermissionChanges,
  type PermissionOverrides,
  permissions,
  resolvePermission,
  type ResolvedPermission,
  type Role,
} from '@shifa/contract';

/** An override as it is chosen on the screen. */
export const choices = ['inherit', 'allow', 'deny'] as const;
export type Choice = (typeof choices)[number];

export const choiceLabels: Record<Choice, string> = { inherit: 'Inherit', allow: 'Allow', deny: 'Deny' };

/** Unsaved choices, each with the stored choice that it replaces. */
export type Draft = {
  /** The person's version on which the choices were made, or a later one that the viewer has acknowledged. */
  version: number;
  chosen: Partial<Record<Permission, { choice: Choice; replaces: Choice }>>;
};

/** The override that is stored, as a choice. */
export function choiceOf(overrides: PermissionOverrides, permission: Permission): Choice {
  const override = overrides[permission];
  if (override === undefined) return 'inherit';
  return override ? 'allow' : 'deny';
}

/** The override of a choice, as the API accepts it. */
export function overrideOf(choice: Choice): boolean | null {
  return choice === 'inherit' ? null : choice === 'allow';
}

/** The overrides after a choice. */
export function withChoice(overrides: PermissionOverrides, permission: Permission, choice: Choice) {
  const { [permission]: _replaced, ...others } = overrides;
  const override = overrideOf(choice);
  return override === null ? others : { ...others, [permission]: override };
}

/** The permission of a person after a choice. */
export function resolvedWith(
  role: Role,
  overrides: PermissionOverrides,
  permission: Permission,
  choice: Choice,
): ResolvedPermission {
  return resolvePermission(role, withChoice(overrides, permission, choice), permission);
}

/** Adds a choice; one that equals the stored choice is dropped. */
export function choose(
  draft: Draft | null,
  saved: { version: number; overrides: PermissionOverrides },
  permission: Permission,
  choice: Choice,
): Draft | null {
  const { [permission]: earlier, ...others } = draft?.chosen ?? {};
  const stored = choiceOf(saved.overrides, permission);
  const chosen: Draft['chosen'] =
    choice === stored ? others : { ...others, [permission]: { choice, replaces: earlier?.replaces ?? stored } };
  if (Object.keys(chosen).length === 0) return null;
  return { version: draft?.version ?? saved.version, chosen };
}

/** The changes to save: choices that differ from the stored ones. */
export function changesOf(draft: Draft | null, overrides: PermissionOverrides): PermissionChanges {
  const changed = permissions.flatMap((permission) => {
    const choice = draft?.chosen[permission]?.choice;
    if (choice === undefined || choice === choiceOf(overrides, permission)) return [];
    return [[permission, overrideOf(choice)] as const];
  });
  return Object.fromEntries(changed);
}
