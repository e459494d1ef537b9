import Button from '@mui/material/Button';
import { useSnackbar, type VariantType } from 'notistack';

/** Long enough to notice a mistake, to find the button, and to reach it. */
const UNDO_SHOWN_MS = 10_000;

/** Says what was done, with the way to take it back. */
export function useUndoToast(): (text: string, undo: () => void, variant?: VariantType) => void {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  return (text, undo, variant) =>
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
