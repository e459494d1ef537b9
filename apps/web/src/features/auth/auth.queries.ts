import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../lib/api';

export const authQueries = {
  me: queryOptions({
    queryKey: ['auth', 'me'],
    queryFn: async ({ signal }) => (await bodyOf(api.auth.me.query({ fetchOptions: { signal } }))).data.user,
  }),
  sessions: queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: async ({ signal }) => (await bodyOf(api.auth.listSessions.query({ fetchOptions: { signal } }))).data,
  }),
};
