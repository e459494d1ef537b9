import ChevronLeft from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRight from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AttendanceTotals, BusinessDaySchema, plural } from '@shifa/contract';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { inOrder } from '../../../ui/loading/in-order';
import { Skeleton } from '../../../ui/loading/skeleton';
import { SegmentedChoice } from '../../../ui/segmented-choice';
import { product } from '../../../config/product';
import { formatDayCount, formatMinutes, formatMonth } from '../../../lib/format';
import { useUser } from '../../../data/use-session';
import { useUrlState } from '../../../data/use-url-state';
import { CorrectionForm } from '../correction/correction-form';
import { DayDrawer } from './day-drawer';
import { MissedClockOuts } from './missed-clock-outs';
import { MonthCalendar } from './month-calendar';
import { MonthList } from './month-list';
import { useOwnMonth } from './own-days';
import { monthAfter } from '../../../lib/calendar';
import { useToday } from '../../../lib/use-now';

const MonthState = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
  view: z.enum(['calendar', 'list']).default('calendar'),
  /** The day whose details are open. */
  day: BusinessDaySchema.optional(),
  /** The day whose correction is being requested. */
  correct: BusinessDaySchema.optional(),
  /** The person came from the line about forgotten clock-outs. */
  missed: z.literal('true').optional(),
});

/** The person's own days of a month, as a calendar or a list, with their totals. */
export function MyMonth() {
  const { laboratoryId } = useUser();
  const [state, change] = useUrlState(MonthState);
  const today = useToday(laboratoryId?.timezone ?? product.timezone);
  const month = state.month ?? (state.day ?? today).slice(0, 7);
  const { records, days, totals, totalsAreLoading } = useOwnMonth(month);
  const turn = (by: number) => change({ month: monthAfter(month, by), day: undefined });
  const opened = days.find(({ day }) => day === state.day);
  const View = state.view === 'calendar' ? MonthCalendar : MonthList;
  return (
    <>
      <MissedClockOuts
        opensOne={state.missed !== undefined}
        onCorrect={(correct) => change({ correct, missed: undefined })}
      />
      <Stack component="section" aria-label="My month" sx={{ gap: 4, ...inOrder }}>
        <Stack direction="row" useFlexGap sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <IconButton aria-label="Previous month" onClick={() => turn(-1)}>
            <ChevronLeft />
          </IconButton>
          <Typography variant="h2" aria-live="polite">
            {formatMonth(month, 'long')}
          </Typography>
          <IconButton aria-label="Next month" disabled={month >= today.slice(0, 7)} onClick={() => turn(1)}>
            <ChevronRight />
          </IconButton>
          <Box sx={{ ml: 'auto' }}>
            <SegmentedChoice
              label="View of the month"
              segments={[
                { value: 'calendar', label: 'Calendar' },
                { value: 'list', label: 'List' },
              ]}
              value={state.view}
              onChange={(view) => change({ view })}
            />
          </Box>
        </Stack>
        {totals ? (
          <Totals totals={totals} />
        ) : (
          totalsAreLoading && <Skeleton silent variant="rectangular" height={84} />
        )}
        {records.data ? (
          <View days={days} today={today} onOpen={(day) => change({ day })} />
        ) : (
          <NotLoaded query={records} what="your attendance" skeleton={400} />
        )}
      </Stack>
      {opened && (
        <DayDrawer
          day={opened}
          today={today}
          onCorrect={() => change({ correct: opened.day })}
          onClose={() => change({ day: undefined })}
        />
      )}
      {state.correct !== undefined && (
        <CorrectionForm key={state.correct} workDate={state.correct} onClose={() => change({ correct: undefined })} />
      )}
    </>
  );
}

function Totals({ totals }: { totals: AttendanceTotals }) {
  const { presentDays, halfDays, absentDays, leaveDays, lateDays } = totals;
  const { workedMinutes, lateMinutes, overtimeMinutes, pendingOvertimeMinutes } = totals;
  return (
    <Box sx={totalsStyle}>
      <TotalCard
        label="Days worked"
        figure={presentDays}
        note={`${halfDays} half, ${formatDayCount(absentDays)} absent`}
      />
      <TotalCard label="Time worked" figure={formatMinutes(workedMinutes)} note="Less breaks" />
      <TotalCard label="Late" figure={formatMinutes(lateMinutes)} note={`On ${formatDayCount(lateDays)}`} />
      <TotalCard
        label="Overtime"
        figure={formatMinutes(overtimeMinutes)}
        note={pendingOvertimeMinutes > 0 ? `${formatMinutes(pendingOvertimeMinutes)} pending` : 'None pending'}
      />
      <TotalCard label="Leave" figure={leaveDays} note={plural(leaveDays, 'Day', 'Days')} />
    </Box>
  );
}

type TotalCardProps = { label: string; figure: ReactNode; note: string };

function TotalCard({ label, figure, note }: TotalCardProps) {
  return (
    <Card sx={{ px: { xs: 3, sm: 4 }, py: 2 }}>
      <Typography component="p" className="tabular" sx={{ fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4 }}>
        {figure}
      </Typography>
      <Typography variant="subtitle2" component="h2">
        {label}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {note}
      </Typography>
    </Card>
  );
}

const totalsStyle = { display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(min(144px, 100%), 1fr))' };
