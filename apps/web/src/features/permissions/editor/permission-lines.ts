import {
  type ExplainedPermission,
  hasEnded,
  type Permission,
  type PermissionStructure,
  reasonFor,
  resolvePermission,
  type ResolvedPermission,
  type TimedOverride,
  type UserPermissions,
} from '@shifa/contract';
import {
  type Choice,
  type Chosen,
  choices,
  type Draft,
  isSameChoice,
  resolvedWith,
  storedChoice,
} from '../permission-draft';
import { whoCanChange } from '../who-can-change';

/** One permission of one person, as the editor shows it. */
export type PermissionLine = {
  permission: Permission;
  label: string;
  /** The role default. */
  inherited: ResolvedPermission;
  saved: Choice;
  choice: Choice;
  /** The last day of the choice. */
  until: string | undefined;
  /** An override that has ended. */
  ended: TimedOverride | undefined;
  changed: boolean;
  /** The choice that someone else saved after this one was made. */
  theirs: Chosen | undefined;
  /** The present permission, or the future one if it was changed. */
  result: ExplainedPermission;
  /** Choices that would grant a permission that the viewer lacks. */
  disabledChoices: readonly Choice[];
  /** Why they are disabled, and who can make them. */
  disabledReason: string | undefined;
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
  const stored = storedChoice(overrides, permission);
  const saved = stored.choice;
  const chosen = draft?.chosen[permission];
  const { choice, until } = chosen ?? stored;
  const now = person.permissions[permission];
  const changed = !isSameChoice({ choice, until }, stored);
  const after = resolvedWith(role, permission, choice, until);
  const override = overrides[permission];

  // As in the API: an override that grants, or the removal of one that denied.
  const grants = (other: Choice) =>
    other === 'allow' ||
    (!resolvedWith(role, permission, saved).allowed && resolvedWith(role, permission, other).allowed);
  const disabledChoices = grantable.includes(permission)
    ? []
    : choices.filter((other) => other !== saved && grants(other));
  return {
    permission,
    label,
    inherited: resolvePermission(role, permission),
    saved,
    choice,
    until,
    ended: typeof override === 'object' && hasEnded(override, new Date()) ? override : undefined,
    changed,
    theirs: chosen && !isSameChoice(chosen.replaces, stored) ? stored : undefined,
    result: changed ? { ...after, reason: reasonFor(role, permission, after) } : now,
    disabledChoices,
    disabledReason:
      disabledChoices.length === 0
        ? undefined
        : `You can only grant permissions you have. ${whoCanChange(role, permission)}`,
  };
}

/** The lines that match the search, in their sections; a section whose name matches is shown whole. */
export function matchingSections(
  sections: readonly PermissionSection[],
  search: string,
  onlyOverrides: boolean,
): PermissionSection[] {
  const text = search.trim().toLowerCase();
  return sections
    .map((section) => {
      const whole = section.label.toLowerCase().includes(text);
      const matches = (line: PermissionLine) =>
        (whole || line.label.toLowerCase().includes(text)) &&
        (!onlyOverrides || line.saved !== 'inherit' || line.ended !== undefined || line.changed);
      return { ...section, lines: section.lines.filter(matches) };
    })
    .filter(({ lines }) => lines.length > 0);
}
