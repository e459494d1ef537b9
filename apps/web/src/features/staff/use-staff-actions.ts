import type { StaffAction, StaffListItem } from '@shifa/contract';
import type { ActionEntry } from '../../components/action-menu';

/** As much of a person as a deed needs to know. */
export type PersonInHand = Pick<StaffListItem, '_id' | 'name' | 'email' | 'role' | 'status' | 'version' | 'actions'>;

export type StaffDeed = 'edit' | 'suspend' | 'resume' | 'exit' | 'take-on' | 'issue-password';

/** In the order of the menu. */
const entries: readonly { action: StaffAction; deed: StaffDeed; label: string }[] = [
  { action: 'edit', deed: 'edit', label: 'Edit person' },
  { action: 'rehire', deed: 'take-on', label: 'Take on again' },
  { action: 'suspend', deed: 'suspend', label: 'Suspend' },
  { action: 'resume', deed: 'resume', label: 'Resume' },
  { action: 'issuePassword', deed: 'issue-password', label: 'Issue a temporary password' },
  { action: 'exit', deed: 'exit', label: 'Record exit' },
];

/** What can be done with a person, each with the reason where it is refused. */
export function useStaffActions(onChoose: (deed: StaffDeed, person: PersonInHand) => void) {
  return (person: PersonInHand): ActionEntry[] =>
    entries.flatMap(({ action, deed, label }) => {
      const state = person.actions[action];
      return state ? [{ label, lockedBecause: state.reason, onSelect: () => onChoose(deed, person) }] : [];
    });
}
