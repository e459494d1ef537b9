import { type StaffMember, StaffMemberSchema } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useVersionedAction } from '../../components/versions/use-versioned-action';
import { invalidatePerson } from './staff.live';
import type { PersonInHand } from './use-staff-actions';

type Deed<Saved> = {
  /** Stands after the name: `was suspended`. */
  outcome: string;
  send: (version: number) => Promise<{ data: Saved }>;
  onDone: (saved: Saved) => void;
};

/** A deed on the version of a person that the viewer saw. */
export function useStaffDeed<Saved = StaffMember>(person: PersonInHand, deed: Deed<Saved>) {
  const queryClient = useQueryClient();
  return useVersionedAction({
    document: person,
    schema: StaffMemberSchema,
    invalidate: () => invalidatePerson(queryClient, person._id),
    ...deed,
  });
}
