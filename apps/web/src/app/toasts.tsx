import { styled } from '@mui/material/styles';
import { MaterialDesignContent, SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { useToastSlot } from '../components/toast-slot';

const SHOWN_MS = 4_000;

const Toast = styled(MaterialDesignContent)(({ theme }) => {
  const { text, background, success, error, warning, info } = theme.vars.palette;
  const filled = ({ main, contrastText }: typeof success) => ({ color: contrastText, backgroundColor: main });
  return {
    '&.notistack-MuiContent': {
      padding: '8px 16px',
      borderRadius: theme.shape.borderRadius,
      fontFamily: theme.typography.fontFamily,
      fontSize: '0.875rem',
    },
    '&.notistack-MuiContent-default': { color: background.paper, backgroundColor: text.primary },
    '&.notistack-MuiContent-success': filled(success),
    '&.notistack-MuiContent-error': filled(error),
    '&.notistack-MuiContent-warning': filled(warning),
    '&.notistack-MuiContent-info': filled(info),
  };
});

const Components = { default: Toast, success: Toast, error: Toast, warning: Toast, info: Toast };

/** Lets anything below say in passing how it went: 4 s, top right, or inside the form that is open. */
export function Toasts({ children }: { children: ReactNode }) {
  const domRoot = useToastSlot();
  return (
    <SnackbarProvider
      {...(domRoot ? { domRoot } : {})}
      autoHideDuration={SHOWN_MS}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      maxSnack={3}
      Components={Components}
    >
      {children}
    </SnackbarProvider>
  );
}
