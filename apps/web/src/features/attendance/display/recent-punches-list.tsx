import Login from '@mui/icons-material/LoginOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import { keyframes, styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { formatTimeIn } from '../../../lib/time-zone';
import { useNow } from '../../../lib/use-now';
import { recentPunches } from './recent-punches';

/** Long enough to find one's own name, short enough to be no list of who is here. */
const SHOWN_MS = 20_000;

/** Who clocked in and out just now, so that people see that it worked. */
export function RecentPunches({ laboratoryId, timezone }: { laboratoryId: string; timezone: string }) {
  const { data = [] } = useQuery(recentPunches);
  const now = useNow(1_000).getTime();
  const shown = data.filter((punch) => punch.laboratoryId === laboratoryId && now - punch.receivedAt < SHOWN_MS);
  return (
    <List aria-label="Clocked in or out just now" aria-live="polite">
      {shown.map(({ id, name, direction, at }) => (
        <li key={id}>
          {direction === 'in' ? <Login /> : <Logout />}
          <strong>{name}</strong>
          <span>
            {direction === 'in' ? 'clocked in' : 'clocked out'} at {formatTimeIn(timezone, new Date(at))}
          </span>
        </li>
      ))}
    </List>
  );
}

const fade = keyframes`80% { opacity: 1; } to { opacity: 0; }`;

const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: 8,
  minHeight: 44,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontVariantNumeric: 'tabular-nums',
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '8px 14px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 12,
    backgroundColor: theme.vars.palette.background.paper,
    // Where motion is reduced to an instant, it would have faded at once.
    '@media (prefers-reduced-motion: no-preference)': { animation: `${fade} ${SHOWN_MS}ms linear forwards` },
    overflowWrap: 'anywhere',
  },
  '& svg': { flexShrink: 0, color: theme.vars.palette.success.main },
}));
