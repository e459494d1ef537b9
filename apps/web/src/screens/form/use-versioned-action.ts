import { useMutation } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../../lib/api-error';
import { useStoppable } from '../../data/use-stoppable';
import { newerVersionIn } from './newer-version-in';

type VersionedAction<Stored, Saved> = {
  /** What it is done to, at the version that the person saw. */
  document: { name: string; version: number };
  /** Reads the document that a conflict brings. */
  schema: z.ZodType<Stored>;
  /** What was done, to follow the name: `was suspended`. A function says all of it. */
  outcome: string | ((saved: Saved) => string);
  /** `reason` is empty unless one was asked for. */
  send: (version: number, reason: string, signal: AbortSignal) => Promise<{ data: Saved }>;
  onDone: (saved: Saved) => void;
  onFailed?: (error: unknown) => void;
  /** Why it failed, where the server's message does not say enough. */
  describeFailure?: (error: unknown) => string;
  /** Fetches again what the action has made stale. */
  invalidate: () => Promise<void>;
};

/**
 * An action on the version that the person saw. When someone else saved meanwhile, it is not done behind their back:
 * the message says so, and doing it once more applies to the new version.
 */
export function useVersionedAction<Stored extends { version: number }, Saved>({
  document,
  schema,
  outcome,
  send,
  onDone,
  onFailed,
  describeFailure,
  invalidate,
}: VersionedAction<Stored, Saved>) {
  const [version, setVersion] = useState(document.version);
  const stoppable = useStoppable();

  const action = useMutation({
    mutationFn: (reason: string) => stoppable.run((signal) => send(version, reason, signal)),
    onSuccess: async ({ data }) => {
      const text = typeof outcome === 'string' ? `${document.name} ${outcome}` : outcome(data);
      enqueueSnackbar(text, { variant: 'success' });
      onDone(data);
      await invalidate();
    },
    onError: async (error) => {
      const newer = newerVersionIn(schema, error);
      if (newer) setVersion(newer.document.version);
      onFailed?.(error);
      // What stands in the way has changed since it was shown.
      if (error instanceof ApiError && error.status === 409) await invalidate();
    },
  });

  const describe = (error: Error) => {
    if (describeFailure) return describeFailure(error);
    return newerVersionIn(schema, error)
      ? `${messageOf(error)}. Nothing has changed yet. Cancel to review it, or continue.`
      : messageOf(error);
  };
  const { error } = action;
  return {
    run: (reason = '') => action.mutate(reason),
    pending: action.isPending,
    /** Gives up waiting for the server. */
    stop: stoppable.stop,
    error,
    fault: error ? describe(error) : undefined,
  };
}
