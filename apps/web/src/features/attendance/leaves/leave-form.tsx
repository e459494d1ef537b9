import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  type DayKind,
  type DayLeave,
  daysBetween,
  isBusinessDay,
  type Leave,
  type LeaveBalance,
  type LeavePreview,
  LeavePreviewQuery,
  type LeaveType,
  leaveTypeLabels,
  leaveTypes,
  MAX_LEAVE_DAYS,
  RequestLeaveBody,
  plural,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { pairStyle } from '../../../ui/fields/pair-style';
import { VersionedForm } from '../../../screens/form/versioned-form';
import { api } from '../../../data/api';
import { formatCount, formatDayCount, joined } from '../../../lib/format';
import { queryOf, send } from '../../../data/queries';
import { useDebounced } from '../../../lib/use-debounced';
import { dayLeaveLabels, formatLeaveDays } from '../attendance-display';
import { balanceText } from '../leave.messages';
import { leaveResource } from '../attendance.resource';
import { ownBalance } from './leave-balances';

type LeaveValues = { type: LeaveType | ''; from: string; to: string; part: DayLeave; reason: string };
type LeaveControl = Control<LeaveValues, unknown, RequestLeaveBody>;

const blank: LeaveValues = { type: '', from: '', to: '', part: 'full', reason: '' };

/** Requests leave for oneself. */
export function LeaveForm({ onClose }: { onClose: () => void }) {
  const { data: balance } = useQuery(ownBalance);
  return (
    <VersionedForm<LeaveValues, RequestLeaveBody, Leave, Leave>
      resource={leaveResource}
      blank={blank}
      resolverFor={() => zodResolver(z.custom<LeaveValues>().transform(inputOf).pipe(RequestLeaveBody))}
      send={(body, key, signal) => send(api.leaves.request, { body }, { key, signal })}
      title="Request leave"
      verb="Send request"
      success={({ days }) => `Your request for ${formatLeaveDays(days)} was sent`}
      onSaved={onClose}
      onClose={onClose}
    >
      {({ form: { control } }) => (
        <>
          <FormSelect
            control={control}
            name="type"
            label="Type"
            placeholder="Choose a type"
            options={leaveTypes.map((type) => ({ value: type, label: labelOf(type, balance) }))}
          />
          <Days control={control} />
          <FormText
            control={control}
            name="reason"
            label="Reason"
            multiline
            minRows={2}
            help="The approver sees this."
          />
        </>
      )}
    </VersionedForm>
  );
}

function Days({ control }: { control: LeaveControl }) {
  const [type, from, to, part] = useWatch({ control, name: ['type', 'from', 'to', 'part'] });
  const isSingle = from === lastDay(from, to);
  return (
    <>
      <Box sx={pairStyle}>
        <FormText control={control} name="from" label="First day" type="date" />
        <FormText
          control={control}
          name="to"
          label="Last day"
          type="date"
          optional
          help="The first day if left blank."
        />
      </Box>
      {(isSingle || part !== 'full') && (
        <FormSelect
          control={control}
          name="part"
          label="Part of the day"
          options={Object.entries(dayLeaveLabels).map(([value, label]) => ({ value, label }))}
        />
      )}
      <Taken type={type} from={from} to={lastDay(from, to)} part={part} />
    </>
  );
}

/** What the leave would take, asked of the server while it is typed; until it answers, how long the leave is. */
function Taken({ type, from, to, part }: Omit<LeaveValues, 'reason'>) {
  const parsed = LeavePreviewQuery.safeParse({ from, to, part, type: type === '' ? undefined : type });
  const typed = parsed.success ? JSON.stringify(parsed.data) : '';
  const query = useDebounced(typed);
  const preview = useQuery({
    ...queryOf(api.leaves.preview, { query: (query === '' ? {} : JSON.parse(query)) as LeavePreviewQuery }),
    enabled: query !== '' && query === typed,
    staleTime: 0,
    retry: false,
  });
  const known = query === typed ? preview.data : undefined;
  const overlap = known?.overlap ?? null;
  return (
    <Typography variant="body2" color={overlap === null ? 'textSecondary' : 'error'} role="status">
      {overlap !== null ? `${overlap}. Choose other days.` : known ? formatPreview(known) : daysOf(from, to, part)}
    </Typography>
  );
}

/** `3 days · 2 weekly offs not counted · 9 days left` */
function formatPreview({ days, calendar, years }: LeavePreview): string {
  const count = (kind: DayKind) => calendar.filter((day) => day.kind === kind).length;
  const uncounted = joined([
    ...(count('weekly_off') > 0 ? [formatCounted(count('weekly_off'), 'weekly off')] : []),
    ...(count('holiday') > 0 ? [formatCounted(count('holiday'), 'holiday')] : []),
  ]);
  const left = years.flatMap(({ year, remainingAfter }) =>
    remainingAfter === null ? [] : balanceText(remainingAfter, years.length > 1 ? year : undefined),
  );
  const taken = days === 0 ? 'No working day' : days === 0.5 ? 'Half a day' : formatDayCount(days);
  return [taken, ...(uncounted ? [`${uncounted} not counted`] : []), ...left].join(' · ');
}

function formatCounted(count: number, noun: string): string {
  return plural(count, `1 ${noun}`, `${formatCount(count)} ${noun}s`);
}

/** How long the leave is; which of the days are working days is the server's to say. */
function daysOf(from: string, to: string, part: DayLeave): string {
  if (!isBusinessDay(from) || !isBusinessDay(to) || from > to) return 'Enter the days.';
  if (part !== 'full') return 'This takes half a day.';
  const days = daysBetween(from, to);
  if (days > MAX_LEAVE_DAYS) return `Leave can last at most ${MAX_LEAVE_DAYS} days.`;
  return plural(days, 'This takes 1 day.', `${formatDayCount(days)}; holidays and your days off don't count.`);
}

function lastDay(from: string, to: string): string {
  return to === '' ? from : to;
}

/** Without a first day nothing is sent, and a last one that was left blank is not at fault. */
const ANY_DAY = '2000-01-01';

function inputOf({ to, ...values }: LeaveValues): unknown {
  return { ...values, to: lastDay(values.from, to) || ANY_DAY, type: values.type === '' ? undefined : values.type };
}

/** `Casual leave (8 days left)` */
function labelOf(type: LeaveType, balance: LeaveBalance | undefined): string {
  const remaining = balance?.types.find((each) => each.type === type)?.remainingDays ?? null;
  if (remaining === null) return leaveTypeLabels[type];
  return `${leaveTypeLabels[type]} (${formatDayCount(remaining)} left)`;
}
