import type { ButtonProps } from '@mui/material/Button';
import type { Permission } from '@shifa/contract';
import type { FunctionComponent, ReactElement, ReactNode } from 'react';
import type { Change, Key, PageQuery } from '../../data/queries';
import type { Callback, Shows } from '../../lib/callback';
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
 * as the list, the keyboard and decisions on several documents at once, is the same for every queue. Without
 * parameters, it is a queue of any documents.
 */
export type Queue<Item extends Actionable = Actionable, Stored extends Item = Item> = {
  actions: ActionSet<Item, Stored>;
  bulk: BulkDecisions<Item>;
  /** On its own page; the first is shown unless the address says otherwise. */
  views: readonly [ReviewView, ...ReviewView[]];
  /** What its list is asked for in the inbox, oldest first. */
  lists: {
    mine: object;
    /** Also what only others can decide, where `mine` leaves it out. */
    all?: object;
  };
  /** Since when an item has been waiting: a day or an instant. */
  since: Callback<[item: Item], string>;
  /** The address of an item, so that it can also be opened in another tab. */
  href: Callback<[item: Item], string>;
  /** Opens an item where there are only cards: another page, or the parameter of the address that `Opened` reads. */
  open: { path: Callback<[item: Item], string> } | { parameter: string };
  /** An item that the address names, above the inbox. */
  Opened?: FunctionComponent;
  /** An item in the list beside the evidence. */
  Row: Shows<{ item: Item }>;
  /** An item as a card. */
  Card: Shows<{ item: Item }>;
  /** What the decision is based on. `stored` is absent until it has been fetched, or when `error` is set. */
  Evidence: Shows<{ item: Item; stored: Stored | undefined; error: Error | null }>;
  /** Why the last decision on an item failed, where the usual words say too little. */
  Failure?: FunctionComponent<{ error: unknown }>;
  /** What someone else did to an item, after their name: `approved KOL-2026-27-000123`. */
  describeChange: Callback<[item: Item, change: Change], string>;
};

/** A queue as a part of the inbox: what is known of it before its code is there. */
export type QueueSource = {
  /** In the address: `entries`. */
  kind: string;
  /** On its chip: `Entries`. */
  label: string;
  /** Several in a sentence: `entries`. */
  plural: string;
  icon: ReactElement;
  /** The person who holds it has this kind in their inbox. */
  permission: Permission;
  /** One row of the list of what waits for the viewer, for its total. */
  count: Pick<PageQuery<unknown>, 'queryFn'> & { queryKey: Key };
  /** Fetches the code of the queue. */
  load: () => Promise<Queue>;
};

/** A queue of the inbox, with its code. */
export type InboxPart = QueueSource & { queue: Queue };

/** What is reviewed together: the items of one queue, or of several. */
export type ReviewSet = {
  /** The queue that an item belongs to. */
  of: (id: string) => Queue;
  /** The sign of that queue, where there are several. */
  mark?: (id: string) => ReactNode;
  bulk: BulkDecisions;
};
