import { useMutation, useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useRef, useState } from 'react';
import { useIdempotentSend } from '../../data/idempotency';
import type { Resource } from '../../data/resource';
import type { Callback } from '../../lib/callback';
import { useStoppable } from '../../data/use-stoppable';
import { type Actionable, disabledReasonOf } from '../actions/define-actions';

export type Decision = 'approve' | 'reject';

/** An item that was not decided, and why. */
export type Undecided = { _id: string; name: string; reason: string };

/** An item that was decided, and what it is now. */
type Decided = { _id: string; status: string };

export type DecisionResult = { decided: Decided[]; undecided: Undecided[] };

export type DecisionRequest<Item = Actionable> = {
  decision: Decision;
  items: readonly Item[];
  reason: string | undefined;
  key: string;
  signal: AbortSignal;
};

/** How several documents are approved or rejected at once. */
export type BulkDecisions<Item extends Actionable = Actionable> = {
  resource: Pick<Resource<Item, never>, 'noun' | 'plural' | 'invalidate'> & {
    nameOf: Callback<[item: Item], string>;
  };
  /** The most items that one request decides; more are sent one request after another. */
  perRequest: number;
  /** The most items that can be selected to be decided together. */
  mostSelected: number;
  /** What the items add up to. */
  summarize: Callback<[items: readonly Item[]], string>;
  /** What an approval entails, in the question. */
  approvalNote: Callback<[items: readonly Item[]], string>;
  /** Who reads the reason for a rejection. */
  reasonHelp: Callback<[items: readonly Item[]], string>;
  send: Callback<[request: DecisionRequest<Item>], Promise<DecisionResult>>;
  /** What was done: `2 entries were approved`. */
  describe: (decision: Decision, decided: readonly Decided[]) => string;
};

export type DecisionsProps = {
  bulk: BulkDecisions;
  decision: Decision;
  /** Those that the viewer cannot decide are left out, and named at the end. */
  items: readonly Actionable[];
  onDecided: (ids: string[], undecided: Undecided[]) => void;
  onClose: () => void;
};

const nothing: DecisionResult = { decided: [], undecided: [] };

/** Sends decisions in as many requests as they need; stopped or failed, it goes on with those that are left. */
export function useDecisions(props: DecisionsProps) {
  const { bulk, decision, onDecided, onClose } = props;
  const { resource } = bulk;
  const queryClient = useQueryClient();
  const sendOnce = useIdempotentSend();
  const stoppable = useStoppable();
  // As they were selected: live updates must not change what the person agrees to.
  const [selected] = useState(props.items);
  const [answers, setAnswers] = useState(nothing);
  const latest = useRef(nothing);
  const [undecided, setUndecided] = useState<readonly Undecided[]>();
  const allowed = selected.filter(({ actions }) => actions[decision]?.allowed);
  const excluded = selected.filter((item) => !allowed.includes(item));
  const answered = new Set([...answers.decided, ...answers.undecided].map(({ _id }) => _id));
  const open = allowed.filter(({ _id }) => !answered.has(_id));

  const sendAll = async (reason: string | undefined, signal: AbortSignal) => {
    for (let sent = 0; sent < open.length && !signal.aborted; sent += bulk.perRequest) {
      const items = open.slice(sent, sent + bulk.perRequest);
      const request = [reason, items.map(({ _id }) => _id)];
      const answer = await sendOnce(request, (key) => bulk.send({ decision, items, reason, key, signal }));
      const { decided, undecided: refused } = latest.current;
      latest.current = {
        decided: [...decided, ...answer.decided],
        undecided: [...refused, ...answer.undecided],
      };
      setAnswers(latest.current);
    }
  };
  const request = useMutation({
    mutationFn: (reason: string | undefined) => stoppable.run((signal) => sendAll(reason, signal)),
    onSuccess: () => {
      const { decided, undecided: refused } = latest.current;
      if (decided.length > 0) enqueueSnackbar(bulk.describe(decision, decided), { variant: 'success' });
      const left = [...refused, ...excluded.map((item) => excludedAs(item, decision, resource.nameOf(item)))];
      onDecided(idsOf(decided), left);
      if (left.length === 0) onClose();
      else setUndecided(left);
    },
    onError: () => {
      const { decided, undecided: refused } = latest.current;
      if (decided.length > 0) onDecided(idsOf(decided), refused);
    },
    onSettled: () => resource.invalidate(queryClient, ...allowed.map(({ _id }) => _id)),
  });
  return { open, excluded, answered: answered.size, undecided, request, stop: stoppable.stop };
}

function idsOf(items: readonly { _id: string }[]): string[] {
  return items.map(({ _id }) => _id);
}

function excludedAs({ _id, actions }: Actionable, decision: Decision, name: string): Undecided {
  return { _id, name, reason: disabledReasonOf(actions[decision]) ?? "You can't decide this" };
}
