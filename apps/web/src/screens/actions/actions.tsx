import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { enqueueSnackbar } from 'notistack';
import { useNavigate } from 'react-router-dom';
import { useOnPhone } from '../../ui/use-on-phone';
import { messageOf } from '../../lib/api-error';
import type { Callback } from '../../lib/callback';
import { usePreloaded } from '../../lib/use-preloaded';
import { heldWrites, useHeldWrites } from '../../data/held-writes';
import { isUnanswered } from '../../data/use-stoppable';
import { useWrite } from '../../data/use-write';
import { NEW_DRAFT, useOpenDrafts } from '../form/use-draft';
import { lazyPart } from '../../ui/lazy-part';
import { useErrorToast } from '../../ui/use-error-toast';
import {
  type Actionable,
  type ActionSet,
  disabledReasonOf,
  isOffered,
  type RequestAction,
  stateOf,
  type Versioned,
} from './define-actions';
import { type ActionEvents, type Done, type Failed, ItemActions, type OfferedAction } from './item-actions';

/** Comes when the page is idle, and sooner if an action is chosen. */
export const LazyActionDialog = lazyPart(async () => (await import('./action-dialog')).ActionDialog);

/** An action, and what it is done to. */
type Chosen = { action: string; item: Actionable };

type ActionsProps<Item extends Actionable = Actionable, Stored = Versioned> = {
  /** The actions of the documents below; a function where they are of several kinds. */
  of: ActionSet<Item, Stored> | ((item: Actionable) => ActionSet<Item, Stored>);
  onDone?: Callback<[done: Done<Item, Stored>]>;
  /** Something failed outside a dialog. */
  onFailed?: Callback<[failed: Failed<Item>]>;
  /** The page shows `failureOf` itself, so that no toast does. */
  showsFailure?: boolean;
  children: ReactNode;
};

/**
 * Makes the actions of documents available to `<ItemAction>`, `<ItemMenu>` and `useItemActions` below, and shows the
 * dialog of the action that was chosen.
 *
 * @example
 * <Actions of={transactionActions}>
 *   <ItemAction action="approve" item={entry} variant="contained" />
 *   <ItemMenu label="More actions" item={entry} except={['approve']} />
 * </Actions>
 */
export const Actions: <Item extends Actionable, Stored extends Versioned>(
  props: ActionsProps<Item, Stored>,
) => ReactNode = ActionsProvider;

function ActionsProvider({ of, onDone, onFailed, showsFailure = false, children }: ActionsProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen>();
  const [failure, setFailure] = useState<Failed<Actionable>>();
  const [listeners] = useState(() => new Set<ActionEvents>());
  const toast = useErrorToast();
  const onPhone = useOnPhone();
  const held = useHeldWrites();
  const page = useHeldByPage();
  usePreloaded(LazyActionDialog);
  const actionsOf = (item: Actionable) => (typeof of === 'function' ? of(item) : of);

  const done = (event: Done<Actionable, Versioned>) => {
    onDone?.(event);
    for (const listener of listeners) listener.onDone?.(event);
  };
  const fail = (failed: Failed<Actionable>) => {
    setFailure(failed);
    const { left } = page.current;
    if (!showsFailure || left)
      toast.show(failed.error, describeFailed(actionsOf(failed.item), failed, { named: left }), 'warning');
    if (left) return;
    onFailed?.(failed);
    for (const listener of listeners) listener.onFailed?.(failed);
  };
  const request = useRequestChosen(actionsOf, fail, done);

  const run = (action: string, item: Actionable) => {
    const definition = actionsOf(item).definitions[action];
    if (!definition) return;
    setFailure(undefined);
    // What failed before is being tried again, or no longer matters.
    toast.clear();
    if ('to' in definition) void navigate(definition.to(item));
    else if (!('send' in definition) || definition.question || definition.reason) setChosen({ action, item });
    else if (held.has(item._id)) return;
    else if (definition.undoOnPhone !== undefined && onPhone) {
      page.current.held.add(item._id);
      const { resource } = actionsOf(item);
      heldWrites.hold(item._id, action, {
        send: () => request.mutateAsync({ action, item }),
        onDropped: () =>
          enqueueSnackbar(`${definition.label} ${resource.nameOf(item)}: not saved, because your session ended`, {
            variant: 'warning',
            autoHideDuration: 10_000,
          }),
      });
    } else if (!request.isPending) request.mutate({ action, item });
  };

  const offered = (action: string, item: Actionable): OfferedAction | undefined => {
    const actions = actionsOf(item);
    const definition = actions.definitions[action];
    const state = stateOf(actions, action, item);
    if (!definition || !isOffered(definition, state)) return undefined;
    const busy = request.isPending && request.variables.item._id === item._id;
    const sending = busy && request.variables.action === action;
    return {
      label: definition.label,
      icon: definition.icon,
      disabledReason: held.has(item._id) ? 'Sending your decision…' : disabledReasonOf(state),
      onSelect: () => run(action, item),
      to: 'to' in definition ? definition.to(item) : undefined,
      undo: 'undoOnPhone' in definition && held.get(item._id) === action ? definition.undoOnPhone : undefined,
      sending,
      blocked: busy && !sending,
    };
  };

  const failureOf = (item: Actionable): unknown => {
    if (failure?.item._id !== item._id) return undefined;
    // Without an answer it may have been done. An item that no longer allows it says what was.
    const isOver = isUnanswered(failure.error) && !stateOf(actionsOf(item), failure.action, item)?.allowed;
    return isOver ? undefined : failure.error;
  };

  return (
    <ItemActions
      value={{
        offered,
        entriesFor: (item: Actionable, except: readonly string[] = []) =>
          Object.keys(actionsOf(item).definitions).flatMap((action) =>
            except.includes(action) ? [] : (offered(action, item) ?? []),
          ),
        run,
        pending: request.isPending,
        failureOf,
        asking: chosen !== undefined,
        listeners,
      }}
    >
      {children}
      {chosen ? (
        <Suspense fallback={null}>
          <LazyActionDialog
            key={`${chosen.action} ${chosen.item._id}`}
            actions={actionsOf(chosen.item)}
            {...chosen}
            onDone={(saved) => done({ ...chosen, saved })}
            onFailed={(error) => fail({ ...chosen, error })}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      ) : (
        typeof of !== 'function' && <ReopenedForm of={of} />
      )}
    </ItemActions>
  );
}

