import {
  canHaveDeputy,
  deputyRefusal,
  grantRefusal,
  managedRoles,
  ownWorkRefusal,
  type Role,
  roleRefusal,
  type StaffAction,
  staffCanBecome,
  staffSetters,
  type UpdateStaffBody,
  whoManages,
} from '@shifa/contract';
import { type Actor, givesControl } from '../../platform/domain/actor';
import { lacks, notOffered, type Policy, refusal, type Refusal, refusalOn } from '../../platform/domain/policy';
import { setterRefusal } from '../../platform/http/set-from-above';
import type { UserRow } from './user.document';

type Judged = Pick<UserRow, '_id' | 'role' | 'status' | 'laboratoryId' | 'permissionOverrides'> &
  Partial<Pick<UserRow, 'deputy'>>;
type Changes = Omit<UpdateStaffBody, 'version'>;
type Edited = Judged & Pick<UserRow, Exclude<keyof typeof staffSetters, 'deputyId' | 'deputyActs'>>;

/**
 * Who can do what with another person: those who hold the permission, for people of the roles that they manage. A person
 * who has exited does not change until they are rehired.
 */
export const staffPolicy: Policy<StaffAction, Judged> = {
  // One's own account too: `updateRefusal` says which of its fields.
  edit: (viewer, person) =>
    lacksEdit(viewer, person) ??
    (isSelf(viewer, person) ? undefined : unmanagedRefusal(viewer, person)) ??
    exitedRefusal(person),
  suspend: (viewer, person) =>
    notOfferedUnless(person, staffCanBecome(person.status, 'suspended')) ?? statusChangeRefusal(viewer, person),
  resume: (viewer, person) =>
    notOfferedUnless(person, person.status === 'suspended') ??
    statusChangeRefusal(viewer, person) ??
    grantRefusal(viewer, person),
  rehire: (viewer, person) =>
    person.status === 'exited'
      ? (statusChangeRefusal(viewer, person) ?? grantRefusal(viewer, person))
      : notOffered('VALIDATION_FAILED'),
  // Only across laboratories is there a place to move to.
  move: (viewer, person) =>
    notOfferedUnless(person, person.status !== 'exited' && person.role !== 'super_admin' && editsEverywhere(viewer)) ??
    statusChangeRefusal(viewer, person) ??
    moveRefusal(viewer, person),
  exit: (viewer, person) =>
    notOfferedUnless(person, staffCanBecome(person.status, 'exited')) ??
    lacks(viewer, 'staff.remove', ownerOf(person)) ??
    unmanagedRefusal(viewer, person),
  issuePassword: (viewer, person) =>
    notOfferedUnless(person, person.status !== 'exited') ??
    lacksEdit(viewer, person) ??
    unmanagedRefusal(viewer, person) ??
    grantRefusal(viewer, person),
  endSessions: (viewer, person) => lacksEdit(viewer, person) ?? unmanagedRefusal(viewer, person),
  nameDeputy: (viewer, person) =>
    (canHaveDeputy(person, viewer.at) ? undefined : notOffered('VALIDATION_FAILED')) ??
    lacksEdit(viewer, person) ??
    (isSelf(viewer, person) ? undefined : unmanagedRefusal(viewer, person)) ??
    exitedRefusal(person) ??
    deputyRefusal(viewer, person),
  confirmDeputy: (viewer, person) =>
    notOfferedUnless(person, person.status === 'suspended' && !!person.deputy && !person.deputy.confirmed) ??
    confirmRefusal(viewer, person),
  withdrawDeputy: (viewer, person) =>
    notOfferedUnless(person, person.status === 'suspended' && !!person.deputy?.confirmed) ??
    confirmRefusal(viewer, person),
};

/** Whether the changes can be made; on their own account, people change what `staffSetters` leaves to them. */
export function updateRefusal(
  viewer: Actor,
  person: Edited,
  changes: Changes,
  workLocked: Refusal | undefined,
): Refusal | undefined {
  const { role = person.role, status = person.status } = changes;
  const refused = isSelf(viewer, person)
    ? ownFieldsRefusal(person, changes, workLocked)
    : unmanagedRefusal(viewer, person);
  if (refused) return refused;
  const notAssignable = role === person.role ? undefined : assignRefusal(viewer, role);
  if (notAssignable) return notAssignable;
  const notMovable = movesTo(person, changes.laboratoryId) && moveRefusal(viewer, { role });
  if (notMovable) return notMovable;
  if (status === person.status) return exitedRefusal(person);
  if (status === 'suspended') return staffPolicy.suspend(viewer, person);
  return staffPolicy[person.status === 'exited' ? 'rehire' : 'resume'](viewer, person);
}

/** Whether the viewer can give someone the role: one that they manage, with no permission that they lack. */
export function assignRefusal(viewer: Actor, role: Role): Refusal | undefined {
  const refused = roleRefusal(viewer, role);
  return refused && refusalOn('role', refused.code, refused.message);
}

/** Whether the viewer can give someone the role's permissions in another laboratory, where overrides do not follow. */
export function moveRefusal(viewer: Actor, { role }: { role: Role }): Refusal | undefined {
  const refused = grantRefusal(viewer, { role });
  return refused && refusalOn('laboratoryId', refused.code, refused.message);
}

