import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { AttendanceMonthQuery, IdSchema, MAX_PAGE_LIMIT } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { useRoomBeside } from '../../../ui/use-on-phone';
import { Banner } from '../../../ui/feedback/banner';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatCount, formatMonth } from '../../../lib/format';
import { laboratoryDetail } from '../../../data/laboratory-detail';
import { pageQuery } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { useUrlState } from '../../../data/use-url-state';
import { MonthStepper } from '../attendance-choices';
import { AttendanceTabs } from '../attendance-tabs';
import { EachLaboratory } from '../each-laboratory';
import { LeaveWeeks, LeaveGrid } from './leave-calendar';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';
import { monthsAsOf } from '../../../lib/calendar';

const CalendarState = z.object({
  month: AttendanceMonthQuery.shape.month,
  laboratoryId: IdSchema.optional(),
  /** Of all laboratories. */
  page: z.coerce.number<string>().int().min(1).optional(),
});

/** Who of a laboratory, or of each, is away in a month, or asks to be. */
export function LeaveCalendarPage() {
  const [{ month, laboratoryId, page }, change] = useUrlState(CalendarState);
  const view = useLaboratoryInView(laboratoryId, 'leave.view', { canShowAll: true });
  const mayDecide = usePermission('leave.approve').allowed;
  const { laboratory, all, today } = view;
  const current = today.slice(0, 7);
  const shown = month ?? current;
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle={`Leave calendar, ${formatMonth(shown, 'long')}`}
        action={
          mayDecide && (
            <Button variant="contained" component={Link} to={paths.leaveReview}>
              Review leave
            </Button>
          )
        }
      />
      <AttendanceTabs />
      <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 4 }}>
        <MonthStepper month={shown} current={current} ahead={12} onChange={(next) => change({ month: next })} />
        <LaboratorySelect view={view} onChange={(next) => change({ laboratoryId: next, page: undefined })} />
      </Stack>
      <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={360} />}>
        <EachLaboratory view={view} page={page} onPage={(next) => change({ page: next })}>
          {({ _id }, itsToday) => <LaboratoryLeaves laboratoryId={_id} month={shown} today={itsToday} />}
        </EachLaboratory>
      </WithLaboratory>
      {(laboratory || all) && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          Striped bars are pending requests.
        </Typography>
      )}
    </>
  );
}

type LaboratoryLeavesProps = { laboratoryId: string; month: string; today: string };

function LaboratoryLeaves({ laboratoryId, month, today }: LaboratoryLeavesProps) {
  const { from, to } = monthsAsOf.thisMonth(month);
  const leaves = useQuery(
    pageQuery(api.leaves.list, {
      query: {
        from,
        to,
        status: ['approved', 'pending'],
        laboratoryId: [laboratoryId],
        sort: 'from',
        limit: MAX_PAGE_LIMIT,
      },
    }),
  );
  const seesCalendar = usePermission('laboratories.view').allowed;
  const { data: details } = useQuery({ ...laboratoryDetail(laboratoryId), enabled: seesCalendar });
  const roomBeside = useRoomBeside();
  const Calendar = roomBeside ? LeaveGrid : LeaveWeeks;
  const { data: page, error, refetch, isPlaceholderData } = leaves;
  if (!page) return <NotLoaded query={{ error, refetch }} what="the calendar" skeleton={360} />;
  return (
    <Stack sx={{ gap: 4, opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
      {page.pagination.pages > 1 && (
        <Banner tone="warning">
          Only the first {formatCount(page.data.length)} of {formatCount(page.pagination.total)} leaves are shown.
        </Banner>
      )}
      {page.data.length === 0 ? (
        <Typography color="textSecondary">No one is on leave in {formatMonth(month, 'long')}.</Typography>
      ) : (
        <Calendar
          leaves={page.data}
          period={{ from, to }}
          today={today}
          holidays={details?.holidays ?? []}
          weeklyOff={details?.weeklyOff ?? []}
        />
      )}
    </Stack>
  );
}
