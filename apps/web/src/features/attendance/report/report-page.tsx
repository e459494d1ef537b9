import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { AttendanceReportQuery, type AttendanceReport, BusinessDaySchema, IdSchema } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyDish } from '../../../ui/drawings';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageHeader } from '../../../ui/page-header';
import { dayRangeWithPresets } from '../../../screens/list/range-filter';
import { LaboratoryFilter } from '../../../screens/report/period-chooser';
import { SegmentedChoice } from '../../../ui/segmented-choice';
import { api } from '../../../data/api';
import { dayAfter, monthsAsOf } from '../../../lib/calendar';
import { formatCount, formatDay } from '../../../lib/format';
import { withUnlisted } from '../../../data/laboratory-options';
import { queryOf } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import { AttendanceTabs } from '../attendance-tabs';
import { ReportTable } from './report-table';
import { useLaboratoryInView } from '../../../screens/laboratory-in-view';

/** The report in the address bar; without days the month up to now. */
const ReportState = z.object({
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  groupBy: AttendanceReportQuery.shape.groupBy,
  laboratoryId: IdSchema.optional(),
});

const groupLabels = { person: 'Person', day: 'Day', laboratory: 'Laboratory' } as const;

/** Attendance of a period by person, day or laboratory, for the screen and for printing. */
export function ReportPage() {
  const [state, change] = useUrlState(ReportState);
  const { groupBy, laboratoryId } = state;
  const { laboratory, today, others, unlisted } = useLaboratoryInView(laboratoryId, 'attendance.view');
  const seesNetwork = others.length > 0;
  const period = { ...monthsAsOf.thisMonth(today), ...withoutGaps(state) };
  const asked = AttendanceReportQuery.safeParse({ ...period, groupBy, laboratoryId });
  const options = withUnlisted(others, unlisted);
  const place = seesNetwork ? options.find(({ _id }) => _id === laboratoryId)?.name : laboratory?.name;
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle="Attendance report"
        subtitle={`${place ?? 'All laboratories'}, ${formatDay(period.from)} – ${formatDay(period.to)}`}
      />
      <AttendanceTabs />
      <Stack className="not-printed" component="section" aria-label="Period and grouping" sx={{ gap: 4, mb: 6 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 4, flexWrap: 'wrap', alignItems: 'flex-start' }}>
          <Box sx={{ flex: '0 1 544px', minWidth: 0 }}>
            {
              dayRangeWithPresets({
                label: 'Period',
                ...period,
                onChange: ({ from, to }) => change(from && to ? ordered(from, to) : { from, to }),
              }).fields
            }
          </Box>
          <LaboratoryFilter
            permission="attendance.view"
            value={laboratoryId}
            onChange={(value) => change({ laboratoryId: value })}
          />
        </Stack>
        <Stack direction="row">
          <SegmentedChoice
            label="Group by"
            value={groupBy}
            segments={(['person', 'day', ...(seesNetwork ? (['laboratory'] as const) : [])] as const).map((value) => ({
              value,
              label: groupLabels[value],
            }))}
            onChange={(value) => change({ groupBy: value })}
          />
        </Stack>
      </Stack>
      {asked.success ? (
        // Rows of one grouping are never shown as those of another.
        <Report key={groupBy} query={asked.data} head={groupLabels[groupBy]} />
      ) : (
        <Banner tone="error">{asked.error.issues[0]?.message}</Banner>
      )}
    </>
  );
}

function withoutGaps({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from !== undefined) return { from, to: to ?? dayAfter(from, 30) };
  // Its month up to it: the present one could begin later.
  return to === undefined ? {} : { from: monthsAsOf.thisMonth(to).from, to };
}

/** Whichever order they were typed in. */
function ordered(from: string, to: string) {
  return from <= to ? { from, to } : { from: to, to: from };
}

function Report({ query: asked, head }: { query: AttendanceReportQuery; head: string }) {
  const query = useQuery({
    ...queryOf(api.attendance.report, { query: asked }),
    placeholderData: keepPreviousData,
  });
  const { data: report } = query;
  if (report) return <Loaded report={report} asked={asked} head={head} stale={query.isPlaceholderData} />;
  return <NotLoaded query={query} what="the report" skeleton={480} />;
}

type LoadedProps = { report: AttendanceReport; asked: AttendanceReportQuery; head: string; stale: boolean };

function Loaded({ report, asked, head, stale }: LoadedProps) {
  if (report.rows.length === 0) {
    return (
      <EmptyState drawing={<EmptyDish />}>
        No attendance was recorded from {formatDay(report.from)} to {formatDay(report.to)}.
      </EmptyState>
    );
  }
  return (
    // Its rows lead to the records of the filter that is chosen now.
    <Box aria-busy={stale} inert={stale} sx={{ opacity: stale ? 0.6 : 1 }}>
      <ReportTable report={report} asked={asked} head={head} />
      {report.rows.length >= MAX_ROWS && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          Only the first {formatCount(MAX_ROWS)} rows are shown; the totals are of all of them.
        </Typography>
      )}
    </Box>
  );
}

const MAX_ROWS = 1_000;
