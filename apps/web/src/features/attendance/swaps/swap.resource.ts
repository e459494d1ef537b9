import { type RosterSwap, RosterSwapSchema } from '@shifa/contract';
import { api } from '../../../data/api';
import { totalOf } from '../../../data/queries';
import { defineResource } from '../../../data/resource';
import { formatDay } from '../../../lib/format';

/** What the own roster, the inbox and the actions of swaps have in common. */
export const swapResource = defineResource({
  noun: 'swap',
  plural: 'swaps',
  entity: 'roster-swap',
  list: api.rosterSwaps.list,
  get: api.rosterSwaps.get,
  summaries: [api.rosters.board, api.rosters.mine],
  schema: RosterSwapSchema,
  nameOf: ({ userId, shift }: Pick<RosterSwap, 'userId' | 'shift'>) => `${userId.name}, ${formatDay(shift.day)}`,
});

/** How many swaps the viewer may decide on. */
export const swapsWaitingForMe = { ...swapResource.page({ waitingForMe: 'true', limit: 1 }), select: totalOf };
