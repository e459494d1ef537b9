import type { ChangedCell, contract, PlanRosterBody, RosterBoard } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../data/api';
import { useIdempotentSend } from '../../../data/idempotency';
import { keyOf, send } from '../../../data/queries';
import { failedWith } from '../../../lib/api-error';
import { nextRequest, type PlanAction, type RosterPlan, withCells, withTheirs } from './roster-plan';

const PAUSE_MS = 600;

/** Every week and month that was looked at: a day that is saved from one is not outdated in another. */
const boards = keyOf(api.rosters.board);

type SaveOptions = {
  laboratoryId: string;
  plan: RosterPlan;
  dispatch: Dispatch<PlanAction>;
};

/**
 * Saves what is planned shortly after the last change, one request at a time. It stops when another planner has changed
 * one of the days, until it is decided whose plan counts, and after a failure, until it is tried again.
 */
export function useRosterSave({ laboratoryId, plan, dispatch }: SaveOptions) {
  const queryClient = useQueryClient();
  const sendOnce = useIdempotentSend();
  const [theirs, setTheirs] = useState<readonly ChangedCell[]>([]);
  const changeBoards = (change: (board: RosterBoard) => RosterBoard) =>
    queryClient.setQueriesData<RosterBoard>({ queryKey: boards }, (board) => board && change(board));
  const save = (body: PlanRosterBody) => sendOnce(body, (key) => send(api.rosters.plan, { body }, { key }));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: save,
    onSuccess: ({ people }, body) => {
      changeBoards((board) => withCells(board, people));
      dispatch({ type: 'saved', sent: body.people, saved: people });
      // Coverage and what is unpublished are counted by the server.
      void queryClient.invalidateQueries({ queryKey: boards });
    },
    onError: (failure) => {
      if (!failedWith<typeof contract.rosters.plan>(failure, 'ROSTER_CHANGED')) return;
      setTheirs((failure.conflict?.current ?? []) as ChangedCell[]);
    },
  });
  const isConflict = theirs.length > 0;
  const failure = isConflict ? null : error;

  useEffect(() => {
    if (isPending || isConflict || failure) return;
    const body = nextRequest(laboratoryId, plan.edits);
    if (!body) return;
    const timer = setTimeout(() => mutate(body), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [plan.edits, isPending, isConflict, failure, laboratoryId, mutate]);

  // The roster may be left before the pause is over, once the person has agreed to it.
  const sendRest = useEffectEvent(() => {
    const body = isPending || isConflict ? undefined : nextRequest(laboratoryId, plan.edits);
    if (!body) return;
    save(body)
      .catch(() => undefined)
      .finally(() => void queryClient.invalidateQueries({ queryKey: boards }));
  });
  useEffect(() => () => sendRest(), []);

  const settle = (type: 'drop' | 'rebase') => {
    changeBoards((board) => withTheirs(board, theirs));
    dispatch({ type, cells: theirs });
    setTheirs([]);
    reset();
  };
  return {
    isUnsaved: plan.edits.size > 0,
    isSaving: isPending,
    failure,
    retry: reset,
    theirs,
    takeTheirs: () => settle('drop'),
    keepMine: () => settle('rebase'),
  };
}
