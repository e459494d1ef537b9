import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/format';
import { type ActionEntry, ActionMenu } from './action-menu';
import { useDocumentTitle } from './use-document-title';

type PageHeaderProps = {
  title: string;
  /** Names the window, where it is not the title. */
  documentTitle?: string;
  /** How many things the page lists. */
  count?: number;
  /** A line below the title. */
  subtitle?: ReactNode;
  /** Before the title: a way back. */
  back?: ReactNode;
  /** One button. On a phone it stands above the bottom bar, within the thumb's reach. */
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
    <Stack component="header" sx={{ mb: 6 }}>
      {back}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 36 }}>
        <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {count !== undefined && (
          <Typography className="tabular" color="textSecondary" sx={{ fontSize: '1rem', alignSelf: 'center', mt: 0.5 }}>
            {formatCount(count)}
          </Typography>
        )}
        <Stack direction="row" sx={{ ml: 'auto', gap: 2, alignItems: 'center', flexShrink: 0 }}>
          {action && <Stack sx={thumbReach}>{action}</Stack>}
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

const thumbReach = {
  '@media (max-width: 599.95px)': {
    position: 'fixed',
    right: 16,
    // A page may have a foot of its own that stays in sight.
    bottom: 'calc(var(--bottom-bar, 0px) + var(--page-foot, 0px) + 16px + env(safe-area-inset-bottom))',
    zIndex: 'fab',
    '& .MuiButton-root': {
      minHeight: 48,
      borderRadius: 24,
      padding: '0 20px',
      boxShadow: '0 6px 20px rgb(8 24 28 / 0.24)',
    },
  },
} as const;
