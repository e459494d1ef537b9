import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { readUrlState, type UrlStateSchema, writeUrlState } from './url-state';

/**
 * A list's page, order, search and filters, held in the query string: a reload, a link and the back button keep them.
 * A change of anything but `page` returns to the first page.
 */
export function useUrlState<Schema extends UrlStateSchema>(
  schema: Schema,
): [z.output<Schema>, (patch: Partial<z.output<Schema>>) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readUrlState(schema, params), [schema, params]);
  const change = useCallback(
    (patch: Partial<z.output<Schema>>) => {
      setParams(
        (current) => {
          const first = 'page' in patch ? {} : { page: 1 };
          return writeUrlState(schema, { ...readUrlState(schema, current), ...first, ...patch }, current);
        },
        { replace: !('page' in patch) },
      );
    },
    [schema, setParams],
  );
  return [state, change];
}
