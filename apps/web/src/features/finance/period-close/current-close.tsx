import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { closedThroughIn, type PeriodClose } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { RelativeTime } from '../../../ui/relative-time';
import { paths } from '../../../config/paths';
import { formatDay } from '../../../lib/format';
import { closedOf } from './closed-of';

type CurrentCloseProps = { close: PeriodClose; laboratoryId: string | undefined; onLeave: () => void };

/** The last closed day, the person who set it, and the way to what is to settle before. */
export function CurrentClose({ close, laboratoryId, onLeave }: CurrentCloseProps) {
  const through = closedThroughIn(close, laboratoryId);
  const isNetworks = through === close.lockedThrough;
  const { updatedBy, updatedAt } = isNetworks ? close : closedOf(close, laboratoryId);
  const whose = isNetworks ? 'of all laboratories' : 'of this laboratory';
  return (
    <>
      <div>
        <Typography>
          {through === null
            ? 'No period is closed. You can post to any past day.'
            : `The books ${whose} are closed through ${formatDay(through, 'long')}. Only a super admin can post on or before that day, and such entries are listed as exceptions.`}
        </Typography>
        {updatedAt !== null && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            {updatedBy === null ? 'Set' : `Set by ${updatedBy}`} <RelativeTime instant={updatedAt} />
          </Typography>
        )}
      </div>
      <Link component={RouterLink} to={paths.monthEnd} onClick={onLeave}>
        What to settle before a month is closed
      </Link>
    </>
  );
}
