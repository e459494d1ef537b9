import { type Laboratory, LaboratorySchema } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useVersionedDeed } from '../../components/versions/use-versioned-deed';
import { invalidateLaboratory } from './laboratory.live';
import type { LaboratoryInHand } from './use-laboratory-actions';

type Deed = {
  /** Stands after the name: `was suspended`. */
  outcome: string;
  send: (version: number) => Promise<{ data: Laboratory }>;
  onDone: () => void;
};

/** A deed on the version of a laboratory that the person saw. */
export function useLaboratoryDeed(laboratory: LaboratoryInHand, deed: Deed) {
  const queryClient = useQueryClient();
  return useVersionedDeed({
    document: laboratory,
    schema: LaboratorySchema,
    invalidate: () => invalidateLaboratory(queryClient, laboratory._id),
    ...deed,
  });
}
