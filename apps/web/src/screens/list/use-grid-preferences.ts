import { type GridPreferences, GridPreferencesSchema, type Preferences } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../data/api';
import { messageOf } from '../../lib/api-error';
import { queryOf } from '../../data/queries';

const preferencesQuery = { ...queryOf(api.preferences.get), staleTime: 300_000 };

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

  const save = api.preferences.setGrid.useMutation({
    // One after the other: each change names the whole list, so the last one sent has to be the last one kept.
    scope: { id: `preferences ${grid}` },
    meta: { slot, failure: (error) => messageOf(error, "Couldn't save your list settings") },
    onMutate: ({ body }) => {
      const next = GridPreferencesSchema.parse(body);
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Preferences>(queryKey, (known) => ({ grids: { ...known?.grids, [grid]: next } }));
    },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  });

  const unchanged = GridPreferencesSchema.parse({ hiddenColumns: hiddenByDefault });
  const current = () => queryClient.getQueryData(queryKey)?.grids[grid] ?? unchanged;
  return {
    preferences: data?.grids[grid] ?? unchanged,
    /** Before they are known nothing can be changed: it would forget the rest. */
    known: data !== undefined,
    hiddenByDefault,
    /** Changes what the person likes as it stands at this moment, also when called much later. */
    change: (patch: (now: GridPreferences) => Partial<GridPreferences>) => {
      const now = current();
      save.mutate({ params: { grid }, body: { ...now, ...patch(now) }, fetchOptions: { keepalive: true } });
    },
  };
}
