import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error';

/** A fault that may pass by itself: no connection, or the server is busy or ill. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** One for each sign-in, so that nothing of one person is ever shown to the next. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
