import { useEffect, useState, useSyncExternalStore } from 'react';
import { dayAhead } from './calendar';

/** The present, read again after every so many milliseconds. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Midnight is noticed within this time, and at once when the person returns to the page. */
const CHECK_EVERY_MS = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Today in a time zone, as `YYYY-MM-DD`. A page that stays open past midnight is rendered again with the new day. */
export function useToday(timeZone: string): string {
  return useSyncExternalStore(subscribe, () => dayAhead(0, timeZone));
}

/** One timer for all, as a list can have a day in each row. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(notify, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', notify);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
