import Button, { type ButtonProps } from '@mui/material/Button';
import { createContext, type ReactElement, use, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import { heldWrites } from '../../data/held-writes';
import { type ActionEntry, ActionMenu } from '../../ui/action-menu';
import type { Actionable } from './define-actions';
import { ActionButton } from './permission-button';

/** What was done to what, and what it left. */
export type Done<Item, Stored> = { action: string; item: Item; saved: Stored };

/** What could not be done to what, and why. */
export type Failed<Item> = { action: string; item: Item; error: unknown };

/** What a part of the page does when an action succeeds or fails; only the handlers that it needs. */
export type ActionEvents = {
  onDone?: (done: Done<Actionable, unknown>) => void;
  onFailed?: (failed: Failed<Actionable>) => void;
};

/** An action on a document, as a menu or a button shows it. */
export type OfferedAction = ActionEntry & {
  icon?: ReactElement;
  /** Where a link leads. */
  to?: string;
  /** The label of the button that undoes it while it is held back. */
  undo?: string;
  /** It is on its way. */
  sending: boolean;
  /** Another action on the document is on its way. */
  blocked: boolean;
};

/** The actions below `<Actions>`. The methods accept the documents that it was given the actions of. */
type ItemActions = {
  /** Nothing where the action is not offered. */
  offered(action: string, item: Actionable): OfferedAction | undefined;
  /** For a menu, in the order of their declaration. */
  entriesFor(item: Actionable, except?: readonly string[]): ActionEntry[];
  run(action: string, item: Actionable): void;
  /** An action that asks nothing is on its way. */
  pending: boolean;
  /** Why the last action failed outside a dialog, if it was on this item, until something else is done. */
  failureOf(item: Actionable): unknown;
  /** The dialog or form of an action is open. */
  asking: boolean;
  listeners: Set<ActionEvents>;
};

export const ItemActions = createContext<ItemActions | undefined>(undefined);

/** The actions of the documents on this part of the page. Throws outside `<Actions>`. */
export function useItemActions(events?: ActionEvents): ItemActions {
  const actions = use(ItemActions);
  if (!actions) throw new Error('Actions of a document need <Actions> above them');
  const { listeners } = actions;
  const onDone = useEffectEvent((done: Done<Actionable, unknown>) => events?.onDone?.(done));
  const onFailed = useEffectEvent((failed: Failed<Actionable>) => events?.onFailed?.(failed));
  useEffect(() => {
    const listener: ActionEvents = { onDone: (done) => onDone(done), onFailed: (failed) => onFailed(failed) };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listeners]);
  return actions;
}

type ItemActionProps = Omit<ButtonProps, 'action'> & { action: string; item: Actionable };

/** The button of an action; nothing where the action is not offered. */
export function ItemAction({ action, item, ...look }: ItemActionProps) {
  const offered = useItemActions().offered(action, item);
  if (!offered) return null;
  const { label, icon, disabledReason, onSelect, to, undo, sending, blocked } = offered;
  if (to !== undefined) {
    const { variant, color } = look;
    return (
      <Button component={Link} to={to} {...{ variant, color }} startIcon={icon}>
        {label}
      </Button>
    );
  }
  if (undo !== undefined) {
    // It takes the place of the button that had the focus.
    return (
      <Button
        {...look}
        data-decisive
        variant="outlined"
        color="inherit"
        autoFocus
        onClick={() => heldWrites.undo(item._id)}
      >
        {undo}
      </Button>
    );
  }
  return (
    <ActionButton
      startIcon={icon}
      loadingPosition={icon ? 'start' : 'center'}
      {...look}
      data-decisive
      loading={sending}
      disabled={blocked}
      disabledReason={disabledReason}
      onClick={onSelect}
    >
      {label}
    </ActionButton>
  );
}

type ItemMenuProps = { label: string; item: Actionable; except?: readonly string[] };

/** The actions of a document behind three dots, but for those that have buttons of their own. */
export function ItemMenu({ label, item, except }: ItemMenuProps) {
  return <ActionMenu label={label} entries={useItemActions().entriesFor(item, except)} />;
}
