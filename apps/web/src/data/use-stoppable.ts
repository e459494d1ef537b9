import { useEffect, useRef } from 'react';
import { ApiError, isUnreachable } from '../lib/api-error';

const STOPPED = 'Cancelled before the server replied. It may already have gone through. You can safely try again.';

const STOPPED_STATUS = 499;

/** Whether the person stopped waiting. */
export function isStopped(error: unknown): boolean {
  return error instanceof ApiError && error.status === STOPPED_STATUS;
}

/** Whether the server may have done what it never said that it had. */
export function isUnanswered(error: unknown): boolean {
  const isLostByProxy = error instanceof ApiError && [502, 504].includes(error.status);
  return isUnreachable(error) || isStopped(error) || isLostByProxy;
}

/** Lets the person stop waiting for a write: the request is aborted, and fails with a message that says so. */
export function useStoppable() {
  const controller = useRef<AbortController>(undefined);
  return {
    run: <Result>(write: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
      const { signal } = (controller.current = new AbortController());
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new ApiError(STOPPED_STATUS, { message: STOPPED })));
      });
      return Promise.race([write(signal), stopped]);
    },
    stop: () => controller.current?.abort(),
  };
}

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
