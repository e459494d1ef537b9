import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '../lib/api-error';
import { useIdempotentSend } from './idempotency';
import type { WriteMeta } from './query-client';
import type { Key } from './queries';
import { isUnanswered, useIsShown, useStoppable } from './use-stoppable';

type WriteOptions<Saved, Input> = {
  /** The key of a form, which it keeps in its draft: until it is answered, all that it sends has this key. */
  firstKey?: string;
  /** `key` is the same when the same input is sent again after a failure. */
  send: (input: Input, request: { signal: AbortSignal; key: string }) => Promise<Saved>;
  /** What the toast says afterwards; without it there is none. */
  success?: string | ((saved: Saved, input: Input) => string | undefined);
  /** What is said of a failure where the server gives no reason. */
  failure?: string;
  /** Whether a toast reports a failure; otherwise the screen shows `fault`. */
  toastsFailure?: boolean;
  /** What is fetched again, after a failure as well (`saved` is then absent). The write stays pending until then. */
  stale?: readonly Key[] | ((saved: Saved | undefined, input: Input) => readonly Key[]);
  /**
   * Where the answer leads: what it closes or opens. Not done for an answer that comes after the person has left what
   * sent it, and may be in the midst of something else. `onSuccess` is for what has to be done in both cases.
   */
  leave?: (saved: Saved, input: Input) => void;
} & Pick<UseMutationOptions<Saved, Error, Input>, 'onSuccess' | 'onError' | 'onSettled'>;

/** A write that the person can stop waiting for. The query client shows its toasts and fetches again what is stale. */
export function useWrite<Saved, Input = void>({
  firstKey,
  send,
  success,
  failure,
  toastsFailure = false,
  stale,
  leave,
  onSuccess,
  ...callbacks
}: WriteOptions<Saved, Input>) {
  const slot = useId();
  const sendOnce = useIdempotentSend(firstKey);
  const stoppable = useStoppable();
  const isShown = useIsShown();
  const meta: WriteMeta<Saved, Input> = { slot, success, stale, failure: toastsFailure ? messageFor : undefined };
  const write = useMutation({
    mutationFn: (input: Input) => sendOnce(input, (key) => stoppable.run((signal) => send(input, { signal, key }))),
    meta,
    ...callbacks,
    onSuccess: async (saved, input, ...more) => {
      await onSuccess?.(saved, input, ...more);
      if (isShown.current) leave?.(saved, input);
    },
  });

  function messageFor(error: unknown): string {
    return messageOf(error, failure);
  }

  return {
    ...write,
    /** Why it failed. */
    fault: write.error ? messageFor(write.error) : undefined,
    /**
     * What was sent, while no one knows whether the server has it. Until the form is changed, it is sent again as it was:
     * if the server has it, what follows from the current figures is something else.
     */
    unanswered: isUnanswered(write.error) ? write.variables : undefined,
    /** Stops waiting for the server. */
    stop: stoppable.stop,
  };
}
