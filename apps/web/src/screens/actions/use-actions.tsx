import Button, { type ButtonProps } from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useSnackbar } from 'notistack';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api-error';
import { heldWrites, useHeldWrites } from '../../data/held-writes';
import { useIdempotentSend } from '../../data/idempotency';
import type { ActionEntry } from '../../ui/action-menu';
import { NEW_DRAFT, useOpenDrafts } from '../form/use-draft';
import { ActionButton } from './permission-button';
import { useErrorToast } from '../../ui/use-error-toast';
import { ActionDialog } from './action-dialog';
import {
  type Actionable,
  type ActionSet,
  disabledReasonOf,
  isOffered,
  type RequestAction,
  stateOf,
} from './define-actions';

/** What was done to what, and what it left. */
export type Done<Item, Stored> = { action: string; item: Item; saved: Stored };

/** What could not be done to what, and why. */
export type Failed<Item> = { action: string; item: Item; error: unknown };

type UseActionsOptions<Item, Stored> = {
  onDone?: (done: Done<Item, Stored>) => void;
  /** Something failed outside a dialog. */
  onFailed?: (failed: Failed<Item>) => void;
  /** The page shows `failure` itself, so that no toast does. */
  showsFailure?: boolean;
};

/**
 * The actions of a document on a page: entries for its menu, buttons, and the dialog of the action that was chosen,
 * which the page renders once.
 */
export function useActions<Item extends Actionable, Stored extends { version: number }>(
  actions: ActionSet<Item, Stored>,
  options: UseActionsOptions<Item, Stored> = {},
) {
  const reopened = useReopenedForm(actions);
  const { dialog = reopened, ...rest } = useActionsOf(() => actions, options);
  return { ...rest, dialog };
}

/** The same on a page with documents of several kinds. */
export function useActionsOf<Item extends Actionable, Stored extends { version: number }>(
  actionsOf: (item: Item) => ActionSet<Item, Stored>,
  { onDone, onFailed, showsFailure = false }: UseActionsOptions<Item, Stored> = {},
) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ action: string; item: Item }>();
  const [failure, setFailure] = useState<Failed<Item>>();
  const toast = useErrorToast();
  const onPhone = useMediaQuery(useTheme().breakpoints.down('md'));
  const held = useHeldWrites();
  const page = useHeldByPage();

  const fail = (failed: Failed<Item>) => {
    setFailure(failed);
    const { left } = page.current;
    if (!showsFailure || left)
      toast.show(failed.error, describeFailed(actionsOf(failed.item), failed, { named: left }), 'warning');
    if (!left) onFailed?.(failed);
  };
  const request = useRequestAtOnce(actionsOf, fail, onDone);

  const run = (action: string, item: Item) => {
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
      heldWrites.hold(item._id, action, () => request.mutateAsync({ action, item, definition }));
    } else if (!request.isPending) request.mutate({ action, item, definition });
  };

  const entryOf = (action: string, item: Item): ActionEntry | undefined => {
    const actions = actionsOf(item);
    const definition = actions.definitions[action];
    const state = stateOf(actions, action, item);
    if (!definition || !isOffered(definition, state)) return undefined;
    const disabledReason = held.has(item._id) ? 'Sending your decision…' : disabledReasonOf(state);
    return { label: definition.label, disabledReason, onSelect: () => run(action, item) };
  };

  return {
    /** For a menu, in the order of their declaration. */
    entriesFor: (item: Item, { except = [] }: { except?: readonly string[] } = {}): ActionEntry[] =>
      Object.keys(actionsOf(item).definitions).flatMap((action) => {
        return except.includes(action) ? [] : (entryOf(action, item) ?? []);
      }),
    /** Nothing where the action is not offered. */
    button: (action: string, item: Item, look: ButtonProps = {}): ReactNode => {
      const entry = entryOf(action, item);
      const definition = actionsOf(item).definitions[action];
      if (!entry || !definition) return undefined;
      const { label, disabledReason, onSelect } = entry;
      if ('to' in definition) {
        const { variant, color } = look;
        return (
          <Button component={Link} to={definition.to(item)} {...{ variant, color }} startIcon={definition.icon}>
            {label}
          </Button>
        );
      }
      if ('undoOnPhone' in definition && held.get(item._id) === action) {
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
            {definition.undoOnPhone}
          </Button>
        );
      }
      const busy = request.isPending && request.variables.item._id === item._id;
      const sending = busy && request.variables.action === action;
      return (
        <ActionButton
          startIcon={definition.icon}
          loadingPosition={definition.icon ? 'start' : 'center'}
          {...look}
          data-decisive
          loading={sending}
          disabled={busy && !sending}
          disabledReason={disabledReason}
          onClick={onSelect}
        >
          {label}
        </ActionButton>
      );
    },
    run,
    /** An action that asks nothing is on its way. */
    pending: request.isPending,
    /** What failed last outside a dialog, until something else is done. */
    failure,
    dialog: chosen ? (
      <ActionDialog
        key={`${chosen.action} ${chosen.item._id}`}
        actions={actionsOf(chosen.item)}
        {...chosen}
        onDone={(saved) => onDone?.({ ...chosen, saved })}
        onFailed={(error) => fail({ ...chosen, error })}
        onClose={() => setChosen(undefined)}
      />
    ) : undefined,
  };
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
export function useReopenedForm<Item extends Actionable, Stored>({ resource, definitions }: ActionSet<Item, Stored>) {
  const id = useOpenDrafts(resource.name).find((draft) => draft !== NEW_DRAFT);
  const [closed, setClosed] = useState(false);
  const definition = Object.values(definitions).find((one) => 'form' in one);
  return id !== undefined && definition && !closed ? (
    <definition.form id={id} onClose={() => setClosed(true)} />
  ) : undefined;
}

/** Why something failed, in a sentence; `named` says what it was about, where that is no longer to be seen. */
function describeFailed<Item extends Actionable, Stored>(
  { definitions, resource }: ActionSet<Item, Stored>,
  { action, item, error }: Failed<Item>,
  { named }: { named: boolean },
): string {
  const definition = definitions[action];
  const describe = definition && 'send' in definition ? definition.describeFailure : undefined;
  const reason = (describe ?? messageOf)(error);
  return named && definition ? `${definition.label} ${resource.nameOf(item)}: ${reason}` : reason;
}

type AtOnce<Item, Stored> = { action: string; item: Item; definition: RequestAction<Item, Stored> };

/** What asks nothing says how it went. */
function useRequestAtOnce<Item extends Actionable, Stored>(
  actionsOf: (item: Item) => ActionSet<Item, Stored>,
  onFailed: (failed: Failed<Item>) => void,
  onDone?: (done: Done<Item, Stored>) => void,
) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const sendOnce = useIdempotentSend();
  return useMutation({
    mutationFn: ({ action, definition, item }: AtOnce<Item, Stored>) =>
      sendOnce([action, item._id, item.version], (key) => definition.send(item, item.version, { reason: '', key })),
    onSuccess: (saved, { action, item, definition: { outcome } }) => {
      const { resource } = actionsOf(item);
      const text = typeof outcome === 'string' ? `${resource.nameOf(item)} ${outcome}` : outcome(saved);
      enqueueSnackbar(text, { variant: 'success' });
      onDone?.({ action, item, saved });
    },
    onError: (error, { action, item }) => onFailed({ action, item, error }),
    onSettled: (_saved, _error, { item }) => actionsOf(item).resource.invalidate(queryClient, item._id),
  });
}
