import Download from '@mui/icons-material/FileDownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AttendanceMonthExportQuery, AttendanceMonthQuery, IdSchema } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton } from '../../../ui/loading/skeleton';
import { NoResults } from '../../../ui/feedback/no-results';
import { PageHeader } from '../../../ui/page-header';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { SearchInput } from '../../../ui/search-input';
import { useFileExport } from '../../../data/use-file-export';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import { MonthStepper } from '../attendance-choices';
import { AttendanceTabs } from '../attendance-tabs';
import { EachLaboratory } from '../each-laboratory';
import { MarkLegend, MonthGrid } from './month-grid';
import { formatMonth } from '../../../lib/format';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';

const MonthState = z.object({
  month: AttendanceMonthQuery.shape.month,
  laboratoryId: IdSchema.optional(),
  search: z.string().optional(),
  /** Of all laboratories. */
  page: z.coerce.number<string>().int().min(1).optional(),
});

/** The muster roll of a laboratory, or of each: a row per person, a mark per day; it prints on A4 landscape. */
export function MonthPage() {
  const [{ month, laboratoryId, search = '', page }, change] = useUrlState(MonthState);
  const view = useLaboratoryInView(laboratoryId, 'attendance.view', { canShowAll: true });
  const { laboratory, all, today } = view;
  const current = today.slice(0, 7);
  const shown = month ?? current;
  const { save, pending } = useFileExport({
    fetch: (query: AttendanceMonthExportQuery, waitMs) => api.attendance.exportMonth.query({ query, waitMs }),
    fileName: (query) => `attendance-${query.month ?? shown}.xlsx`,
    failed: "Couldn't export the month",
  });
  const clearSearch = () => change({ search: undefined });
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle={`Attendance, ${formatMonth(shown, 'long')}`}
        subtitle={(laboratory || all) && `${laboratory?.name ?? 'All laboratories'}, ${formatMonth(shown, 'long')}`}
      />
      <AttendanceTabs />
      <Stack
        direction="row"
        useFlexGap
        className="not-printed"
        sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 4 }}
      >
        <MonthStepper month={shown} current={current} onChange={(next) => change({ month: next })} />
        <LaboratorySelect view={view} onChange={(next) => change({ laboratoryId: next, page: undefined })} />
        {!all && (
          <SearchInput
            label="Search people"
            value={search}
            onChange={(text) => change({ search: text === '' ? undefined : text })}
          />
        )}
        <Stack direction="row" sx={{ gap: 2, ml: { sm: 'auto' } }}>
          <PermissionButton
            permission="attendance.export"
            color="inherit"
            startIcon={<Download />}
            loading={pending}
            loadingPosition="start"
            disabled={!laboratory && !all}
            onClick={() => save({ month: shown, laboratoryId: laboratory?._id })}
          >
            Export
          </PermissionButton>
          <Button color="inherit" startIcon={<Print />} onClick={() => window.print()}>
            Print
          </Button>
        </Stack>
      </Stack>
      <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={480} />}>
        <EachLaboratory view={view} page={page} onPage={(next) => change({ page: next })}>
          {({ _id }, itsToday) => (
            <LaboratoryMonth
              laboratoryId={_id}
              today={itsToday}
              month={shown}
              search={all ? '' : search}
              onClear={clearSearch}
            />
          )}
        </EachLaboratory>
      </WithLaboratory>
    </>
  );
}

type LaboratoryMonthProps = {
  laboratoryId: string;
  today: string;
  month: string;
  search: string;
  onClear: () => void;
};

function LaboratoryMonth({ laboratoryId, today, month, search, onClear }: LaboratoryMonthProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(api.attendance.month, { query: { laboratoryId, month } }),
    placeholderData: keepPreviousData,
  });
  if (!data) return <NotLoaded query={{ error, refetch }} what="the month" skeleton={480} />;
  if (data.people.length === 0) {
    return <EmptyState>No one worked at this laboratory in {formatMonth(data.month, 'long')}.</EmptyState>;
  }
  const wanted = search.toLowerCase();
  const people = data.people.filter(({ person }) =>
    `${person.name} ${person.employeeCode}`.toLowerCase().includes(wanted),
  );
  if (people.length === 0) return <NoResults things="people" search={search} onClear={onClear} />;
  return (
    <Stack sx={{ gap: 4, opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
      <MonthGrid month={{ ...data, people }} today={today} />
      <MarkLegend />
      <Typography variant="body2" color="textSecondary" className="not-printed">
        Select a mark to open that day's record. Rejected records don't count.
      </Typography>
    </Stack>
  );
}
