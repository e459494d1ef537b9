import Button from '@mui/material/Button';
import { closeSnackbar, enqueueSnackbar, type VariantType } from 'notistack';

/** Long enough to notice a mistake, to find the button, and to reach it. */
const UNDO_SHOWN_MS = 10_000;

/** Says what was done, with the way to take it back. */
export function undoToast(text: string, undo: () => void, variant?: VariantType): void {
  enqueueSnackbar(text, {
    variant,
    autoHideDuration: UNDO_SHOWN_MS,
    action: (toast) => (
      <Button
        size="small"
        color="inherit"
        onClick={() => {
          closeSnackbar(toast);
          undo();
        }}
      >
        Undo
      </Button>
    ),
  });
}
