import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Info from '@mui/icons-material/InfoOutlined';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { UNREACHABLE_MESSAGE } from '../../lib/api-error';
import { useConnection } from '../../lib/connection';
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

const BACK_ONLINE = "You're back online: check whether this was done, or try again.";

/** A message in the place it is about. Faults interrupt a screen reader, the rest waits. */
export function Banner({ tone, children, action }: BannerProps) {
  const backOnline = useBackOnline(children);
  const shown = backOnline === undefined ? tone : 'info';
  return (
    <Root tone={shown} role={shown === 'error' ? 'alert' : 'status'}>
      {icons[shown]}
      <div>{backOnline ?? children}</div>
      {action}
    </Root>
  );
}

/**
 * What to say of a fault that was a missing connection once it is back; also if another request was answered before the
 * fault is shown.
 */
export function useBackOnline(fault: ReactNode): string | undefined {
  const isOnline = useConnection().status === 'online';
  if (!isOnline || typeof fault !== 'string' || !fault.endsWith(UNREACHABLE_MESSAGE)) return undefined;
  return fault.replace(UNREACHABLE_MESSAGE, BACK_ONLINE);
}
