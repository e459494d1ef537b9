import type { Actions, ActionState, Blocker } from '@shifa/contract';
import type { ReactElement, ReactNode } from 'react';
import type { Callback, Shows } from '../../lib/callback';
import type { Query } from '../../data/queries';
import type { Resource } from '../../data/resource';
import type { SignedInUser } from '../../data/session';

/** A document that carries the viewer's actions, as the server computed them. */
export type Actionable = { _id: string; version: number; actions: Actions<string> };

/** A document as it is stored. */
export type Versioned = { version: number };

type Labelled = {
  /** In menus and on buttons: `Archive laboratory`. It is also the title of the dialog. */
  label: string;
  icon?: ReactElement;
  /** The server's action that allows it, where several share one; by default the one of the same name. */
  allowedBy?: string;
};

/** Opens the form that edits the document. */
type FormAction<Stored> = Labelled & {
  form: Shows<{ id: string; onSaved?: Callback<[saved: Stored]>; onClose: () => void }>;
};

/** Opens a dialog that asks more than yes or no. */
type DialogAction<Item, Stored> = Labelled & { dialog: Shows<ActionDialogProps<Item, Stored>> };

export type ActionDialogProps<Item, Stored> = {
  item: Item;
  /** Gets what the action left, or made. */
  onDone: Callback<[saved: Stored]>;
  onClose: () => void;
};

/** What a request is sent with. */
export type Given = {
  /** Empty unless the action asks for one. */
  reason: string;
  /** The same however often one question is answered. */
  key: string;
  /** Aborted when the person stops waiting. */
  signal?: AbortSignal;
};

/** Leads to another page. It needs no permission of its own. */
type LinkAction<Item> = Labelled & { to: Callback<[item: Item], string> };

/** Sends a request: at once, or after a question. */
export type RequestAction<Item = Actionable, Stored = Versioned> = Labelled & {
  /** Says what will happen; without it nothing is asked. */
  question?: Callback<[item: Item], ReactNode>;
  /** The verb on the button of the question: `Archive`. */
  verb?: string;
  /** In the place of the label. */
  title?: Callback<[item: Item], string>;
  cancelLabel?: string;
  /** Asks for a reason as well, except from some people; `help` says who will read it. */
  reason?: { help: string; exceptFrom?: Callback<[viewer: SignedInUser, item: Item], boolean> };
  destructive?: boolean;
  /** What was done, to follow the name: `was archived`. A function says all of it. */
  outcome: string | Callback<[saved: Stored], string>;
  /** `version` is the one that the person saw, or has seen since. */
  send: Callback<[item: Item, version: number, given: Given], Promise<Stored>>;
  /** Why it failed, where the server's message does not say enough. */
  describeFailure?: (error: unknown) => string;
  /**
   * What undoes it: `Undo approval`. On a phone, where one tap suffices, the request is held back for a few seconds and
   * can be undone. As it may go out while the page is closing, it is sent with `keepalive`.
   */
  undoOnPhone?: string;
  /** Whether a failure leaves nothing to ask: the dialog closes, and the page reports it. */
  closesOn?: (error: unknown) => boolean;
  /** What is shown when the server names what stands in the way. */
  blocked?: BlockedView<Item>;
};

export type BlockedView<Item = Actionable> = {
  /** Reads what stands in the way before the question is asked. */
  check?: Callback<[item: Item], Query<Blocker[]>>;
  /** The list of what is counted. */
  linkTo?: Callback<[blocker: Blocker, item: Item], string | undefined>;
  title: string;
  /** Follows the name, before the list: `cannot be archived yet. It still has:`. */
  text: string;
  /** Another action that may serve, where the document allows it. */
  instead?: { action: string; verb: string };
  /** What helps to settle it, after the list. */
  hint?: Callback<[item: Item, blockers: readonly Blocker[]], string | undefined>;
};

export type ActionDefinition<Item = Actionable, Stored = Versioned> =
  FormAction<Stored> | DialogAction<Item, Stored> | LinkAction<Item> | RequestAction<Item, Stored>;

/** The actions of a kind of document, in the order of its menus; without parameters, those of any kind. */
export type ActionSet<Item extends Actionable = Actionable, Stored = Versioned> = {
  resource: Resource<Item, Stored>;
  definitions: Readonly<Record<string, ActionDefinition<Item, Stored>>>;
};

/**
 * Declares what can be done with a document. The server says for each document which of it the viewer may do and why
 * not: an action that it does not name is not offered, and nothing is decided here. A link is always offered.
 */
export function defineActions<Item extends Actionable, Stored>(
  resource: Resource<Item, Stored>,
  definitions: { [Name in keyof Item['actions']]?: ActionDefinition<Item, Stored> } & {
    [name: string]: ActionDefinition<Item, Stored> | undefined;
  },
): ActionSet<Item, Stored> {
  return { resource, definitions: definitions as Record<string, ActionDefinition<Item, Stored>> };
}

/** Why an action is disabled; `undefined` where it is allowed. */
export function disabledReasonOf(state: ActionState | undefined): string | undefined {
  return state === undefined || state.allowed ? undefined : (state.reason ?? "This isn't available now");
}

/** What the server says of an action on a document. */
export function stateOf({ definitions }: ActionSet, action: string, item: Actionable): ActionState | undefined {
  return item.actions[definitions[action]?.allowedBy ?? action];
}

/** Whether an action is offered for a document, allowed or disabled. */
export function isOffered(definition: ActionDefinition, state: ActionState | undefined): boolean {
  return 'to' in definition || state !== undefined;
}