/** What this part of the page has held back is sent when it is left, as nothing there could undo it any longer. */
function useHeldByPage() {
  const page = useRef({ held: new Set<string>(), left: false });
  useEffect(() => {
    const { current } = page;
    current.left = false;
    return () => {
      current.left = true;
      for (const id of current.held) void heldWrites.send(id);
    };
  }, []);
  return page;
}

/** The form of a document that was left open on this page, with the draft that it had. */
export function ReopenedForm({ of }: { of: ActionSet }) {
  const id = useOpenDrafts(of.resource.name).find((draft) => draft !== NEW_DRAFT);
  const [closed, setClosed] = useState(false);
  const definition = Object.values(of.definitions).find((one) => 'form' in one);
  return id !== undefined && definition && !closed ? <definition.form id={id} onClose={() => setClosed(true)} /> : null;
}

/** Why something failed, in a sentence; `named` says what it was about, where that is no longer to be seen. */
function describeFailed(
  { definitions, resource }: ActionSet,
  { action, item, error }: Failed<Actionable>,
  { named }: { named: boolean },
): string {
  const definition = definitions[action];
  const describe = definition && 'send' in definition ? definition.describeFailure : undefined;
  const reason = (describe ?? messageOf)(error);
  return named && definition ? `${definition.label} ${resource.nameOf(item)}: ${reason}` : reason;
}

/** An action that asks nothing reports its outcome in a toast. */
function useRequestChosen(
  actionsOf: (item: Actionable) => ActionSet,
  onFailed: (failed: Failed<Actionable>) => void,
  onDone: (done: Done<Actionable, Versioned>) => void,
) {
  const requestOf = ({ action, item }: Chosen): RequestAction => {
    const definition = actionsOf(item).definitions[action];
    if (!definition || !('send' in definition)) throw new Error(`${action} sends no request`);
    return definition;
  };
  return useWrite({
    send: (asked: Chosen, { key }) => requestOf(asked).send(asked.item, asked.item.version, { reason: '', key }),
    success: (saved, asked) => {
      const { outcome } = requestOf(asked);
      return typeof outcome === 'string'
        ? `${actionsOf(asked.item).resource.nameOf(asked.item)} ${outcome}`
        : outcome(saved);
    },
    stale: (_saved, { item }) => actionsOf(item).resource.staleKeys(item._id),
    onSuccess: (saved, asked) => onDone({ ...asked, saved }),
    onError: (error, asked) => onFailed({ ...asked, error }),
  });
}
