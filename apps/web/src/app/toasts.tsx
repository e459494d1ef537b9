import GlobalStyles from '@mui/material/GlobalStyles';
import { styled } from '@mui/material/styles';
import { type CustomContentProps, SnackbarContent, SnackbarProvider, type VariantType } from 'notistack';
import { type ReactNode, type RefAttributes, useEffect, useState } from 'react';
import { layout } from './theme/tokens';

const SHOWN_MS = 4_000;

const Frame = styled(SnackbarContent)<{ tone: VariantType }>(({ theme, tone }) => {
  const { vars, shape, typography } = theme;
  const { text, background } = vars.palette;
  const colors =
    tone === 'default'
      ? { color: background.paper, backgroundColor: text.primary }
      : { color: vars.palette[tone].contrastText, backgroundColor: vars.palette[tone].main };
  return {
    '&&': {
      boxSizing: 'border-box',
      alignItems: 'center',
      padding: '4px 16px',
      minHeight: 40,
      flexWrap: 'nowrap',
      borderRadius: shape.borderRadius,
      boxShadow: '0 1px 2px rgb(8 24 28 / 0.08), 0 8px 24px rgb(8 24 28 / 0.14)',
      fontFamily: typography.fontFamily,
      fontSize: '0.875rem',
      // Forced colours remove the background.
      border: '1px solid transparent',
      ...colors,
      '& > :last-child:not(:first-of-type)': { marginLeft: 'auto', paddingLeft: 16, marginRight: -8 },
    },
  };
});

/** What went well waits for a screen reader to finish its sentence; the rest interrupts it. */
function Toast({
  id,
  message,
  action,
  variant,
  style,
  className,
  ref,
}: CustomContentProps & RefAttributes<HTMLDivElement>) {
  return (
    <Frame ref={ref} role={variant === 'success' ? 'status' : 'alert'} tone={variant} {...{ style, className }}>
      <div>{message}</div>
      {action !== undefined && <div>{typeof action === 'function' ? action(id) : action}</div>}
    </Frame>
  );
}

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
  // A dialog hides what is beside it from screen readers. What a toast says is meant for everyone.
  const observer = new MutationObserver(() => root.removeAttribute('aria-hidden'));
  observer.observe(root, { attributeFilter: ['aria-hidden'] });
  return () => {
    observer.disconnect();
    root.remove();
  };
}
