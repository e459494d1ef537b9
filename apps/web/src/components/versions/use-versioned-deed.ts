import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../../lib/api-error';
import { newerVersionIn } from './newer-version-in';

type Deed<Stored, Saved> = {
  /** What it is done to, at the version that the person saw. */
  document: { name: string; version: number };
  /** Reads the document that a conflict brings. */
  schema: z.ZodType<Stored>;
  /** Stands after the name: `was suspended`. */
  outcome: string;
  send: (version: number) => Promise<{ data: Saved }>;
  onDone: (saved: Saved) => void;
  /** Fetches again what the deed has made untrue. */
  invalidate: () => Promise<void>;
};

/**
 * A deed on the version that the person saw. When someone else saved meanwhile it is not done behind their back: the
 * words say so, and doing it once more is on the new version.
 */
export function useVersionedDeed<Stored extends { version: number }, Saved>({
  document,
  schema,
  outcome,
  send,
  onDone,
  invalidate,
}: Deed<Stored, Saved>) {
  const { enqueueSnackbar } = useSnackbar();
  const [version, setVersion] = useState(document.version);

  const deed = useMutation({
    mutationFn: () => send(version),
    onSuccess: async ({ data }) => {
      enqueueSnackbar(`${document.name} ${outcome}`, { variant: 'success' });
      onDone(data);
      await invalidate();
    },
    onError: async (error) => {
      const newer = newerVersionIn(schema, error);
      if (newer) setVersion(newer.document.version);
      // What stands in the way has changed since it was shown.
      if (error instanceof ApiError && error.status === 409) await invalidate();
    },
  });

  const fault = !deed.error
    ? undefined
    : newerVersionIn(schema, deed.error)
      ? `${messageOf(deed.error)}. Nothing was done yet: cancel to look at it first, or go on all the same.`
      : messageOf(deed.error);
  return { run: () => deed.mutate(), pending: deed.isPending, error: deed.error, fault };
}
