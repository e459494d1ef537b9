import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatTotal, type Total } from '../lib/format';
import { type ActionEntry, ActionMenu } from './action-menu';
import { useDocumentTitle } from './use-document-title';

type PageHeaderProps = {
  title: string;
  /** Names the window, where it is not the title. */
  documentTitle?: string;
  /** How many things the page lists. */
  count?: Total | undefined;
  /** A line below the title. */
  subtitle?: ReactNode;
  /** Before the title: a way back. */
  back?: ReactNode;
  /** See `PageAction`. */
  action?: ReactNode;
  /** Everything else that can be done with the page. */
  menu?: readonly ActionEntry[];
};

/** The head of every page: title and count left, one primary action right, the rest in a menu. */
export function PageHeader({
  title,
  documentTitle = title,
  count,
  subtitle,
  back,
  action,
  menu = [],
}: PageHeaderProps) {
  useDocumentTitle(documentTitle);
  return (
    <Stack component="header" sx={{ mb: 3 }}>
      {back}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 36 }}>
        <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {count !== undefined && (
          <Typography className="tabular" color="textSecondary" sx={{ fontSize: '1rem', alignSelf: 'center', mt: 0.5 }}>
            {formatTotal(count)}
          </Typography>
        )}
        <Stack direction="row" sx={{ ml: 'auto', gap: 2, alignItems: 'center', flexShrink: 0 }}>
          {action && <PageAction>{action}</PageAction>}
          {menu.length > 0 && <ActionMenu label="More actions" entries={menu} />}
        </Stack>
      </Stack>
      {subtitle && (
        <Typography component="div" color="textSecondary" sx={{ mt: 1 }}>
          {subtitle}
        </Typography>
      )}
    </Stack>
  );
}

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
