import { MutationCache, QueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { ApiError } from '../lib/api-error';
import { failureToasts } from '../lib/failure-toasts';
import { invalidate } from './live';
import type { Key } from './queries';

/** What a write declares of its outcome; the query client carries it out. */
export type WriteMeta<Saved = never, Input = never> = {
  /** Identifies the control, so that its next attempt removes the toast about the last one. */
  slot?: string | undefined;
  /** The toast about its success. */
  success?: string | ((saved: Saved, input: Input) => string | undefined) | undefined;
  /** The toast about its failure. */
  failure?: ((error: unknown) => string) | undefined;
  /** What is fetched again afterwards. */
  stale?: readonly Key[] | ((saved: Saved | undefined, input: Input) => readonly Key[]) | undefined;
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta;
  }
}

/** A fault that may pass by itself: no connection, or the server is busy or ill. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** One for each sign-in, so that nothing of one person is ever shown to the next. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onMutate: (_input, { meta }) => {
        if (meta?.slot !== undefined) failureToasts.clear(meta.slot);
      },
      onSuccess: (saved, input, _context, { meta }) => {
        const success = meta?.success;
        const text = typeof success === 'function' ? success(saved as never, input as never) : success;
        if (text !== undefined) enqueueSnackbar(text, { variant: 'success' });
      },
      onError: (error, _input, _context, { meta }) => {
        if (meta?.failure) failureToasts.show(meta.slot ?? '', error, meta.failure(error));
      },
      onSettled: (saved, _error, input, _context, { meta }) => {
        const stale = meta?.stale ?? [];
        return invalidate(client, typeof stale === 'function' ? stale(saved as never, input as never) : stale);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && mayPass(error),
        // Without a connection a request fails at once and says so; a paused one would look like an empty list.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      // A write is never kept and sent later behind the person's back.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
