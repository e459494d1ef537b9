import type { Pagination } from '@shifa/contract';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
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

type Paged = { data?: { pagination: Pagination } | undefined; isPlaceholderData: boolean };

/**
 * Leads to the last page of a list whose page is in the address, where the one that is asked for is gone: the only row on
 * it was removed, or the link is old. It replaces the address, so that Back leads on.
 */
export function useExistingPage({ data, isPlaceholderData }: Paged): void {
  const [, setParams] = useSearchParams();
  const { page = 1, pages = 1 } = data?.pagination ?? {};
  const last = Math.max(1, pages);
  const isGone = !isPlaceholderData && page > last;
  const go = useEffectEvent(() => {
    const toLast = (params: URLSearchParams) => {
      const next = new URLSearchParams(params);
      next.set('page', String(last));
      return next;
    };
    setParams(toLast, { replace: true });
  });
  useEffect(() => {
    if (isGone) go();
  }, [isGone]);
}
