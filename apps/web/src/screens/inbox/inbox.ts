import type { Permission } from '@shifa/contract';
import type { FunctionComponent, ReactElement } from 'react';
import type { Key, PageQuery } from '../../data/queries';
import type { Actionable } from '../actions/define-actions';
import type { ReviewQueue } from './define-review-queue';

/** One kind of document that waits for decisions, as a part of the inbox. */
export type InboxSource = {
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
  load: () => Promise<InboxQueue>;
};

type InboxQueueOptions<Item extends Actionable, Stored extends Item> = {
  queue: ReviewQueue<Item, Stored>;
  /** What the list is asked for, oldest first. */
  lists: {
    mine: object;
    /** Also what only others can decide, where `mine` leaves it out. */
    all?: object;
  };
  /** Since when it has been waiting: a day or an instant. */
  since: (item: Item) => string;
  /** Opens an item on a phone: another page, or the parameter of the address that `Opened` reads. */
  open: { path: (item: Item) => string } | { parameter: string };
  /** An item that the address names, above the inbox. */
  Opened?: FunctionComponent;
};

/** A queue of the inbox. It is only ever given items of its own list. */
export type InboxQueue = InboxQueueOptions<Actionable, Actionable>;

export function defineInboxQueue<Item extends Actionable, Stored extends Item>(
  options: InboxQueueOptions<Item, Stored>,
): InboxQueue {
  return options as unknown as InboxQueue;
}

export type InboxPart = InboxSource & InboxQueue;
