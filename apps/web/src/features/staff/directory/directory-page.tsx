import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { MAX_PAGE_LIMIT, type StaffListItem } from '@shifa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { Banner } from '../../../ui/feedback/banner';
import { BackLink } from '../../../screens/back-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { useFilterSummary } from '../../../screens/list/use-filter-summary';
import { PageHeader } from '../../../ui/page-header';
import { paths } from '../../../config/paths';
import { api, bodyOf } from '../../../data/api';
import { formatCount, formatInstant, formatPeople } from '../../../lib/format';
import { useUrlState } from '../../../data/use-url-state';
import { staffFilters } from '../staff-filters';
import { StaffListState, staffResource } from '../staff.resource';
import { DirectoryGroups } from './directory-groups';

/** The people in the list as it is filtered, by laboratory and department, for printing. */
export function DirectoryPage() {
  const { search } = useLocation();
  const [state] = useUrlState(StaffListState);
  const query = useQuery(directoryQuery(state));
  const filters = useFilterSummary({ permission: 'staff.view', filters: staffFilters }, state);
  return (
    <>
      <PageHeader
        title="Staff directory"
        subtitle={
          <>
            {query.data && `${formatPeople(query.data.people.length)} · ${formatInstant(query.data.at)}`}
            {filters.length > 0 && <div>{filters.join(' · ')}</div>}
          </>
        }
        back={<BackLink to={`${paths.staff}${search}`}>Staff</BackLink>}
        action={
          <Stack direction="row" className="not-printed" sx={{ gap: 2 }}>
            {search !== '' && (
              <Button variant="outlined" color="inherit" component={Link} to={paths.staffDirectory}>
                Show all active people
              </Button>
            )}
            <Button variant="contained" startIcon={<Print />} onClick={() => window.print()}>
              Print
            </Button>
          </Stack>
        }
      />
      {query.data ? (
        <>
          {query.data.total > query.data.people.length && (
            <Box sx={{ mb: 4 }}>
              <Banner tone="warning">
                The first {formatCount(query.data.people.length)} of {formatCount(query.data.total)} people are shown.
                Narrow the list to print the rest.
              </Banner>
            </Box>
          )}
          {query.data.people.length === 0 ? (
            <EmptyState>No people match these filters</EmptyState>
          ) : (
            <DirectoryGroups people={query.data.people} />
          )}
        </>
      ) : (
        <NotLoaded query={query} what="the directory" skeleton={320} />
      )}
    </>
  );
}

/** More people are not printed; the page says that some are missing. */
const MAX_PEOPLE = 2_000;

type Directory = {
  people: StaffListItem[];
  /** How many people match the filters, printed or not. */
  total: number;
  /** When it was read, ISO 8601. */
  at: string;
};

/** Everyone who matches the filters, page by page. */
function directoryQuery({ page: _page, limit: _limit, ...filter }: StaffListState) {
  const pageOf = (page: number) => ({ ...filter, sort: 'name', page, limit: MAX_PAGE_LIMIT }) as const;
  return queryOptions({
    queryKey: [...staffResource.page(pageOf(1)).queryKey, 'directory'],
    queryFn: async ({ signal }): Promise<Directory> => {
      const people: StaffListItem[] = [];
      for (let page = 1; ; page += 1) {
        const answer = api.staff.list.query({ query: pageOf(page), fetchOptions: { signal } });
        const { data, pagination } = await bodyOf(answer);
        people.push(...data);
        if (page >= pagination.pages || people.length >= MAX_PEOPLE) {
          return { people, total: pagination.total, at: new Date().toISOString() };
        }
      }
    },
  });
}
