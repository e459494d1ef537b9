import { useDeferredValue, useEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';

/** Below this, a person sees no wait; a placeholder that comes and goes would be a flash. */
const UNNOTICED_MS = 150;

/**
 * The location whose page is shown: the old page stays for a moment while the code of the next one is fetched, and
 * gives way to the loading fallback if that takes longer.
 */
export function useShownLocation(): Location {
  const location = useLocation();
  const loaded = useDeferredValue(location);
  const waiting = location !== loaded;
  const [late, setLate] = useState(false);
  if (late && !waiting) setLate(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), UNNOTICED_MS);
    return () => clearTimeout(timer);
  }, [waiting, location]);
  return late ? location : loaded;
}
