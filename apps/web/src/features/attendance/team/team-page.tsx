import Add from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DayBoard } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { SearchInput } from '../../../ui/search-input';
import { api } from '../../../data/api';
import { formatDay, formatPeople, formatWeekday } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import { DayStepper } from '../attendance-choices';
import { ZoneNote } from '../attendance-display';
import { AttendanceTabs } from '../attendance-tabs';
import { RecordForm } from '../attendance.actions';
import { countsOf, peopleFound, peopleIn } from './board-counts';
import { BoardCounts } from './board-counts-bar';
import { BoardList } from './board-list';
import { BoardNoResults } from './board-no-results';
import { type BoardProps, BoardState } from './board-state';
import { NetworkBoard } from './network-board';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';

/** Where everyone of a laboratory, or of all, stands on a day, up to date without a reload. */
export function TeamPage() {
  const [state, change] = useUrlState(BoardState);
  const [entering, setEntering] = useState(false);
  const view = useLaboratoryInView(state.laboratoryId, 'attendance.view', { canShowAll: true });
  const { laboratory, today } = view;
  const day = state.day ?? today;
  const query = useQuery({
    ...queryOf(api.attendance.board, { query: { laboratoryId: laboratory?._id, day } }),
    placeholderData: keepPreviousData,
    enabled: laboratory !== undefined,
  });
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle="Team attendance"
        action={
          <PermissionButton
            permission="attendance.create"
            variant="contained"
            startIcon={<Add />}
            onClick={() => setEntering(true)}
          >
            Enter manually
          </PermissionButton>
        }
      />
      <AttendanceTabs />
      <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 4 }}>
        <DayStepper day={day} today={today} onChange={(next) => change({ day: next, page: undefined })} />
        <LaboratorySelect view={view} onChange={(laboratoryId) => change({ laboratoryId, page: undefined })} />
      </Stack>
      <WithLaboratory view={view} skeleton={<BoardSkeleton />}>
        {view.all ? (
          <NetworkBoard state={state} change={change} skeleton={<BoardSkeleton />} />
        ) : query.data ? (
          <Board board={query.data} state={state} change={change} loading={query.isPlaceholderData} />
        ) : (
          <NotLoaded query={query} what="the board" skeleton={<BoardSkeleton />} />
        )}
      </WithLaboratory>
      {entering && <RecordForm onClose={() => setEntering(false)} />}
    </>
  );
}

type LaboratoryBoardProps = BoardProps & {
  board: DayBoard;
  /** The board is still that of the day or laboratory before. */
  loading: boolean;
};

function Board({ board, state, change, loading }: LaboratoryBoardProps) {
  const { show, search } = state;
  if (board.people.length === 0) return <EmptyState>No one worked at this laboratory on this day.</EmptyState>;
  const shown = peopleFound(search ?? '', peopleIn(show, board.people));
  return (
    <Box sx={{ position: 'relative', opacity: loading ? 0.6 : 1 }} aria-busy={loading}>
      {loading && (
        <LinearProgress aria-label="Loading" sx={{ position: 'absolute', insetInline: 0, top: -8, height: 2 }} />
      )}
      {board.holiday !== null && (
        <Box sx={{ mb: 4 }}>
          <Banner tone="info">
            {formatWeekday(board.day)}, {formatDay(board.day)} is a holiday: {board.holiday}.
          </Banner>
        </Box>
      )}
      <BoardCounts counts={countsOf(board.people)} chosen={show} onChoose={(group) => change({ show: group })} />
      <Stack
        direction="row"
        useFlexGap
        sx={{ gap: 3, my: 4, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
      >
        <SearchInput
          label="Search people"
          value={search ?? ''}
          onChange={(text) => change({ search: text === '' ? undefined : text })}
        />
        <ZoneNote timezone={board.timezone} />
      </Stack>
      {shown.length === 0 ? (
        <BoardNoResults state={state} change={change} />
      ) : (
        <BoardList board={board} people={shown} />
      )}
      <Typography variant="body2" color="textSecondary" aria-live="polite" sx={{ mt: 3 }}>
        {shown.length === board.people.length
          ? formatPeople(board.people.length)
          : `${shown.length} of ${formatPeople(board.people.length)}`}
      </Typography>
    </Box>
  );
}

function BoardSkeleton() {
  return (
    <Stack sx={{ gap: 2 }}>
      <Skeleton variant="rectangular" height={72} />
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} silent variant="rectangular" height={44} />
      ))}
    </Stack>
  );
}
