import { useEffect, useRef } from 'react';

/** Whether the component is still shown, for an answer that may come after the person has left. */
export function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
