import { useState } from 'react';
import { ChangeStaffStatus } from './change-staff-status';
import { ExitPerson } from './exit-person';
import { EditPerson } from './form/edit-person';
import { IssuePassword } from './issue-password';
import type { PersonInHand, StaffDeed } from './use-staff-actions';

type ChosenDeed = { deed: StaffDeed; person: PersonInHand };

/** The deed that a person chose from a menu, until its dialog is closed. */
export function useChosenDeed() {
  const [chosen, setChosen] = useState<ChosenDeed>();
  const choose = (deed: StaffDeed, person: PersonInHand) => setChosen({ deed, person });
  return [chosen, choose, () => setChosen(undefined)] as const;
}

/** Asks what a deed needs to be asked, and does it. */
export function StaffDeedDialog({ deed, person, onClose }: ChosenDeed & { onClose: () => void }) {
  switch (deed) {
    case 'edit':
      return <EditPerson id={person._id} onClose={onClose} />;
    case 'suspend':
    case 'resume':
    case 'take-on':
      return <ChangeStaffStatus person={person} deed={deed} onClose={onClose} />;
    case 'exit':
      return <ExitPerson person={person} onClose={onClose} />;
    case 'issue-password':
      return <IssuePassword person={person} onClose={onClose} />;
  }
}
