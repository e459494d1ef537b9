import type { SnackbarProviderProps } from 'notistack';

/** Toasts stand 4 s, top right. */
export const TOAST = {
  autoHideDuration: 4_000,
  anchorOrigin: { vertical: 'top', horizontal: 'right' },
  maxSnack: 3,
} as const satisfies SnackbarProviderProps;
