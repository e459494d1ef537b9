import { useRef } from 'react';
import { ApiError } from './api-error';

const STOPPED =
  'This was cancelled before the server answered. It may have been done already; doing it again does not do it twice.';

/** Lets the person stop waiting for a write: the request is aborted, and fails with a message that says so. */
export function useStoppable() {
  const controller = useRef<AbortController>(undefined);
  return {
    run: <Result>(write: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
      const { signal } = (controller.current = new AbortController());
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new ApiError(499, { message: STOPPED })));
      });
      return Promise.race([write(signal), stopped]);
    },
    stop: () => controller.current?.abort(),
  };
}
