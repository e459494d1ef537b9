import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Info from '@mui/icons-material/InfoOutlined';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { tint } from './tint';

type BannerTone = 'success' | 'info' | 'warning' | 'error';

const Root = styled('div')<{ tone: BannerTone }>(({ theme, tone }) => ({
  display: 'flex',
  gap: 10,
  padding: '10px 12px',
  borderRadius: theme.shape.borderRadius,
  color: theme.vars.palette[tone].main,
  backgroundColor: tint(theme, tone),
  '& svg': { flexShrink: 0, fontSize: 20 },
  '& > div': { minWidth: 0, overflowWrap: 'anywhere' },
}));

const icons = { success: <CheckCircle />, info: <Info />, warning: <Warning />, error: <ErrorOutline /> };

/** A message in the place it is about. Faults interrupt a screen reader, the rest waits. */
export function Banner({ tone, children }: { tone: BannerTone; children: ReactNode }) {
  return (
    <Root tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {icons[tone]}
      <div>{children}</div>
    </Root>
  );
}
