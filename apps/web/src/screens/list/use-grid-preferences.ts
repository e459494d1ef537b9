import type { GridPreferences, Preferences } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../data/api';
import { messageOf } from '../../lib/api-error';
import { queryOf } from '../../data/queries';

/** Another tab may have changed them before the person comes back to this one. */
const preferencesQuery = {
  ...queryOf(api.preferences.get),
  staleTime: 300_000,
  refetchOnWindowFocus: 'always',
} as const;

/** A list of which a person's choices are kept. */
export type PersonalGrid = {
  /** Under which they are kept, such as `staff`. */
  name: string;
  /** Columns that are left out until the person chooses otherwise. */
  hiddenByDefault?: readonly string[];
};

/**
 * How the signed-in person likes one list: its columns and views, kept on the server. A change is seen at once, and
 * taken back with a word if the server refuses it.
 */
export function useGridPreferences({ name: grid, hiddenByDefault = [] }: PersonalGrid) {
  const queryClient = useQueryClient();
  const slot = useId();
  const { queryKey } = preferencesQuery;
  const { data } = useQuery(preferencesQuery);
  const unchanged: GridPreferences = { hiddenColumns: [...hiddenByDefault], views: [] };

  const save = api.preferences.setGrid.useMutation({
    // One after the other: each change names the whole part, so the last one sent has to be the last one kept.
    scope: { id: `preferences ${grid}` },
    meta: { slot, failure: (error) => messageOf(error, "Couldn't save your list settings") },
    onMutate: ({ body }) => {
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Preferences>(queryKey, (known) => ({
        grids: { ...known?.grids, [grid]: { ...unchanged, ...known?.grids[grid], ...body } },
      }));
    },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  });

  return {
    preferences: data?.grids[grid] ?? unchanged,
    /** Before they are known nothing can be changed: it would forget the rest. */
    known: data !== undefined,
    hiddenByDefault,
    /** Changes what the person likes as it stands at this moment, also when called much later. */
    change: (patch: (now: GridPreferences) => Partial<GridPreferences>) => {
      const stored = queryClient.getQueryData(queryKey)?.grids[grid];
      // The server does not know what is hidden by default.
      const body = { ...(!stored && unchanged), ...patch(stored ?? unchanged) };
      save.mutate({ params: { grid }, body, fetchOptions: { keepalive: true } });
    },
  };
}
