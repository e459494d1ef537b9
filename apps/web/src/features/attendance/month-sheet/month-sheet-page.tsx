import Box from '@mui/material/Box';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Stack from '@mui/material/Stack';
import { IdSchema, MonthSchema, type MonthSheet, type SheetFormat } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useFileExport } from '../../../data/use-file-export';
import { useUrlState } from '../../../data/use-url-state';
import { dayAfter } from '../../../lib/calendar';
import { formatMonth } from '../../../lib/format';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NoResults } from '../../../ui/feedback/no-results';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { SearchInput } from '../../../ui/search-input';
import { MonthStepper } from '../attendance-choices';
import { AttendanceTabs } from '../attendance-tabs';
import { MonthStatus } from './month-status';
import { SheetLines } from './sheet-lines';

const SheetState = z.object({
  month: MonthSchema.optional(),
  laboratoryId: IdSchema.optional(),
  search: z.string().optional(),
  page: z.coerce.number<string>().int().min(1).optional(),
});

/** What payroll takes of a laboratory's month: as it is, or as it was closed. */
export function MonthSheetPage() {
  const [{ month, laboratoryId, search = '', page = 1 }, change] = useUrlState(SheetState);
  const view = useLaboratoryInView(laboratoryId, 'attendance.view');
  const { laboratory, today } = view;
  const current = today.slice(0, 7);
  // The last complete month is the one to close.
  const shown = month ?? dayAfter(`${current}-01`, -1).slice(0, 7);
  const { save, pending } = useFileExport({
    fetch: (format: SheetFormat, waitMs) =>
      api.monthSheets.export.query({ query: { month: shown, laboratoryId: laboratory?._id, format }, waitMs }),
    fileName: (format) => `payroll-${shown}.${format}`,
    failed: "Couldn't export the month sheet",
  });
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle={`Month sheet, ${formatMonth(shown, 'long')}`}
        subtitle={laboratory && `${laboratory.name}, ${formatMonth(shown, 'long')}`}
      />
      <AttendanceTabs />
      <Stack
        direction="row"
        useFlexGap
        className="not-printed"
        sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 4 }}
      >
        <MonthStepper
          month={shown}
          current={current}
          onChange={(next) => change({ month: next ?? current, page: undefined })}
        />
        <LaboratorySelect view={view} onChange={(next) => change({ laboratoryId: next, page: undefined })} />
        <Box sx={{ display: 'grid', width: { sm: 220 } }}>
          <SearchInput
            label="Search people"
            value={search}
            onChange={(text) => change({ search: text === '' ? undefined : text, page: undefined })}
          />
        </Box>
        <Stack direction="row" sx={{ gap: 2, ml: { sm: 'auto' } }}>
          {(['xlsx', 'csv'] as const).map((format) => (
            <PermissionButton
              key={format}
              permission="attendance.export"
              color="inherit"
              startIcon={<Download />}
              loading={pending}
              loadingPosition="start"
              disabled={!laboratory}
              onClick={() => save(format)}
            >
              {format === 'xlsx' ? 'Excel' : 'CSV'}
            </PermissionButton>
          ))}
        </Stack>
      </Stack>
      <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={480} />}>
        {laboratory && (
          <LaboratorySheet
            laboratoryId={laboratory._id}
            month={shown}
            search={search}
            page={page}
            onPage={(next) => change({ page: next === 1 ? undefined : next })}
            onClear={() => change({ search: undefined })}
          />
        )}
      </WithLaboratory>
    </>
  );
}

type LaboratorySheetProps = {
  laboratoryId: string;
  month: string;
  search: string;
  page: number;
  onPage: (page: number) => void;
  onClear: () => void;
};

function LaboratorySheet({ laboratoryId, month, search, page, onPage, onClear }: LaboratorySheetProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(api.monthSheets.sheet, { query: { laboratoryId, month } }),
    placeholderData: keepPreviousData,
  });
  if (!data) return <NotLoaded query={{ error, refetch }} what="the month sheet" skeleton={480} />;
  return (
    // The sheet before it stays in sight meanwhile, but nothing can be done to it: it is not the chosen one.
    <Stack
      sx={{ gap: 4, opacity: isPlaceholderData ? 0.6 : 1 }}
      aria-busy={isPlaceholderData}
      inert={isPlaceholderData}
    >
      <MonthStatus key={`${data.laboratory._id} ${data.month}`} sheet={data} />
      <Lines sheet={data} {...{ search, page, onPage, onClear }} />
    </Stack>
  );
}

type LinesProps = Pick<LaboratorySheetProps, 'search' | 'page' | 'onPage' | 'onClear'> & { sheet: MonthSheet };

function Lines({ sheet, search, page, onPage, onClear }: LinesProps) {
  if (sheet.lines.length === 0) {
    return <EmptyState>No one belonged to this laboratory in {formatMonth(sheet.month, 'long')}.</EmptyState>;
  }
  const wanted = search.toLowerCase();
  const lines = sheet.lines.filter(({ person }) =>
    `${person.name} ${person.employeeCode}`.toLowerCase().includes(wanted),
  );
  if (lines.length === 0) return <NoResults things="people" search={search} onClear={onClear} />;
  return <SheetLines lines={lines} drift={sheet.drift.items} page={page} onPage={onPage} />;
}
