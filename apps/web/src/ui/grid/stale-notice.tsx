import Box from '@mui/material/Box';
import { formatMoment } from '../../lib/format';
import { RetryBanner } from '../feedback/retry-banner';

type StaleNoticeProps = {
  /** When what is shown was answered, in milliseconds since 1970. */
  loadedAt: number;
  onRetry: () => void;
};

/** Over rows that are shown although their refresh failed: how old they are, and a way to try again. */
export function StaleNotice({ loadedAt, onRetry }: StaleNoticeProps) {
  const instant = new Date(loadedAt).toISOString();
  return (
    <Box sx={{ mb: 3 }}>
      <RetryBanner tone="warning" onRetry={onRetry}>
        Couldn't refresh. Showing data from <time dateTime={instant}>{formatMoment(instant)}</time>.
      </RetryBanner>
    </Box>
  );
}
