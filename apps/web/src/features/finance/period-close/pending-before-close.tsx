import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { closedThroughIn, type PeriodClose } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { Banner } from '../../../ui/feedback/banner';
import { Skeleton } from '../../../ui/loading/skeleton';
import { messageOf } from '../../../lib/api-error';
import { formatCount } from '../../../lib/format';
import { waitingEntriesPath } from '../finance-navigation';
import { pendingBeforeCloseText } from '../finance.messages';
import { pendingBeforeClose } from '../transaction.resource';

type PendingBeforeCloseProps = {
  through: string;
  /** The period that is closed already. */
  close: PeriodClose;
  /** By default the whole network. */
  laboratoryId: string | undefined;
  /** A list was opened. */
  onLeave: () => void;
};

/** The entries that await a decision in the period to be closed, by laboratory, with links to them. */
export function PendingBeforeClose({ through, close, laboratoryId, onLeave }: PendingBeforeCloseProps) {
  const { data, error } = useQuery({ ...pendingBeforeClose({ through, laboratoryId }), staleTime: 0 });
  if (error) return <Banner tone="error">{messageOf(error, "Couldn't count the pending entries")}</Banner>;
  if (!data) return <Skeleton variant="rectangular" height={48} />;
  const total = data.laboratories.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <Typography color="textSecondary">No entries in this period are pending.</Typography>;
  // A laboratory can have closed more by itself, which is not counted.
  const openIn = (id: string) => {
    const closedThrough = closedThroughIn(close, id);
    return closedThrough === null ? {} : { from: nextDay(closedThrough) };
  };
  return (
    <div>
      <Typography>{pendingBeforeCloseText(total)}</Typography>
      <Stack component="ul" aria-label="Pending entries by laboratory" sx={listStyle}>
        {data.laboratories.map(({ _id, name, count }) => (
          <li key={_id}>
            <Link
              component={RouterLink}
              to={waitingEntriesPath({ laboratoryId: [_id], ...openIn(_id), to: through })}
              onClick={onLeave}
            >
              {name}
            </Link>
            : <span className="tabular">{formatCount(count)}</span>
          </li>
        ))}
      </Stack>
    </div>
  );
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

const listStyle = { m: 0, mt: 1, pl: 5, gap: 1, maxHeight: 240, overflowY: 'auto' };
