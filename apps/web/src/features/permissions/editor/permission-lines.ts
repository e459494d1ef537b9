import {
  type ExplainedPermission,
  type Permission,
  type PermissionStructure,
  reasonFor,
  resolvePermission,
  type ResolvedPermission,
  type UserPermissions,
} from '@shifa/contract';
import { type Choice, choiceOf, choices, type Draft, resolvedWith } from '../permission-draft';
import { whoCanChange } from '../who-may-change';

/** One permission of one person, as the editor shows it. */
export type PermissionLine = {
  permission: Permission;
  label: string;
  /** What the role gives by itself. */
  inherited: ResolvedPermission;
  saved: Choice;
  choice: Choice;
  changed: boolean;
  /** What someone else saved here after the choice was made. */
  theirs: Choice | undefined;
  /** What the person may do: as it is, or, where it was changed, as it will be. */
  result: ExplainedPermission;
  /** Choices that the viewer may not make, because they would give what the viewer lacks. */
  locked: readonly Choice[];
  /** Why they are locked and who may make them. */
  lockReason: string | undefined;
};

export type PermissionSection = { resource: string; label: string; lines: PermissionLine[] };

/** The sections of the editor, in the order of the structure. */
export function sectionsOf(
  structure: PermissionStructure,
  person: UserPermissions,
  draft: Draft | null,
): PermissionSection[] {
  return structure.resources.map(({ resource, label, actions }) => ({
    resource,
    label,
    lines: actions.map((action) => lineOf(action, person, draft)),
  }));
}

type Action = PermissionStructure['resources'][number]['actions'][number];

function lineOf({ permission, label }: Action, person: UserPermissions, draft: Draft | null): PermissionLine {
  const { overrides, grantable } = person;
  const { role } = person.user;
  const saved = choiceOf(overrides, permission);
  const chosen = draft?.chosen[permission];
  const choice = chosen?.choice ?? saved;
  const now = person.permissions[permission];
  const changed = choice !== saved;
  const after = resolvedWith(role, overrides, permission, choice);

  // As the API judges: an override that grants, or one taken back that took away.
  const gives = (other: Choice) =>
    other === 'allow' || (!now.allowed && resolvedWith(role, overrides, permission, other).allowed);
  const locked = grantable.includes(permission) ? [] : choices.filter((other) => other !== saved && gives(other));
  return {
    permission,
    label,
    inherited: resolvePermission(role, {}, permission),
    saved,
    choice,
    changed,
    theirs: chosen && chosen.instead !== saved ? saved : undefined,
    result: changed ? { ...after, reason: reasonFor(role, permission, after) } : now,
    locked,
    lockReason: locked.length === 0 ? undefined : `You can only give what you hold. ${whoCanChange(role, permission)}`,
  };
}

/** The lines that fit what was searched for, in their sections; a section whose name fits comes whole. */
export function matchingSections(
  sections: readonly PermissionSection[],
  search: string,
  onlyOverrides: boolean,
): PermissionSection[] {
  const words = search.trim().toLowerCase();
  return sections
    .map((section) => {
      const whole = section.label.toLowerCase().includes(words);
      const fits = (line: PermissionLine) =>
        (whole || line.label.toLowerCase().includes(words)) &&
        (!onlyOverrides || line.saved !== 'inherit' || line.changed);
      return { ...section, lines: section.lines.filter(fits) };
    })
    .filter(({ lines }) => lines.length > 0);
}
