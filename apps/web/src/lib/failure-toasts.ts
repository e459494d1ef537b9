import { closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack';
import { isUnreachable } from './api-error';
import { connection } from './connection';

const shown = new Map<string, { toast: SnackbarKey; error: unknown }>();

/**
 * Toasts about failures, at most one for each `slot`, such as a button. A toast is removed when the action is tried
 * again, or when a lost connection is back.
 */
export const failureToasts = {
  show(slot: string, error: unknown, message: string, variant: 'error' | 'warning' = 'error'): void {
    failureToasts.clear(slot);
    shown.set(slot, { toast: enqueueSnackbar(message, { variant }), error });
  },

  clear(slot: string): void {
    const { toast } = shown.get(slot) ?? {};
    if (toast !== undefined) closeSnackbar(toast);
    shown.delete(slot);
  },
};

connection.subscribe(() => {
  if (connection.current().status !== 'online') return;
  for (const [slot, { error }] of shown) if (isUnreachable(error)) failureToasts.clear(slot);
});
