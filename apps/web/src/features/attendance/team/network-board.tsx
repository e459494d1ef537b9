import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type BoardGroup, boardGroups, countOfGroup, MAX_PAGE_LIMIT, type PersonOnDay } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageTurner } from '../../../screens/list/page-turner';
import { SearchInput } from '../../../ui/search-input';
import { api } from '../../../data/api';
import { formatDay } from '../../../lib/format';
import { pageQuery, queryOf } from '../../../data/queries';
import { ZoneNote } from '../attendance-display';
import { BoardCounts } from './board-counts-bar';
import { BoardList } from './board-list';
import { BoardNoResults } from './board-no-results';
import type { BoardProps } from './board-state';

/** Where the people of all laboratories stand, by laboratory, each on its own clock. */
export function NetworkBoard({ state, change, skeleton }: BoardProps & { skeleton: ReactNode }) {
  const { day, show, search, page = 1 } = state;
  const stats = useQuery({ ...queryOf(api.attendance.stats, { query: { day } }), placeholderData: keepPreviousData });
  const people = useQuery(
    pageQuery(api.attendance.people, { query: { day, show, search, page, limit: MAX_PAGE_LIMIT } }),
  );
  const error = stats.error ?? people.error;
  if (!stats.data || !people.data) {
    const refetch = () => Promise.all([stats.refetch(), people.refetch()]);
    return <NotLoaded query={{ error, refetch }} what="the board" skeleton={skeleton} />;
  }
  const { data, pagination } = people.data;
  const counts = Object.fromEntries(boardGroups.map((group) => [group, stats.data[countOfGroup[group]]]));
  const isFiltered = show !== undefined || search !== undefined;
  const loading = people.isPlaceholderData;
  return (
    <Box sx={{ position: 'relative', opacity: loading ? 0.6 : 1 }} aria-busy={loading}>
      {loading && (
        <LinearProgress aria-label="Loading" sx={{ position: 'absolute', insetInline: 0, top: -8, height: 2 }} />
      )}
      <BoardCounts
        counts={counts as Record<BoardGroup, number>}
        chosen={show}
        onChoose={(group) => change({ show: group, page: undefined })}
      />
      <Box sx={{ my: 4 }}>
        <SearchInput
          label="Search people"
          value={search ?? ''}
          onChange={(text) => change({ search: text === '' ? undefined : text, page: undefined })}
        />
      </Box>
      {data.length > 0 ? (
        <Stack sx={{ gap: 5 }}>
          {byLaboratory(data).map((group) => (
            <LaboratoryPeople key={group.first.laboratory._id} {...group} />
          ))}
          <PageTurner
            pagination={pagination}
            things={{ one: 'person', many: 'people' }}
            onPage={(next) => change({ page: next === 1 ? undefined : next })}
          />
        </Stack>
      ) : isFiltered ? (
        <BoardNoResults state={state} change={change} />
      ) : (
        <EmptyState>No one worked at any laboratory on this day.</EmptyState>
      )}
    </Box>
  );
}

type LaboratoryGroup = { first: PersonOnDay; people: PersonOnDay[] };

/** The server sorts by laboratory. */
function byLaboratory(people: readonly PersonOnDay[]): LaboratoryGroup[] {
  const groups: LaboratoryGroup[] = [];
  for (const one of people) {
    const last = groups.at(-1);
    if (last?.first.laboratory._id === one.laboratory._id) last.people.push(one);
    else groups.push({ first: one, people: [one] });
  }
  return groups;
}

function LaboratoryPeople({ first: { laboratory, day, holiday }, people }: LaboratoryGroup) {
  const { name, timezone } = laboratory;
  return (
    <section aria-label={name}>
      <Stack direction="row" useFlexGap sx={{ mb: 2, gap: '4px 16px', flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Typography variant="h6" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {[formatDay(day), holiday && `holiday: ${holiday}`].filter(Boolean).join(', ')}
        </Typography>
        <ZoneNote timezone={timezone} />
      </Stack>
      <BoardList board={{ day, timezone }} people={people} label={`People of ${name}`} />
    </section>
  );
}
