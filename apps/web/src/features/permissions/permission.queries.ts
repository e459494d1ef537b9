import type { CheckPermissionQuery, LaboratoryPermissionsQuery, Role, UserEvent } from '@shifa/contract';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '../../data/api';
import { invalidate, live } from '../../data/live';
import { keyOf, keyOfAll, pageQuery, queryOf, recentChange } from '../../data/queries';
import type { Draft } from './permission-draft';

export const permissionQueries = {
  /** Changes only with a new version of the product. */
  structure: { ...queryOf(api.permissions.structure), staleTime: Infinity },
  mine: queryOf(api.permissions.mine),
  role: (role: Role) => ({ ...queryOf(api.permissions.role, { params: { role } }), staleTime: Infinity }),
  user: (id: string) => queryOf(api.permissions.user, { params: { id } }),
  laboratory: (id: string, query: z.output<typeof LaboratoryPermissionsQuery>) =>
    pageQuery(api.permissions.laboratory, { params: { id }, query }),
  check: (id: string, query: CheckPermissionQuery) => queryOf(api.permissions.check, { params: { id }, query }),

  /** Unsaved choices for a person. Nothing is fetched; they outlive the tab in which they were made. */
  draft: (id: string) =>
    queryOptions<Draft | null>({
      queryKey: ['permission draft', id],
      queryFn: skipToken,
      staleTime: Infinity,
      gcTime: Infinity,
    }),

  /** The person's last change, as the socket reported it. */
  recentChange: (id: string) => recentChange<UserEvent>('user', id),
};

/** The tables, and everything that was fetched about these people. */
export const stalePermissions = (...ids: readonly string[]) => [
  keyOf(api.permissions.laboratory),
  keyOf(api.permissions.mine),
  ...ids.map((id) => keyOfAll('permissions', id)),
];

export const permissionLive = live({ 'user:*': ({ _id }) => stalePermissions(_id) });

export function invalidatePermissions(queryClient: QueryClient, ...ids: readonly string[]): Promise<void> {
  return invalidate(queryClient, stalePermissions(...ids));
}
