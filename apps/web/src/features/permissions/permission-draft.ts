import {
  isBusinessDay,
  overrideAt,
  type Permission,
  type PermissionChanges,
  type PermissionOverrides,
  permissions,
  resolvePermission,
  type ResolvedPermission,
  type Role,
} from '@shifa/contract';
import { formatDay } from '../../lib/format';

/** An override as it is chosen on the screen. */
export const choices = ['inherit', 'allow', 'deny'] as const;
export type Choice = (typeof choices)[number];

export const choiceLabels: Record<Choice, string> = { inherit: 'Role default', allow: 'Allow', deny: 'Deny' };

/** An override and its last day, of which only a part may have been typed. */
export type Chosen = { choice: Choice; until?: string | undefined };

/** Unsaved choices, each with the stored choice that it replaces. */
export type Draft = {
  /** The person's version on which the choices were made, or a later one that the viewer has acknowledged. */
  version: number;
  chosen: Partial<Record<Permission, Chosen & { replaces: Chosen }>>;
};

/** The override that is stored, as a choice; one that has ended is none. */
export function choiceOf(overrides: PermissionOverrides, permission: Permission): Choice {
  const override = overrideAt(overrides, permission, new Date());
  if (override === undefined) return 'inherit';
  return override.allowed ? 'allow' : 'deny';
}

/** The last day of the override that is stored. */
export function untilOf(overrides: PermissionOverrides, permission: Permission): string | undefined {
  return overrideAt(overrides, permission, new Date())?.until;
}

/** The override that is stored, with its last day. */
export function storedChoice(overrides: PermissionOverrides, permission: Permission): Chosen {
  return { choice: choiceOf(overrides, permission), until: untilOf(overrides, permission) };
}

export function isSameChoice(one: Chosen, other: Chosen): boolean {
  return one.choice === other.choice && one.until === other.until;
}

/** `Allow`, or `Allow until Dec 31, 2026` */
export function formatChosen({ choice, until }: Chosen): string {
  return until === undefined ? choiceLabels[choice] : `${choiceLabels[choice]} until ${formatDay(until)}`;
}

/** Whether a last day is still being typed. */
export function hasIncompleteDay(draft: Draft | null): boolean {
  return Object.values(draft?.chosen ?? {}).some(({ until }) => until !== undefined && !isBusinessDay(until));
}

/** The override of a choice, as the API accepts it. */
export function overrideOf(choice: Choice, until?: string): NonNullable<PermissionChanges[Permission]> | null {
  if (choice === 'inherit') return null;
  const allowed = choice === 'allow';
  return until === undefined ? allowed : { allowed, until };
}

/** The permission of a person after a choice. */
export function resolvedWith(role: Role, permission: Permission, choice: Choice, until?: string): ResolvedPermission {
  if (choice === 'inherit') return resolvePermission(role, permission);
  const resolved = resolvePermission(role, permission, { [permission]: choice === 'allow' }, new Date());
  return until === undefined || !isBusinessDay(until) ? resolved : { ...resolved, until };
}

/** Adds a choice; one that equals the stored choice is dropped. */
export function choose(
  draft: Draft | null,
  saved: { version: number; overrides: PermissionOverrides },
  permission: Permission,
  choice: Choice,
  until?: string,
): Draft | null {
  const { [permission]: earlier, ...others } = draft?.chosen ?? {};
  const stored = storedChoice(saved.overrides, permission);
  const chosen: Draft['chosen'] = isSameChoice({ choice, until }, stored)
    ? others
    : { ...others, [permission]: { choice, until, replaces: earlier?.replaces ?? stored } };
  if (Object.keys(chosen).length === 0) return null;
  return { version: draft?.version ?? saved.version, chosen };
}

/** The changes to save: choices that differ from the stored ones. */
export function changesOf(draft: Draft | null, overrides: PermissionOverrides): PermissionChanges {
  const changed = permissions.flatMap((permission) => {
    const chosen = draft?.chosen[permission];
    if (chosen === undefined || isSameChoice(chosen, storedChoice(overrides, permission))) return [];
    return [[permission, overrideOf(chosen.choice, chosen.until)] as const];
  });
  return Object.fromEntries(changed);
}
