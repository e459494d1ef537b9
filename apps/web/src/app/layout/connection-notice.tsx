import CloudOff from '@mui/icons-material/CloudOffOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { tint } from '../../ui/tint';
import { useConnection } from '../../lib/connection';
import { formatMoment } from '../../lib/format';
import { useOldestShown } from '../../data/last-state';

const titles = {
  offline: (since: string) => `You've been offline since ${since}.`,
  unreachable: (since: string) => `The server hasn't answered since ${since}.`,
};

/**
 * The top bar's text; without a connection, and while the page shows what the device kept, it says so and since when, in
 * the same place, so that nothing moves.
 */
export function ConnectionNotice({ children }: { children: ReactNode }) {
  const connection = useConnection();
  const oldest = useOldestShown();
  const asOf = oldest === undefined ? undefined : `Page as of ${formatMoment(new Date(oldest).toISOString())}.`;
  return (
    <Place>
      {connection.status === 'online' && asOf === undefined && children}
      <Notice role="status" data-connection={connection.status}>
        {connection.status === 'online' && asOf !== undefined && (
          <>
            <History />
            <div>
              <strong>{asOf}</strong> <span>It's being updated.</span>
            </div>
          </>
        )}
        {connection.status !== 'online' && (
          <>
            <CloudOff />
            <div>
              <strong>{titles[connection.status](formatMoment(connection.since))}</strong> {asOf}{' '}
              <span>Showing saved data. Changes are sent only when you save again.</span>
            </div>
          </>
        )}
      </Notice>
    </Place>
  );
}

/** Keeps its width whatever it contains, so that the buttons beside it stay where they are. */
const Place = styled('div')({ display: 'flex', alignItems: 'center', flex: '1 1 0', minWidth: 0 });

const Notice = styled('div')(({ theme }) => ({
  '&:not(:empty)': {
    flex: 1,
    minWidth: 0,
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    padding: '6px 12px',
    borderRadius: theme.shape.borderRadius,
    fontSize: '0.875rem',
    lineHeight: 1.3,
    color: theme.vars.palette.warning.main,
    backgroundColor: tint(theme, 'warning'),
  },
  // In one line, because a top bar that grows would move the page below it.
  '&[data-connection="online"]:not(:empty)': {
    padding: '0 8px',
    color: theme.vars.palette.text.secondary,
    backgroundColor: 'transparent',
    '& > div': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    [theme.breakpoints.down('md')]: { fontSize: '0.75rem', '& svg': { display: 'none' } },
  },
  '& strong': { fontWeight: 600 },
  '& svg': { flexShrink: 0, fontSize: 20 },
  [theme.breakpoints.down('md')]: { '& span': { display: 'none' } },
}));
