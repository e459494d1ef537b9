import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { Restored } from '../../../components/versions/restored';
import { formatCount } from '../../../lib/format';
import { inventoryResource } from '../inventory.resource';
import { CountItem } from './count-item';
import { CountReview } from './count-review';
import { useCount } from './use-count';

const PAGE = 100;

type CountSheetProps = {
  laboratoryId: string;
  storageLocation: string | undefined;
  /** Which item is counted, from 1; one beyond the last for the review. */
  position: number;
  onPosition: (position: number) => void;
};

/** The items to count, one at a time, and the review at the end. */
export function CountSheet({ laboratoryId, storageLocation, position, onPosition }: CountSheetProps) {
  const count = useCount(`${laboratoryId}:${storageLocation ?? ''}`);
  const items = useQuery(
    inventoryResource.page({
      laboratoryId: [laboratoryId],
      storageLocation,
      status: ['active'],
      sort: 'name',
      limit: PAGE,
      page: Math.ceil(position / PAGE),
    }),
  );
  if (items.error && !items.data) {
    return (
      <ErrorState title="The items could not be loaded" error={items.error} onRetry={() => void items.refetch()} />
    );
  }
  if (!items.data) return <Skeleton variant="rectangular" height={320} />;
  const { total } = items.data.pagination;
  if (total === 0) {
    return (
      <EmptyState
        action={
          <Button variant="outlined" color="inherit" onClick={() => onPosition(0)}>
            Choose another place
          </Button>
        }
      >
        There is nothing to count here.
      </EmptyState>
    );
  }
  const item = items.isPlaceholderData ? undefined : items.data.data[(position - 1) % PAGE];
  const reviewing = position > total;
  return (
    <Stack sx={{ gap: 4, maxWidth: 480, mx: 'auto' }}>
      {count.restoredAt !== undefined && <Restored at={count.restoredAt} onDiscard={count.discard} />}
      <div>
        <Stack direction="row" sx={{ justifyContent: 'space-between', mb: 1 }}>
          <Typography variant="body2" color="textSecondary" className="tabular" role="status">
            {reviewing ? 'Review' : `Item ${formatCount(position)} of ${formatCount(total)}`} ·{' '}
            {formatCount(count.completed)} counted
          </Typography>
          {!reviewing && (
            <Button size="small" onClick={() => onPosition(total + 1)} sx={{ my: -1 }}>
              Review
            </Button>
          )}
        </Stack>
        <LinearProgress
          variant="determinate"
          value={(100 * count.completed) / total}
          aria-label="Counted"
          sx={{ borderRadius: 1 }}
        />
      </div>
      {reviewing ? (
        <CountReview
          count={count}
          total={total}
          onBack={() => onPosition(total)}
          onFinish={() => {
            count.discard();
            onPosition(0);
          }}
        />
      ) : item ? (
        <CountItem
          key={item._id}
          itemId={item._id}
          count={count}
          onPrevious={position > 1 ? () => onPosition(position - 1) : undefined}
          onNext={() => onPosition(position + 1)}
        />
      ) : (
        <Skeleton variant="rectangular" height={320} />
      )}
    </Stack>
  );
}
