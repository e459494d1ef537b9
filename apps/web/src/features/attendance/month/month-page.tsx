import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { AttendanceMonthQuery, IdSchema } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { NoResults } from '../../../components/no-results';
import { PageHeader } from '../../../components/page-header';
import { SearchInput } from '../../../components/search-input';
import { api } from '../../../lib/api';
import { queryOf } from '../../../lib/queries';
import { useUrlState } from '../../../lib/use-url-state';
import { MonthStepper } from '../attendance-choices';
import { AttendanceTabs } from '../attendance-tabs';
import { MarkLegend, MonthGrid } from './month-grid';
import { formatMonth } from '../../../lib/format';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../components/laboratory-in-view';

const MonthState = z.object({
  month: AttendanceMonthQuery.shape.month,
  laboratoryId: IdSchema.optional(),
  search: z.string().optional(),
});

/** The muster roll of a laboratory: a row per person, a mark per day; it prints on A4 landscape. */
export function MonthPage() {
  const [{ month, laboratoryId, search = '' }, change] = useUrlState(MonthState);
  const view = useLaboratoryInView(laboratoryId, 'attendance.view');
  const { laboratory, today } = view;
  const current = today.slice(0, 7);
  const shown = month ?? current;
  const query = useQuery({
    ...queryOf(api.attendance.month, { query: { laboratoryId: laboratory?._id, month: shown } }),
    placeholderData: keepPreviousData,
    enabled: laboratory !== undefined,
  });
  const wanted = search.toLowerCase();
  const people = query.data?.people.filter(({ person }) =>
    `${person.name} ${person.employeeCode}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle={`Attendance, ${formatMonth(shown, 'long')}`}
        subtitle={laboratory && `${laboratory.name}, ${formatMonth(query.data?.month ?? shown, 'long')}`}
      />
      <AttendanceTabs />
      <Stack
        direction="row"
        useFlexGap
        className="not-printed"
        sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 4 }}
      >
        <MonthStepper month={shown} current={current} onChange={(next) => change({ month: next })} />
        <LaboratorySelect view={view} onChange={(next) => change({ laboratoryId: next })} />
        <SearchInput
          label="Search person"
          value={search}
          onChange={(text) => change({ search: text === '' ? undefined : text })}
        />
        <Button color="inherit" startIcon={<Print />} onClick={() => window.print()} sx={{ ml: { sm: 'auto' } }}>
          Print
        </Button>
      </Stack>
      <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={480} />}>
        {query.data && people ? (
          query.data.people.length === 0 ? (
            <EmptyState>Nobody worked at this laboratory in {formatMonth(query.data.month, 'long')}.</EmptyState>
          ) : people.length === 0 ? (
            <NoResults thing="person" search={search} filters={[]} onClear={() => change({ search: undefined })} />
          ) : (
            <Stack sx={{ gap: 4, opacity: query.isPlaceholderData ? 0.6 : 1 }} aria-busy={query.isPlaceholderData}>
              <MonthGrid month={{ ...query.data, people }} today={today} />
              <MarkLegend />
              <Typography variant="body2" color="textSecondary" className="not-printed">
                A mark opens the record of the day. Rejected records do not count.
              </Typography>
            </Stack>
          )
        ) : query.error ? (
          <ErrorState title="The month could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton variant="rectangular" height={480} />
        )}
      </WithLaboratory>
    </>
  );
}
