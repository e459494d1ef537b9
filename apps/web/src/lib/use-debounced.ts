import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** What was typed, once the typing pauses. */
export function useDebounced<Typed extends string | number | null>(typed: Typed): Typed {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}
