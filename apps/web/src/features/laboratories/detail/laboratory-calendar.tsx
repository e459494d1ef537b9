import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Laboratory } from '@shifa/contract';
import { Facts } from '../../../ui/facts';
import { SectionCard } from '../../../ui/section-card';
import { formatDay, formatDaysOff, formatHours, formatWeekday, weekdayNames } from '../../../lib/format';
import { formatTimeIn, zoneLabel } from '../../../lib/time-zone';
import { CopyButton } from '../copy/copy-button';
import { useToday } from '../../../lib/use-now';

/** When a laboratory is open, on its own clocks. */
export function LaboratoryCalendar({ laboratory }: { laboratory: Laboratory }) {
  const { timezone, weeklyOff, workingHours, holidays } = laboratory;
  const today = useToday(timezone);
  const coming = holidays.filter(({ date }) => date >= today);
  const past = holidays.filter(({ date }) => date < today);
  return (
    <Stack sx={{ gap: 4 }}>
      <CopyButton laboratory={laboratory} />
      <SectionCard title="Week">
        <Stack sx={{ gap: 5 }}>
          <Stack direction="row" role="img" aria-label={`Days off: ${formatDaysOff(weeklyOff)}`} sx={{ gap: 1 }}>
            {weekdayNames.map((name, day) => (
              <Box key={name} aria-hidden sx={(theme) => dayStyle(theme, weeklyOff.includes(day))}>
                {name.slice(0, 3)}
              </Box>
            ))}
          </Stack>
          <Facts
            facts={[
              { label: 'Days off', value: formatDaysOff(weeklyOff) },
              { label: 'Working hours', value: formatHours(workingHours) },
              { label: 'Time zone', value: zoneLabel(timezone) },
              { label: 'Time there', value: formatTimeIn(timezone) },
            ]}
          />
        </Stack>
      </SectionCard>
      <SectionCard title="Holidays">
        {coming.length === 0 && (
          <Typography color="textSecondary">
            {past.length === 0 ? 'No holidays entered.' : 'No upcoming holidays.'}
          </Typography>
        )}
        <Holidays holidays={coming} />
        {past.length > 0 && (
          <Box sx={{ color: 'text.secondary', mt: 4 }}>
            <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
              Past
            </Typography>
            <Holidays holidays={past} />
          </Box>
        )}
      </SectionCard>
    </Stack>
  );
}

function Holidays({ holidays }: { holidays: Laboratory['holidays'] }) {
  if (holidays.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {holidays.map(({ date, name }) => (
        <Box key={date} component="li" className="tabular" sx={holidayStyle}>
          <span>
            {formatDay(date)}, {formatWeekday(date)}
          </span>
          <span>{name}</span>
        </Box>
      ))}
    </Box>
  );
}

const holidayStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '220px minmax(0, 1fr)' },
  columnGap: 4,
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
  overflowWrap: 'anywhere',
  '&:first-of-type': { borderTop: 0 },
};

const dayStyle = (theme: Theme, off: boolean) => ({
  flex: '1 1 0',
  maxWidth: 72,
  py: 2,
  textAlign: 'center' as const,
  fontSize: '0.8125rem',
  fontWeight: 500,
  borderRadius: '8px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderStyle: off ? 'dashed' : 'solid',
  color: off ? theme.vars.palette.text.secondary : theme.vars.palette.primary.main,
  textDecoration: off ? 'line-through' : 'none',
});
