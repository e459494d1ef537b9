import { useRef } from 'react';
import { ApiError } from '../lib/api-error';

const STOPPED =
  'This was cancelled before the server answered. It may have been done already; doing it again does not do it twice.';

const STOPPED_STATUS = 499;

/** Whether the person stopped waiting. */
export function isStopped(error: unknown): boolean {
  return error instanceof ApiError && error.status === STOPPED_STATUS;
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
