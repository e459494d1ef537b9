import { type SnackbarKey, useSnackbar } from 'notistack';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../lib/api-error';
import { connection } from '../lib/connection';

/** A toast about a failure. It is removed when the action is tried again, or when a lost connection is back. */
export function useErrorToast() {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  const shown = useRef<{ toast: SnackbarKey; error: unknown }>(undefined);
  const clear = () => {
    if (shown.current) closeSnackbar(shown.current.toast);
    shown.current = undefined;
  };
  const onConnection = useEffectEvent(() => {
    const { error } = shown.current ?? {};
    if (connection.current().status === 'online' && error instanceof ApiError && error.status === 0) clear();
  });
  useEffect(() => connection.subscribe(() => onConnection()), []);
  return {
    show: (error: unknown, message: string, variant: 'error' | 'warning' = 'error') => {
      clear();
      shown.current = { toast: enqueueSnackbar(message, { variant }), error };
    },
    clear,
  };
}
