import { useId } from 'react';
import { failureToasts } from '../lib/failure-toasts';

/** A toast about a failure. It is removed when the action is tried again, or when a lost connection is back. */
export function useErrorToast() {
  const slot = useId();
  return {
    show: (error: unknown, message: string, variant?: 'error' | 'warning') =>
      failureToasts.show(slot, error, message, variant),
    clear: () => failureToasts.clear(slot),
  };
}