/** Whether the person would belong to another laboratory; overrides end with the laboratory that they were given in. */
export function movesTo(
  { laboratoryId }: Pick<Judged, 'laboratoryId'>,
  target: string | null | undefined,
): target is string | null {
  return target !== undefined && target !== (laboratoryId?.toHexString() ?? null);
}

/** Whether the person is the viewer's to manage: not their own account, and of a role below theirs. */
export function unmanagedRefusal(viewer: Actor, { _id, role }: Pick<Judged, '_id' | 'role'>): Refusal | undefined {
  if (isSelf(viewer, { _id })) return refusal('OWN_ACCOUNT');
  return managedRoles(viewer.role).includes(role) ? undefined : refusal('STAFF_BEYOND_REACH', whoManages(role));
}

export function exitedRefusal({ status }: Pick<Judged, 'status'>): Refusal | undefined {
  return status === 'exited' ? refusal('STAFF_EXITED') : undefined;
}

type Colleague = Pick<UserRow, '_id' | 'name' | 'role' | 'status' | 'laboratoryId'> &
  Partial<Pick<UserRow, 'influences'>>;

/** Why someone cannot act for the approver: only an active colleague can, and super admins only for each other. */
export function deputyObstacle(
  approver: Pick<Colleague, '_id' | 'role' | 'laboratoryId'> & Partial<Pick<Colleague, 'status' | 'name'>>,
  deputy: Colleague,
): string | undefined {
  if (deputy._id.equals(approver._id)) return "A person can't be their own deputy. Choose another person.";
  const isColleague =
    approver.role === 'super_admin' || deputy.role === 'super_admin'
      ? approver.role === deputy.role
      : deputy.laboratoryId !== null && approver.laboratoryId?.equals(deputy.laboratoryId) === true;
  if (!isColleague) {
    return approver.role === 'super_admin'
      ? `${deputy.name} isn't a super admin. Choose another super admin.`
      : `${deputy.name} doesn't belong to the same laboratory. Choose a colleague.`;
  }
  if (approver.status === 'suspended' && controls(approver, deputy)) {
    return `${approver.name ?? 'The approver'} created or reset the account of ${deputy.name}. Choose another person.`;
  }
  if (deputy.status === 'active') return undefined;
  return `${deputy.name} ${deputy.status === 'suspended' ? 'is suspended' : 'has left'}. Choose an active person.`;
}

/** Whether the approver could recently act through the account of the deputy. */
function controls({ _id }: Pick<Colleague, '_id'>, { influences = [] }: Colleague): boolean {
  return influences.some((influence) => givesControl(influence) && influence.by._id.equals(_id));
}

/** Whether the viewer can let the deputy act during a suspension: anyone who can suspend the person, but not the deputy. */
export function confirmRefusal(viewer: Actor, person: Judged): Refusal | undefined {
  const isDeputy = person.deputy?._id.toHexString() === viewer.userId;
  if (isDeputy) return refusal('OWN_ACCOUNT', 'Someone else must confirm you as the deputy');
  return statusChangeRefusal(viewer, person) ?? deputyRefusal(viewer, person);
}

/**
 * Why the viewer cannot set what concerns the person's work, if it is their own. The only active super admin of a
 * network has no one to ask.
 */
export function findOwnWorkRefusal(viewer: Actor, person: Judged, onlySuperAdmin: boolean): Refusal | undefined {
  return isSelf(viewer, person) && !onlySuperAdmin ? ownWorkRefusal(person.role) : undefined;
}

function ownFieldsRefusal(person: Edited, changes: Changes, above: Refusal | undefined): Refusal | undefined {
  const current = { ...person, laboratoryId: person.laboratoryId?.toHexString() ?? null };
  return setterRefusal(staffSetters, { rights: refusal('OWN_ACCOUNT'), above }, current, { ...current, ...changes });
}

function statusChangeRefusal(viewer: Actor, person: Judged): Refusal | undefined {
  return (
    lacks(viewer, 'staff.suspend', ownerOf(person)) ?? lacksEdit(viewer, person) ?? unmanagedRefusal(viewer, person)
  );
}

/** An action that does not apply in the person's status is not offered; one on an exited person says why. */
function notOfferedUnless({ status }: Judged, applies: boolean): Refusal | undefined {
  return applies ? undefined : notOffered(status === 'exited' ? 'STAFF_EXITED' : 'VALIDATION_FAILED');
}

function editsEverywhere(viewer: Actor): boolean {
  return viewer.may('staff.edit') && viewer.scope('staff.edit').reachesAll;
}

function lacksEdit(viewer: Actor, person: Judged): Refusal | undefined {
  return lacks(viewer, 'staff.edit', ownerOf(person));
}

function ownerOf({ _id, laboratoryId }: Judged) {
  return { laboratoryId, personId: _id };
}

function isSelf(viewer: Actor, { _id }: Pick<Judged, '_id'>): boolean {
  return _id.toHexString() === viewer.userId;
}
