import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUser } from '../../data/use-session';
import type { Actionable } from '../actions/define-actions';
import { useItemActions } from '../actions/item-actions';
import { useSelection, type WholeList } from '../list/use-selection';
import { useBulkDecisions } from './bulk-decisions';
import type { ReviewSet } from './queue';
import type { Decision, Undecided } from './use-decisions';

/**
 * The item that was shown at each entry of the browser's history, so that the way back leads to it. Forgotten with the
 * data of the person at sign-out.
 */
const placesOf = new WeakMap<QueryClient, Map<string, string>>();

function usePlaces(): Map<string, string> {
  const queryClient = useQueryClient();
  const places = placesOf.get(queryClient) ?? new Map<string, string>();
  placesOf.set(queryClient, places);
  return places;
}

/** The element that takes the focus for an item of the list, and the one for the evidence beside it. */
export const rowId = (id: string) => `review-row-${id}`;
export const paneId = (id: string) => `review-pane-${id}`;

/** The state of a review queue: which item is shown, what is selected, and the decisions on both. */
export function useReview(
  set: ReviewSet,
  rows: readonly Actionable[],
  view: string,
  asCards: boolean,
  whole: WholeList<Actionable> | undefined,
) {
  const queryClient = useQueryClient();
  const [undecided, setUndecided] = useState<ReadonlyMap<string, string>>(new Map());
  const selection = useSelection(rows, whole);
  const position = usePosition(set, rows, view, selection.drop);
  const { currentId, items } = position;

  const actions = useItemActions({
    onDone: ({ item }) => settle([item._id]),
    onFailed: ({ item }) => (asCards ? document.getElementById(rowId(item._id))?.focus() : focus('pane')),
  });
  const decide = (decision: Decision, item: Actionable) => {
    const offered = actions.offered(decision, item);
    if (!offered) return;
    if (offered.disabledReason !== undefined) enqueueSnackbar(offered.disabledReason, { variant: 'warning' });
    else if (!actions.pending) actions.run(decision, item);
  };
  const bulk = useBulkDecisions({
    bulk: set.bulk,
    selection,
    onDecided: (ids: string[], left: Undecided[]) => {
      setUndecided(new Map(left.map(({ _id, reason }) => [_id, reason])));
      settle(ids);
    },
  });
  // Cards stay where the person left them: a decision that is sent later must not scroll them.
  const focus = useFocus(asCards ? undefined : currentId, actions.asking || bulk.dialog !== undefined);

  function settle(ids: readonly string[]) {
    selection.drop(ids);
    position.leave(ids);
    focus('row');
  }

  return {
    ...position,
    bulk,
    selection,
    /** Not for an item that a link leads to, if nobody can decide on it. */
    offersDecision: (item: Actionable): boolean => actions.offered('approve', item) !== undefined,
    /** Why a bulk decision did not apply to an item. */
    undecided,
    decide,
    /** The item that is shown, in its newest version. */
    current: (): Actionable | undefined => {
      if (currentId === undefined) return undefined;
      const stored = queryClient.getQueryData(set.of(currentId).actions.resource.detail(currentId).queryKey);
      return stored ?? items.find(({ _id }) => _id === currentId);
    },
    move: (step: 1 | -1) => {
      const next = position.neighbour(step);
      if (!next) return;
      position.show(next._id);
      focus('row');
    },
  };
}

export type Review = ReturnType<typeof useReview>;

/**
 * Which item is shown. After a decision the next item is shown. An item that someone else decided leaves the list
 * with a note but stays in sight, so that a key never applies to another item than the one on the screen.
 */
function usePosition(set: ReviewSet, rows: readonly Actionable[], view: string, onVanished: (ids: string[]) => void) {
  const queryClient = useQueryClient();
  const viewer = useUser();
  const { key } = useLocation();
  const places = usePlaces();
  const [shown, setShown] = useState(() => {
    const index = rows.findIndex(({ _id }) => _id === places.get(key));
    return rows[index] && { id: rows[index]._id, index };
  });
  const [decided, setDecided] = useState<ReadonlyMap<string, number>>(new Map());
  const [seen, setSeen] = useState({ rows, view });
  const [note, setNote] = useState<string>();

  // A decided item leaves at once, and returns only as a newer version that is still waiting.
  const items = rows.filter(({ _id, version }) => version > (decided.get(_id) ?? 0));
  const index = items.findIndex(({ _id }) => _id === shown?.id);
  const [first] = items;

  if (seen.rows !== rows || seen.view !== view) {
    setSeen({ rows, view });
    if (seen.view !== view) {
      setShown(undefined);
      setNote(undefined);
    } else {
      const vanished = seen.rows.filter(({ _id }) => !decided.has(_id) && !rows.some((row) => row._id === _id));
      if (vanished.length > 0) onVanished(vanished.map(({ _id }) => _id));
      const notes = vanished.flatMap((item) => changeByAnother(item) ?? []);
      if (notes.length > 0) setNote(notes.join(' '));
    }
  } else if (shown === undefined && first) {
    setShown({ id: first._id, index: 0 });
  } else if (shown !== undefined && index !== -1 && index !== shown.index) {
    setShown({ id: shown.id, index });
  }

  const shownId = shown?.id;
  useEffect(() => {
    if (shownId !== undefined) places.set(key, shownId);
  }, [places, key, shownId]);

  function changeByAnother(item: Actionable): string | undefined {
    const { actions, describeChange } = set.of(item._id);
    const change = queryClient.getQueryData(actions.resource.recentChange(item._id).queryKey);
    if (!change || change.by?._id === viewer._id) return undefined;
    return `${change.by?.name ?? 'The system'} ${describeChange(item, change)}.`;
  }

  return {
    items,
    /** The item that is shown; it may have left the list. */
    currentId: shown?.id,
    note,
    show: (id: string) => {
      const at = items.findIndex(({ _id }) => _id === id);
      setNote(undefined);
      setShown({ id, index: Math.max(0, at) });
    },
    /** The next or the previous item; `undefined` at the end. */
    neighbour: (step: 1 | -1): Actionable | undefined => {
      if (index !== -1) return items[index + step];
      return items[step === 1 ? (shown?.index ?? 0) : (shown?.index ?? 0) - 1] ?? items.at(-1);
    },
    /** Removes decided items, and shows the next one if the one on the screen was decided. */
    leave: (ids: readonly string[]) => {
      const versions = rows.flatMap(({ _id, version }) => (ids.includes(_id) ? [[_id, version] as const] : []));
      setDecided(new Map([...decided, ...versions]));
      if (shown === undefined || !ids.includes(shown.id)) return;
      const stays = ({ _id }: Actionable) => !ids.includes(_id);
      const next = items.slice(shown.index).find(stays) ?? items.slice(0, shown.index).findLast(stays);
      setShown(next && { id: next._id, index: shown.index });
    },
  };
}

/** Moves the focus to the item that is shown, once no dialog is open. */
function useFocus(currentId: string | undefined, dialogIsOpen: boolean): (on: 'row' | 'pane') => void {
  // A new object is a new request; a dialog that closes returns the focus first.
  const [request, setRequest] = useState<{ on: 'row' | 'pane' }>();
  const moveFocus = useEffectEvent((on: 'row' | 'pane') => {
    if (currentId === undefined) return;
    const [row, pane] = [document.getElementById(rowId(currentId)), document.getElementById(paneId(currentId))];
    (on === 'row' ? (row ?? pane) : (pane ?? row))?.focus();
  });
  useEffect(() => {
    if (request && !dialogIsOpen) moveFocus(request.on);
  }, [request, dialogIsOpen]);
  return (on) => setRequest({ on });
}
