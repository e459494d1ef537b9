import { errorCatalogue, managedRoles, type StaffListItem, type StaffMember, staffCanBecome } from '@shifa/contract';
import type { ActionEntry } from '../../components/action-menu';
import { useDeniedReason } from '../../components/permission-button';
import { useUser } from '../../lib/use-session';

/** As much of a person as a deed needs to know. */
export type PersonInHand = Pick<StaffListItem, '_id' | 'name' | 'email' | 'role' | 'status' | 'version'> &
  Partial<Pick<StaffMember, 'lockedReason'>>;

export type StaffDeed = 'edit' | 'suspend' | 'resume' | 'exit' | 'take-on' | 'issue-password';

const EXITED = 'Take this person on again first';

/** Why the viewer may not change a person, whatever their permissions: themself, or a role that is not theirs to manage. */
function useReachLock(): (person: PersonInHand) => string | undefined {
  const viewer = useUser();
  return ({ _id, role, lockedReason }) => {
    if (lockedReason !== undefined) return lockedReason ?? undefined;
    if (_id === viewer._id) return errorCatalogue.OWN_ACCOUNT.message;
    return managedRoles(viewer.role).includes(role) ? undefined : errorCatalogue.STAFF_BEYOND_REACH.message;
  };
}

/** Why a deed is locked for the signed-in person; `undefined` where it is open. */
export function useStaffLocks(): (person: PersonInHand) => Record<StaffDeed, string | undefined> {
  const edit = useDeniedReason('staff.edit');
  const suspend = useDeniedReason('staff.suspend');
  const remove = useDeniedReason('staff.remove');
  const reachLock = useReachLock();
  return (person) => {
    const reach = reachLock(person);
    const gone = person.status === 'exited' ? EXITED : undefined;
    return {
      edit: edit ?? reach ?? gone,
      suspend: suspend ?? edit ?? reach ?? gone,
      resume: suspend ?? edit ?? reach ?? gone,
      exit: remove ?? reach,
      'take-on': suspend ?? edit ?? reach,
      'issue-password': edit ?? reach ?? gone,
    };
  };
}

/** What can be done with a person, each with the reason where it is locked. */
export function useStaffActions(onChoose: (deed: StaffDeed, person: PersonInHand) => void) {
  const locksOf = useStaffLocks();
  return (person: PersonInHand): ActionEntry[] => {
    const locks = locksOf(person);
    const entry = (deed: StaffDeed, label: string): ActionEntry => ({
      label,
      disabledReason: locks[deed],
      onSelect: () => onChoose(deed, person),
    });
    if (person.status === 'exited') return [entry('edit', 'Edit person'), entry('take-on', 'Take on again')];
    return [
      entry('edit', 'Edit person'),
      staffCanBecome(person.status, 'suspended') ? entry('suspend', 'Suspend') : entry('resume', 'Resume'),
      entry('issue-password', 'Issue a temporary password'),
      entry('exit', 'Record exit'),
    ];
  };
}
