import type {
  BulkPermissionsBody,
  CheckPermissionQuery,
  LaboratoryPermissionsQuery,
  Role,
  UserEvent,
} from '@shifa/contract';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, bodyOf } from '../../lib/api';
import type { Draft } from './permission-draft';

const root = 'permissions';

export const permissionQueries = {
  /** Changes only with a new version of the product. */
  structure: queryOptions({
    queryKey: [root, 'structure'],
    queryFn: async ({ signal }) => (await bodyOf(api.permissions.structure.query({ fetchOptions: { signal } }))).data,
    staleTime: Infinity,
  }),

  role: (role: Role) =>
    queryOptions({
      queryKey: [root, 'role', role],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.permissions.role.query({ params: { role }, fetchOptions: { signal } }))).data,
      staleTime: Infinity,
    }),

  user: (id: string) =>
    queryOptions({
      queryKey: [root, 'user', id],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.permissions.user.query({ params: { id }, fetchOptions: { signal } }))).data,
    }),

  /** What was chosen for a person and not saved yet. Nothing is fetched; it outlives the tab that it was chosen in. */
  draft: (id: string) =>
    queryOptions<Draft | null>({
      queryKey: [root, 'draft', id],
      queryFn: skipToken,
      staleTime: Infinity,
      gcTime: Infinity,
    }),

  /** The last change of a person that the socket reported; nothing is fetched, `permission.live.ts` puts it here. */
  change: (id: string) =>
    queryOptions<UserEvent>({ queryKey: [root, 'change', id], queryFn: skipToken, staleTime: Infinity }),

  /** Every page of every laboratory's people. */
  laboratories: [root, 'laboratory'],
  laboratory: (id: string, query: z.output<typeof LaboratoryPermissionsQuery>) =>
    queryOptions({
      queryKey: [root, 'laboratory', id, query],
      queryFn: ({ signal }) =>
        bodyOf(api.permissions.laboratory.query({ params: { id }, query, fetchOptions: { signal } })),
      placeholderData: keepPreviousData,
    }),

  /** The laboratories to choose from, by name. */
  options: queryOptions({
    queryKey: ['laboratories', 'options'],
    queryFn: async ({ signal }) => (await bodyOf(api.laboratories.options.query({ fetchOptions: { signal } }))).data,
  }),

  /** Every answer about one person. */
  checks: (id: string) => [root, 'check', id],
  check: (id: string, query: CheckPermissionQuery) =>
    queryOptions({
      queryKey: [root, 'check', id, query],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.permissions.check.query({ params: { id }, query, fetchOptions: { signal } }))).data,
    }),

  /** What a bulk change would do; asked anew each time, because people change meanwhile. */
  preview: (updates: z.input<typeof BulkPermissionsBody>['updates']) =>
    queryOptions({
      queryKey: [root, 'preview', updates],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.permissions.bulk.mutate({ body: { updates, dryRun: true }, fetchOptions: { signal } }))).data,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
};
