import type { ButtonProps } from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api-error';
import type { ActionEntry } from '../action-menu';
import { ActionButton } from '../permission-button';
import { ActionDialog } from './action-dialog';
import { type Actionable, type ActionSet, disabledReasonOf, isOffered, type RequestAction } from './define-actions';

/** What was done to what, and what it left. */
export type Done<Item, Stored> = { action: string; item: Item; saved: Stored };

type UseActionsOptions<Item, Stored> = { onDone?: (done: Done<Item, Stored>) => void };

/**
 * The actions of a document on a page: entries for its menu, buttons, and the dialog of the action that was chosen,
 * which the page renders once.
 */
export function useActions<Item extends Actionable, Stored extends { version: number }>(
  actions: ActionSet<Item, Stored>,
  { onDone }: UseActionsOptions<Item, Stored> = {},
) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ action: string; item: Item }>();
  const request = useRequestAtOnce(actions, onDone);

  const run = (action: string, item: Item) => {
    const definition = actions.definitions[action];
    if (!definition) return;
    if ('to' in definition) void navigate(definition.to(item));
    else if ('send' in definition && !definition.question) request.mutate({ action, item, definition });
    else setChosen({ action, item });
  };

  const entryOf = (action: string, item: Item): ActionEntry | undefined => {
    const definition = actions.definitions[action];
    const state = item.actions[action];
    if (!definition || !isOffered(definition, state)) return undefined;
    return { label: definition.label, disabledReason: disabledReasonOf(state), onSelect: () => run(action, item) };
  };

  return {
    /** For a menu, in the order of their declaration. */
    entriesFor: (item: Item, { except = [] }: { except?: readonly string[] } = {}): ActionEntry[] =>
      Object.keys(actions.definitions).flatMap((action) => {
        return except.includes(action) ? [] : (entryOf(action, item) ?? []);
      }),
    /** Nothing where the action is not offered. */
    button: (action: string, item: Item, look: ButtonProps = {}): ReactNode => {
      const entry = entryOf(action, item);
      if (!entry) return undefined;
      const { label, disabledReason, onSelect } = entry;
      return (
        <ActionButton
          startIcon={actions.definitions[action]?.icon}
          {...look}
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
    dialog: chosen && (
      <ActionDialog
        key={`${chosen.action} ${chosen.item._id}`}
        actions={actions}
        {...chosen}
        onDone={(saved) => onDone?.({ ...chosen, saved })}
        onClose={() => setChosen(undefined)}
      />
    ),
  };
}

type AtOnce<Item, Stored> = { action: string; item: Item; definition: RequestAction<Item, Stored> };

/** What asks nothing says how it went. */
function useRequestAtOnce<Item extends Actionable, Stored>(
  { resource }: ActionSet<Item, Stored>,
  onDone?: (done: Done<Item, Stored>) => void,
) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  return useMutation({
    mutationFn: ({ definition, item }: AtOnce<Item, Stored>) => definition.send(item, item.version),
    onSuccess: (saved, { action, item, definition: { outcome } }) => {
      const text = typeof outcome === 'string' ? `${resource.nameOf(item)} ${outcome}` : outcome(saved);
      enqueueSnackbar(text, { variant: 'success' });
      onDone?.({ action, item, saved });
    },
    onError: (error, { definition: { describeFailure = messageOf } }) => {
      enqueueSnackbar(describeFailure(error), { variant: 'warning' });
    },
    onSettled: (_saved, _error, { item }) => resource.invalidate(queryClient, item._id),
  });
}
