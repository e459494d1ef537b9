import type { Pagination } from '@shifa/contract';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';

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
