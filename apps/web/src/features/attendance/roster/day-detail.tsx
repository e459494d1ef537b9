import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { conflictLabels, type RosterPerson, type RosterShiftType, type RosterValue } from '@shifa/contract';
import { formatDay, formatHours, formatWeekday } from '../../../lib/format';
import { draftText } from '../roster.messages';
import type { ShownDay } from './roster-rows';

type DayDetailProps = {
  row: RosterPerson;
  day: ShownDay;
  types: ReadonlyMap<string, RosterShiftType>;
  holiday: string | undefined;
};

/** What the selected day means, in words; read out as the selection moves. */
export function DayDetail({ row, day, types, holiday }: DayDetailProps) {
  const { cell, conflicts, isUnpublished, value } = day;
  const published = cell?.published;
  return (
    <Stack role="status" aria-label="Selected day" sx={{ gap: 1, minHeight: 64 }}>
      <Typography>
        <strong>{row.person.name}</strong>, {formatWeekday(day.day)}, {formatDay(day.day)}:{' '}
        {describe(value, row, types)}
        {holiday !== undefined && ` · Holiday: ${holiday}`}
      </Typography>
      {isUnpublished && (
        <Typography variant="body2" color="textSecondary">
          {draftText(published === undefined ? undefined : describe(published, row, types))}
        </Typography>
      )}
      {conflicts.map(({ kind, effect, message }) => (
        <Typography key={kind} variant="body2" color={effect === 'forbid' ? 'error' : 'warning'}>
          {effect === 'forbid' ? 'Prevents publishing' : 'Warning'}: {conflictLabels[kind]}. {message}
        </Typography>
      ))}
    </Stack>
  );
}

/** `Morning, 06:00 – 14:00`, `Day off`, or the weekly shift. */
export function describe(
  value: RosterValue,
  { weekly }: Pick<RosterPerson, 'weekly'>,
  types: ReadonlyMap<string, RosterShiftType>,
): string {
  if (value === 'off') return 'Day off';
  const type = value === null ? undefined : types.get(value);
  if (type) return `${type.name}, ${formatHours(type)}`;
  return `${weekly.of === 'person' ? 'Weekly shift' : 'Laboratory hours'}, ${formatHours(weekly)}`;
}
