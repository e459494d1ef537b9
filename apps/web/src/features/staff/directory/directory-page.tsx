import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { Banner } from '../../../components/banner';
import { BackLink } from '../../../components/back-link';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { PageHeader } from '../../../components/page-header';
import { paths } from '../../../config/paths';
import { formatCount, formatInstant } from '../../../lib/format';
import { useUrlState } from '../../../lib/use-url-state';
import { peopleWords } from '../bulk/bulk-dialog';
import { filterOf, StaffListState } from '../staff-list-state';
import { directoryQuery } from './directory.queries';
import { DirectoryGroups } from './directory-groups';

/** Everyone that the list's filters let through, by laboratory and department, on paper. */
export function DirectoryPage() {
  const { search } = useLocation();
  const [state] = useUrlState(StaffListState);
  const query = useQuery(directoryQuery({ ...filterOf(state), sort: 'name' }));
  return (
    <>
      <PageHeader
        title="Staff directory"
        subtitle={query.data && `${peopleWords(query.data.people.length)} · ${formatInstant(query.data.at)}`}
        back={<BackLink to={`${paths.staff}${search}`}>Staff</BackLink>}
        action={
          <Button variant="contained" startIcon={<Print />} onClick={() => window.print()} className="not-printed">
            Print
          </Button>
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
            <EmptyState>Nobody fits the filters of the list.</EmptyState>
          ) : (
            <DirectoryGroups people={query.data.people} />
          )}
        </>
      ) : query.error ? (
        <ErrorState
          title="The directory could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton variant="rectangular" height={320} />
      )}
    </>
  );
}
