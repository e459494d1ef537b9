import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router-dom';
import { Banner } from '../../../ui/feedback/banner';
import { paths } from '../../../config/paths';
import { formatCount } from '../../../lib/format';
import { useUser } from '../../../data/use-session';
import { withQuery } from '../../../lib/with-query';
import { countsUnderWay, placeOf } from './counts-under-way';

/** The stock counts that the person has begun on this device, to continue them. */
export function ContinueCounts() {
  const { _id: owner } = useUser();
  const counts = countsUnderWay(owner);
  if (counts.length === 0) return null;
  return (
    <Stack sx={{ gap: 2, mb: 4 }}>
      {counts.map((count) => (
        <Banner
          key={count._id}
          tone="info"
          action={
            <Button
              size="small"
              color="inherit"
              component={Link}
              to={withQuery(paths.stockCount, { count: count._id })}
              aria-label={labelOf(count)}
            >
              Continue
            </Button>
          }
        >
          {labelOf(count)}: {formatCount(count.begun)} of {formatCount(count.total)}
        </Banner>
      ))}
    </Stack>
  );
}

function labelOf(count: Parameters<typeof placeOf>[0]): string {
  return `Continue counting ${placeOf(count)}`;
}
