import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useToday } from '../lib/use-now';

/** Fetches again what is shown when a new day begins: figures of today, and what has become due or expired. */
export function useNewDay(timeZone: string): void {
  const queryClient = useQueryClient();
  const today = useToday(timeZone);
  const shown = useRef(today);
  useEffect(() => {
    if (shown.current === today) return;
    shown.current = today;
    void queryClient.invalidateQueries();
  }, [today, queryClient]);
}
