import { useQueries } from '@tanstack/react-query';
import type { PaletteEntry, PaletteSearch } from '../../screens/palette-source';
import { useConnection } from '../../lib/connection';
import { useDebounced } from '../../lib/use-debounced';

/** Shorter texts are found by too much. */
export const MIN_LENGTH = 2;

type Found = {
  /** For each search. They may be those of an earlier text. */
  entries: readonly (readonly PaletteEntry[])[];
  /** More may be found. */
  searching: boolean;
  /** Without a network, nothing is asked. */
  offline: boolean;
  /** What could not be searched. */
  failed: readonly PaletteSearch[];
  retry: () => void;
};

/** What the server finds, once the typing pauses. Requests for an earlier text are cancelled. */
export function useFound(text: string, searches: readonly PaletteSearch[]): Found {
  const asked = useDebounced(text);
  const offline = useConnection().status === 'offline';
  const enabled = asked.length >= MIN_LENGTH && !offline;
  const results = useQueries({ queries: searches.map((search) => ({ ...search.found(asked), enabled })) });
  const isCurrent = asked === text;
  const asks = text.length >= MIN_LENGTH && !offline && searches.length > 0;
  return {
    entries: results.map(({ data }) => data ?? []),
    searching: asks && (!isCurrent || results.some(({ isLoading }) => isLoading)),
    offline,
    failed: asks && isCurrent ? searches.filter((_, index) => results[index]?.isError) : [],
    retry: () => {
      for (const { isError, refetch } of results) if (isError) void refetch();
    },
  };
}
