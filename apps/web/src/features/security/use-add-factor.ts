import type { RecoveryCodes, SecondFactor } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { isUnanswered } from '../../data/use-stoppable';
import { useWrite } from '../../data/use-write';
import { ownSecondFactor } from './second-factor.queries';

type AddFactorOptions<Input> = {
  add: (input: Input, signal: AbortSignal) => Promise<RecoveryCodes>;
  success: string;
  failure?: string;
  /** The new recovery codes, if there are any. */
  onAdded: (recoveryCodes: readonly string[]) => void;
};

/**
 * Adds a factor. It is added only once: where the answer to an earlier attempt was lost, another attempt finds what that
 * one added. Its recovery codes are lost as well, so that others take their place.
 */
export function useAddFactor<Input>({ add, onAdded, success, ...words }: AddFactorOptions<Input>) {
  const queryClient = useQueryClient();
  const [before] = useState(() => queryClient.getQueryData(ownSecondFactor.queryKey));
  const isLost = useRef(false);
  return useWrite({
    send: async (input: Input, { signal }) => {
      try {
        return await add(input, signal);
      } catch (error) {
        if (isUnanswered(error)) isLost.current = true;
        else if (isLost.current) {
          const now = await queryClient.query({ ...ownSecondFactor, staleTime: 0 });
          if (factorsOf(now) !== factorsOf(before)) return codesAfter(before, signal);
        }
        throw error;
      }
    },
    ...words,
    // The codes say it themselves, and on a phone the toast would lie on what is said about them.
    success: ({ recoveryCodes }) => (recoveryCodes.length > 0 ? undefined : success),
    stale: [ownSecondFactor.queryKey],
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
}

const NO_FACTOR = factorsOf(undefined);

/** Differs once a factor was added or replaced. */
function factorsOf(factor: SecondFactor | undefined): string {
  return `${factor?.authenticator?.addedAt ?? ''} ${factor?.passkeys.length ?? 0}`;
}

function codesAfter(before: SecondFactor | undefined, signal: AbortSignal): Promise<RecoveryCodes> {
  return factorsOf(before) === NO_FACTOR
    ? send(api.secondFactor.renewRecoveryCodes, { body: {} }, { signal })
    : Promise.resolve({ recoveryCodes: [] });
}
