import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { formatInstant, formatRelative } from '../lib/format';

type RelativeTimeProps = {
  /** ISO 8601, UTC. */
  instant: string;
  /** The zone that the exact instant is shown in; the viewer's own without one. */
  timeZone?: string;
};

/** «2 minutes ago» up to a day, then the date; the exact instant and zone on hover. */
export function RelativeTime({ instant, timeZone }: RelativeTimeProps) {
  const now = useMinute();
  return (
    <Tooltip title={formatInstant(instant, timeZone)}>
      <time dateTime={instant}>{formatRelative(instant, now)}</time>
    </Tooltip>
  );
}

/** The present, looked at again every half minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
