import {
  type Permission,
  type PermissionChanges,
  type PermissionOverrides,
  permissions,
  resolvePermission,
  type ResolvedPermission,
  type Role,
} from '@shifa/contract';

/** An override as a person chooses it. */
export const choices = ['inherit', 'allow', 'deny'] as const;
export type Choice = (typeof choices)[number];

export const choiceLabels: Record<Choice, string> = { inherit: 'Inherit', allow: 'Allow', deny: 'Deny' };

/** What was chosen and is not saved: with each choice, what stood there when it was made. */
export type Draft = {
  /** The person's version that the choices were made on, or that their maker has since taken note of. */
  version: number;
  chosen: Partial<Record<Permission, { choice: Choice; instead: Choice }>>;
};

/** The override that is stored, as a choice. */
export function choiceOf(overrides: PermissionOverrides, permission: Permission): Choice {
  const override = overrides[permission];
  if (override === undefined) return 'inherit';
  return override ? 'allow' : 'deny';
}

/** The override that a choice stands for, as the API takes it. */
export function overrideOf(choice: Choice): boolean | null {
  return choice === 'inherit' ? null : choice === 'allow';
}

/** The overrides after a choice. */
export function withChoice(overrides: PermissionOverrides, permission: Permission, choice: Choice) {
  const { [permission]: _replaced, ...others } = overrides;
  const override = overrideOf(choice);
  return override === null ? others : { ...others, [permission]: override };
}

/** What a person might do after a choice. */
export function resolvedWith(
  role: Role,
  overrides: PermissionOverrides,
  permission: Permission,
  choice: Choice,
): ResolvedPermission {
  return resolvePermission(role, withChoice(overrides, permission, choice), permission);
}

/** Another choice; what is chosen as it stands stored is no change and is forgotten. */
export function choose(
  draft: Draft | null,
  saved: { version: number; overrides: PermissionOverrides },
  permission: Permission,
  choice: Choice,
): Draft | null {
  const { [permission]: earlier, ...others } = draft?.chosen ?? {};
  const stored = choiceOf(saved.overrides, permission);
  const chosen: Draft['chosen'] =
    choice === stored ? others : { ...others, [permission]: { choice, instead: earlier?.instead ?? stored } };
  if (Object.keys(chosen).length === 0) return null;
  return { version: draft?.version ?? saved.version, chosen };
}

/** What is to be saved: the choices that differ from what is stored now. */
export function changesOf(draft: Draft | null, overrides: PermissionOverrides): PermissionChanges {
  const changed = permissions.flatMap((permission) => {
    const choice = draft?.chosen[permission]?.choice;
    if (choice === undefined || choice === choiceOf(overrides, permission)) return [];
    return [[permission, overrideOf(choice)] as const];
  });
  return Object.fromEntries(changed);
}
