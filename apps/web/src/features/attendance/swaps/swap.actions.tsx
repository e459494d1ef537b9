import type { RosterSwap } from '@shifa/contract';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { defineActions } from '../../../screens/actions/define-actions';
import { decisionActions } from '../../../screens/inbox/decision-actions';
import { shiftLine } from './swap-display';
import { swapResource } from './swap.resource';

export const swapActions = defineActions<RosterSwap, RosterSwap>(swapResource, {
  ...decisionActions<RosterSwap>({
    decide: (request, sending) => send(api.rosterSwaps.decide, request, sending),
    title: ({ userId }) => `Reject ${userId.name}’s swap`,
    question: ({ shift, takenBy }) => (
      <>
        {shiftLine(shift)}, taken by <strong>{takenBy?.name}</strong>
      </>
    ),
  }),
});
