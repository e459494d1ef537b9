import { styled } from '@mui/material/styles';
import { useQueries } from '@tanstack/react-query';
import type { QueueSource } from '../../screens/inbox/queue';
import { formatCount } from '../../lib/format';
import { totalOf } from '../../data/queries';
import { useUser } from '../../data/use-session';

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

/** The sum of all numbers; undefined while one of them is not known, because a part of the sum would mislead. */
export function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce<number | undefined>(
    (sum, number) => (sum === undefined || number === undefined ? undefined : sum + number),
    0,
  );
}

/** How much waits for the person, counted by the lists that the inbox shows; nothing where nothing does. */
export function WaitingCount({ sources }: { sources: readonly QueueSource[] }) {
  const { permissions } = useUser();
  const counts = useQueries({
    queries: sources
      .filter(({ permission }) => permissions[permission].allowed)
      .map(({ count: { queryKey, queryFn } }) => ({ queryKey, queryFn, select: totalOf })),
  });
  const sum = sumOf(counts.map(({ data }) => data));
  return sum ? <Count className="tabular">{formatCount(sum)}</Count> : null;
}
