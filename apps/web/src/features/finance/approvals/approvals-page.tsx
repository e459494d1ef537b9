import Keyboard from '@mui/icons-material/KeyboardOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { PageQuery, waitingStatuses } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { StaleNotice } from '../../../components/data-grid/stale-notice';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { PageTurner } from '../../../components/page-turner';
import { SegmentedChoice } from '../../../components/segmented-choice';
import { useUrlState } from '../../../lib/use-url-state';
import { type AskedList, transactionQueries } from '../transaction.queries';
import { ApprovalCards } from './approval-cards';
import { ApprovalDesk } from './approval-desk';
import { KeysDialog } from './keys-dialog';

const ApprovalsState = z.object({ page: PageQuery.shape.page, show: z.enum(['mine', 'all']).default('mine') });
type ApprovalsState = z.output<typeof ApprovalsState>;

const views = [
  { value: 'mine', label: 'Waiting for me' },
  { value: 'all', label: 'All waiting' },
] as const;

/** First entered, first decided. */
function askedOf({ page, show }: ApprovalsState): AskedList {
  const narrowed: AskedList = show === 'mine' ? { waitingForMe: 'true' } : { status: [...waitingStatuses] };
  return { ...narrowed, sort: 'createdAt', limit: 50, page };
}

/** What waits for a decision, made to be worked through. */
export function ApprovalsPage() {
  const onPhone = useMediaQuery(useTheme().breakpoints.down('md'));
  const [state, change] = useUrlState(ApprovalsState);
  const [showsKeys, setShowsKeys] = useState(false);
  const query = useQuery(transactionQueries.list(askedOf(state)));
  const asked = `${state.show} ${state.page}`;
  const [view, setView] = useState(asked);
  // Until those of another view are there, the old rows stay as they are.
  if (view !== asked && !query.isPlaceholderData) setView(asked);
  const retry = () => void query.refetch();
  const Queue = onPhone ? ApprovalCards : ApprovalDesk;
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', mb: 4 }}>
        <SegmentedChoice
          label="Which entries"
          segments={views}
          value={state.show}
          onChange={(show) => change({ show })}
        />
        {!onPhone && (
          <Button color="inherit" startIcon={<Keyboard />} onClick={() => setShowsKeys(true)} sx={{ ml: 'auto' }}>
            Keys (?)
          </Button>
        )}
      </Stack>
      {query.data && query.error && <StaleNotice loadedAt={query.dataUpdatedAt} onRetry={retry} />}
      {query.data ? (
        <>
          <Queue
            rows={query.data.data}
            view={view}
            empty={<NothingWaits show={state.show} onShowAll={() => change({ show: 'all' })} />}
            onKeys={() => setShowsKeys(true)}
          />
          {query.data.pagination.pages > 1 && (
            <PageTurner
              pagination={query.data.pagination}
              things={{ one: 'entry', many: 'entries' }}
              onPage={(page) => change({ page })}
            />
          )}
        </>
      ) : query.error ? (
        <ErrorState title="The queue could not be loaded" error={query.error} onRetry={retry} />
      ) : (
        <QueueSkeleton />
      )}
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

function NothingWaits({ show, onShowAll }: { show: ApprovalsState['show']; onShowAll: () => void }) {
  if (show === 'all') return <EmptyState>Nothing waits for approval.</EmptyState>;
  return (
    <EmptyState
      action={
        <Button variant="outlined" color="inherit" onClick={onShowAll}>
          Show all that waits
        </Button>
      }
    >
      Nothing waits for you. What you entered or edited last is approved by someone else.
    </EmptyState>
  );
}

function QueueSkeleton() {
  return (
    <Stack sx={{ gap: 2 }}>
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} silent={row > 0} variant="rectangular" height={60} />
      ))}
    </Stack>
  );
}
