import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { EmptyRack } from '../drawings';

type EmptyStateProps = {
  /** One sentence. */
  children: ReactNode;
  drawing?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
};

/** Where a list or a page would be: nothing, why, and what to do about it. */
export function EmptyState({ children, drawing = <EmptyRack />, action }: EmptyStateProps) {
  return (
    <Stack sx={{ alignItems: 'center', justifyContent: 'center', gap: 4, px: 4, py: 14, textAlign: 'center' }}>
      {drawing}
      <Typography color="textSecondary" sx={{ maxWidth: 440, textWrap: 'pretty' }}>
        {children}
      </Typography>
      {action}
    </Stack>
  );
}
