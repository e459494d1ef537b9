import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

/** The one button of a page. On a phone it has a bar of its own above the bottom bar, within the thumb's reach. */
export function PageAction({ children }: { children: ReactNode }) {
  return (
    <Stack data-page-action sx={thumbReach}>
      {children}
    </Stack>
  );
}

/** The bar takes its height from the page (see `AppLayout`) instead of floating, so that it covers nothing on it. */
const thumbReach = {
  '@media (max-width: 599.95px)': {
    position: 'fixed',
    insetInline: 0,
    bottom: 'calc(var(--navigation-bar, 0px) + env(safe-area-inset-bottom))',
    zIndex: 'fab',
    boxSizing: 'border-box',
    height: 'var(--page-action)',
    justifyContent: 'center',
    paddingInline: 'calc(16px + env(safe-area-inset-left)) calc(16px + env(safe-area-inset-right))',
    borderTop: 1,
    borderColor: 'divider',
    bgcolor: 'background.paper',
    '& .MuiButton-root': { minHeight: 44 },
    // Beside others, it takes the rest of the line.
    '& > * > .MuiButton-contained': { flexGrow: 1 },
  },
} as const;
