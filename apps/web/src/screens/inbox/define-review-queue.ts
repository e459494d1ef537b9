import type { ButtonProps } from '@mui/material/Button';
import type { FunctionComponent } from 'react';
import type { Change } from '../../data/queries';
import type { Actionable, ActionSet } from '../actions/define-actions';
import type { BulkDecisions } from './use-decisions';

export type ReviewView = {
  /** In the address: `mine`. */
  value: string;
  label: string;
  /** What the list is asked for. */
  query: object;
  /** Shown when nothing is waiting. */
  empty: string;
  /** The view to offer then. */
  instead?: string;
  /** What is done with its documents, where it is not a decision; the first is what most people came for. */
  actions?: readonly [string, ...string[]];
};

/** Approve and reject, or what the view has instead. */
export function buttonsOf({
  actions,
}: Pick<ReviewView, 'actions'>): { action: string; look: Pick<ButtonProps, 'variant' | 'color'> }[] {
  const [first, ...others] = actions ?? [];
  if (first === undefined) {
    return [
      { action: 'approve', look: { variant: 'contained' } },
      { action: 'reject', look: { variant: 'outlined', color: 'error' } },
    ];
  }
  return [
    { action: first, look: { variant: 'contained' } },
    ...others.map((action) => ({ action, look: { variant: 'outlined', color: 'inherit' } as const })),
  ];
}

/**
 * A queue of documents that wait for a decision. They carry the actions `approve` and `reject`; everything else, such
 * as the list, the keyboard and decisions on several documents at once, is the same for every queue.
 */
export type ReviewQueue<Item extends Actionable, Stored extends Item> = {
  actions: ActionSet<Item, Stored>;
  bulk: BulkDecisions<Item>;
  /** The first is shown unless the address says otherwise. */
  views: readonly [ReviewView, ...ReviewView[]];
  /** The address of an item, so that it can also be opened in another tab. */
  href: (item: Item) => string;
  /** An item in the list beside the evidence. */
  Row: FunctionComponent<{ item: Item }>;
  /** An item on a phone. */
  Card: FunctionComponent<{ item: Item }>;
  /** What the decision is based on. `stored` is absent until it has been fetched, or when `error` is set. */
  Evidence: FunctionComponent<{ item: Item; stored: Stored | undefined; error: Error | null }>;
  /** Why the last decision on an item failed. */
  Failure: FunctionComponent<{ error: unknown }>;
  /** What somebody else did to an item, after their name: `approved KOL-2026-27-000123`. */
  describeChange: (item: Item, change: Change) => string;
};

/** What is reviewed together: the items of one queue, or of several. */
export type ReviewSet<Item extends Actionable, Stored extends Item> = {
  /** The queue that an item belongs to. */
  of: (id: string) => ReviewQueue<Item, Stored>;
  bulk: BulkDecisions<Item>;
};
