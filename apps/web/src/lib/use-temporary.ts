import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/**
 * A value that is shown for a while after an event, such as “Copied”. Setting it again starts the time again. When the
 * time is over, the value is taken away, or `onEnd` is called in place of that.
 */
export function useTemporary<Value>(ms: number, onEnd?: () => void) {
  // An object of its own for each event, because the same value can be set twice.
  const [shown, setShown] = useState<{ value: Value }>();
  const end = useEffectEvent(() => (onEnd ? onEnd() : setShown(undefined)));
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => end(), ms);
    return () => clearTimeout(timer);
  }, [shown, ms]);
  const show = useCallback((value: Value | undefined) => setShown(value === undefined ? undefined : { value }), []);
  return [shown?.value, show] as const;
}
