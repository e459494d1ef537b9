import Tooltip from '@mui/material/Tooltip';
import { formatInstant, formatRelative } from '../lib/format';
import { useNow } from '../lib/use-now';

type RelativeTimeProps = {
  /** ISO 8601, UTC. */
  instant: string;
  /** The zone that the exact instant is shown in; the viewer's own without one. */
  timeZone?: string;
};

/** “2 minutes ago” up to a day, then the date; the exact instant and zone on hover. */
export function RelativeTime({ instant, timeZone }: RelativeTimeProps) {
  const now = useNow(30_000);
  return (
    <Tooltip title={formatInstant(instant, timeZone)}>
      <time dateTime={instant}>{formatRelative(instant, now)}</time>
    </Tooltip>
  );
}
