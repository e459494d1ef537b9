import type { Laboratory } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { invalidateLaboratory } from './laboratory.live';
import type { LaboratoryInHand } from './use-laboratory-actions';
import { newerVersionIn } from './version-conflict';

type Deed = {
  laboratory: LaboratoryInHand;
  /** Stands after the name: `was suspended`. */
  outcome: string;
  send: (version: number) => Promise<{ data: Laboratory }>;
  onDone: () => void;
};

/**
 * A deed on the version that the person saw. When someone else saved meanwhile it is not done behind their back: the
 * words say so, and doing it once more is on the new version.
 */
export function useLaboratoryDeed({ laboratory, outcome, send, onDone }: Deed) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [version, setVersion] = useState(laboratory.version);

  const deed = useMutation({
    mutationFn: () => send(version),
    onSuccess: async () => {
      enqueueSnackbar(`${laboratory.name} ${outcome}`, { variant: 'success' });
      onDone();
      await invalidateLaboratory(queryClient, laboratory._id);
    },
    onError: (error) => {
      const newer = newerVersionIn(error);
      if (newer) setVersion(newer.laboratory.version);
    },
  });

  return { run: () => deed.mutate(), pending: deed.isPending, error: deed.error, fault: faultOf(deed.error) };
}

function faultOf(error: Error | null): string | undefined {
  if (!error) return undefined;
  if (!newerVersionIn(error)) return messageOf(error);
  return `${messageOf(error)}. Nothing was done yet: cancel to look at it first, or go on all the same.`;
}
