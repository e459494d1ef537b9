import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatTotal, type Total } from '../lib/format';
import { type ActionEntry, ActionMenu } from './action-menu';
import { PageAction } from './page-action';
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
