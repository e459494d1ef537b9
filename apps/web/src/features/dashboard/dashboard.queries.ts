import type { DashboardBlock } from '@shifa/contract';
import { api } from '../../data/api';
import { keyOf, queryOf } from '../../data/queries';

/** One block, so that a slow one does not delay the others. */
export function blockQuery(block: DashboardBlock, laboratoryId: string | undefined) {
  return queryOf(api.dashboard.get, { query: { blocks: [block], laboratoryId } });
}

/** The keys of blocks, of whichever laboratory. */
export function staleBlocks(...blocks: DashboardBlock[]) {
  return blocks.map((block) => keyOf(api.dashboard.get, { query: { blocks: [block] } }));
}

/** Seconds, so that a busy morning does not have every dashboard fetched again for each person who clocks in. */
export const TOGETHER_MS = 3_000;
