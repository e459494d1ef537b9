import { styled } from '@mui/material/styles';
import { useQueries } from '@tanstack/react-query';
import type { InboxSource } from '../../components/review-queue/inbox';
import { formatCount } from '../../lib/format';
import { totalOf } from '../../lib/queries';
import { useUser } from '../../lib/use-session';

const Count = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  minWidth: 20,
  padding: '0 6px',
  borderRadius: 10,
  textAlign: 'center',
  fontSize: '0.75rem',
  lineHeight: '20px',
  fontWeight: 600,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
}));

/** How much waits for the person, counted by the lists that the inbox shows; nothing where nothing does. */
export function WaitingCount({ sources }: { sources: readonly InboxSource[] }) {
  const { permissions } = useUser();
  const counts = useQueries({
    queries: sources
      .filter(({ permission }) => permissions[permission].allowed)
      .map(({ count: { queryKey, queryFn } }) => ({ queryKey, queryFn, select: totalOf })),
  });
  const sum = counts.reduce((total, { data = 0 }) => total + data, 0);
  return sum > 0 && <Count className="tabular">{formatCount(sum)}</Count>;
}
