import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Info from '@mui/icons-material/InfoOutlined';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { tint } from '../tint';

type BannerTone = 'success' | 'info' | 'warning' | 'error';

const Root = styled('div')<{ tone: BannerTone }>(({ theme, tone }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 10,
  padding: '10px 12px',
  borderRadius: theme.shape.borderRadius,
  color: theme.vars.palette[tone].main,
  backgroundColor: tint(theme, tone),
  '& svg': { flexShrink: 0, fontSize: 20 },
  '& > div': { flex: '1 1 0', minWidth: 'min(13em, calc(100% - 30px))', overflowWrap: 'anywhere' },
  // A button in a line of text does not make the line taller; without room there it stands below, under the text.
  '& > .MuiButton-root': { margin: '-6px -4px -6px auto' },
}));

const icons = { success: <CheckCircle />, info: <Info />, warning: <Warning />, error: <ErrorOutline /> };

type BannerProps = {
  tone: BannerTone;
  children: ReactNode;
  /** One small button at the end of the line. */
  action?: ReactNode;
};

/** A message in the place it is about. Faults interrupt a screen reader, the rest waits. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <Root tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {icons[tone]}
      <div>{children}</div>
      {action}
    </Root>
  );
}
