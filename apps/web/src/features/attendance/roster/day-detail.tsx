import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { conflictLabels, type RosterPerson, type RosterValue } from '@shifa/contract';
import { formatDay, formatHours, formatWeekday } from '../../../lib/format';
import { draftText, weeklyText } from '../roster.messages';
import { type BoardFacts, type ShownDay, worksWeekly } from './roster-rows';

type DayDetailProps = {
  row: RosterPerson;
  day: ShownDay;
  facts: BoardFacts;
};

/** What the selected day means, in words; read out as the selection moves. */
export function DayDetail({ row, day, facts }: DayDetailProps) {
  const { cell, conflicts, isUnpublished, value } = day;
  const holiday = facts.holidays.get(day.day);
  const published = cell?.published;
  return (
    <Stack role="status" aria-label="Selected day" sx={{ gap: 1, minHeight: 64 }}>
      <Typography>
        <strong>{row.person.name}</strong>, {formatWeekday(day.day)}, {formatDay(day.day)}:{' '}
        {describe(day.day, value, row, facts)}
        {holiday !== undefined && ` · Holiday: ${holiday}`}
      </Typography>
      {isUnpublished && (
        <Typography variant="body2" color="textSecondary">
          {draftText(published === undefined ? undefined : describe(day.day, published, row, facts))}
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

/** `Morning, 06:00 – 14:00`, `Day off`, or what the weekly shift means on the day. */
export function describe(
  day: string,
  value: RosterValue,
  row: Pick<RosterPerson, 'weekly'>,
  facts: Pick<BoardFacts, 'types' | 'holidays'>,
): string {
  if (value === 'off') return 'Day off';
  const type = value === null ? undefined : facts.types.get(value);
  if (type) return `${type.name}, ${formatHours(type)}`;
  return weeklyText(row.weekly.of, worksWeekly(day, row, facts) ? formatHours(row.weekly) : undefined);
}
