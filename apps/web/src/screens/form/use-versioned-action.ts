import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../../lib/api-error';
import { invalidate } from '../../data/live';
import type { Key } from '../../data/queries';
import { useUser } from '../../data/use-session';
import { isUnanswered } from '../../data/use-stoppable';
import { useWrite } from '../../data/use-write';
import { newerVersionIn } from './newer-version-in';

/** `reason` is empty unless one was asked for. */
export type ActionRequest = { reason: string; key: string; signal: AbortSignal };

type VersionedAction<Saved> = {
  /** What it is done to, at the version that the person saw. */
  document: { name: string; version: number };
  /** Reads the document that a conflict brings. */
  schema: z.ZodType<{ version: number }>;
  /** What was done, to follow the name: `was suspended`. A function says all of it. */
  outcome: string | ((saved: Saved) => string);
  /** `version` is the one that the person saw, or has seen since. */
  send: (version: number, request: ActionRequest) => Promise<Saved>;
  onDone: (saved: Saved) => void;
  onFailed?: (error: unknown) => void;
  /** Why it failed, where the server's message does not say enough. */
  describeFailure?: (error: unknown) => string;
  /** What is fetched again afterwards. */
  stale: readonly Key[];
};

/**
 * An action on the version that the person saw. When someone else saved meanwhile, it is not done behind their back:
 * the message says so, and doing it once more applies to the new version.
 */
export function useVersionedAction<Saved>({
  document,
  schema,
  outcome,
  send,
  onDone,
  onFailed,
  describeFailure,
  stale,
}: VersionedAction<Saved>) {
  const queryClient = useQueryClient();
  const [version, setVersion] = useState(document.version);
  const [isLost, setLost] = useState(false);
  const viewer = useUser();

  const action = useWrite({
    send: ({ version: seen, reason }: { version: number; reason: string }, given) => send(seen, { reason, ...given }),
    success: (saved) => (typeof outcome === 'string' ? `${document.name} ${outcome}` : outcome(saved)),
    stale: (saved) => (saved === undefined ? [] : stale),
    onSuccess: onDone,
    onError: async (error) => {
      if (isUnanswered(error)) setLost(true);
      const newer = newerVersionIn(schema, error);
      if (newer) setVersion(newer.document.version);
      onFailed?.(error);
      // What stands in the way has changed since it was shown.
      if (error instanceof ApiError && error.status === 409) await invalidate(queryClient, stale);
    },
  });

  const describe = (error: Error) => {
    if (describeFailure) return describeFailure(error);
    const newer = newerVersionIn(schema, error);
    if (!newer) return messageOf(error);
    return isLost && newer.by === viewer.name
      ? 'You changed this just now: your first attempt was probably saved. Cancel to review it, or continue to do it again.'
      : `${messageOf(error)}. Nothing has changed yet. Cancel to review it, or continue.`;
  };
  const { error } = action;
  return {
    run: (reason = '') => action.mutate({ version, reason }),
    pending: action.isPending,
    /** Gives up waiting for the server. */
    stop: action.stop,
    error,
    fault: error ? describe(error) : undefined,
  };
}
