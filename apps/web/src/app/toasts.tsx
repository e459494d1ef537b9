import GlobalStyles from '@mui/material/GlobalStyles';
import { styled } from '@mui/material/styles';
import { MaterialDesignContent, SnackbarProvider } from 'notistack';
import { type ReactNode, useEffect, useState } from 'react';
import { layout } from './theme/tokens';

const SHOWN_MS = 4_000;

const Toast = styled(MaterialDesignContent)(({ theme }) => {
  const { text, background, success, error, warning, info } = theme.vars.palette;
  const filled = ({ main, contrastText }: typeof success) => ({ color: contrastText, backgroundColor: main });
  return {
    '&.notistack-MuiContent': {
      padding: '4px 16px',
      minHeight: 40,
      flexWrap: 'nowrap',
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

/**
 * In the height of the top bar, and of the head of a drawer, beside what can be pressed at their right end: the bell
 * and the account, or Close.
 */
const place = {
  // What lies below can be used: only the toast's own button takes taps.
  '.toasts *': { pointerEvents: 'none !important' },
  '.toasts button': { pointerEvents: 'auto !important' },
  '.toasts .notistack-SnackbarContainer.notistack-SnackbarContainer': {
    top: 0,
    right: 104,
    width: 'auto',
    maxWidth: 'min(480px, calc(100% - 120px))',
  },
  '.toasts .notistack-CollapseWrapper.notistack-CollapseWrapper': {
    padding: `${(layout.topBar - 40) / 2}px 0 0`,
  },
} as const;

const Components = { default: Toast, success: Toast, error: Toast, warning: Toast, info: Toast };

/** Lets anything below say in passing how it went: 4 s, at the top right, above everything that is open. */
export function Toasts({ children }: { children: ReactNode }) {
  const domRoot = useToastRoot();
  return (
    <>
      <GlobalStyles styles={place} />
      <SnackbarProvider
        domRoot={domRoot}
        autoHideDuration={SHOWN_MS}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        maxSnack={3}
        Components={Components}
      >
        {children}
      </SnackbarProvider>
    </>
  );
}

/** An element beside the page and beside what opens above it: a toast stays where it is when something opens. */
function useToastRoot(): HTMLElement {
  const [root] = useState(() => document.createElement('div'));
  useEffect(() => show(root), [root]);
  return root;
}

function show(root: HTMLElement): () => void {
  root.className = 'toasts not-printed';
  document.body.append(root);
  // A dialog hides what is beside it from screen readers. What a toast says is meant for everybody.
  const observer = new MutationObserver(() => root.removeAttribute('aria-hidden'));
  observer.observe(root, { attributeFilter: ['aria-hidden'] });
  return () => {
    observer.disconnect();
    root.remove();
  };
}
