import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { AttendanceRecord } from '@shifa/contract';
import { useState } from 'react';
import { tint } from '../../../ui/tint';
import { formatHours } from '../../../lib/format';
import { formatClock } from '../attendance-display';

type Span = { from: number; to: number };

/** Work and breaks of a day against the shift, and below it the times that a correction asks for. */
export function DayTimeline({ record }: { record: AttendanceRecord }) {
  const { calculation, correction, breaks, segments, workDate, laboratoryId, shift } = record;
  const [now] = useState(Date.now);
  const at = Date.parse;
  const due: Span[] =
    calculation.startsAt && calculation.endsAt ? [{ from: at(calculation.startsAt), to: at(calculation.endsAt) }] : [];
  const worked = segments.map(({ clockIn, clockOut }) => ({
    from: at(clockIn.at),
    to: clockOut ? at(clockOut.at) : now,
  }));
  const paused = breaks.map(({ start, end }) => ({ from: at(start), to: end ? at(end) : now }));
  const asksForTimes = correction !== null && !correction.shift;
  const requested = (correction?.segments ?? []).map((segment) => ({ from: at(segment.in), to: at(segment.out) }));
  const pauses = (correction?.breaks ?? []).map((pause) => ({ from: at(pause.in), to: at(pause.out) }));
  const all = [...due, ...worked, ...requested];
  if (all.length === 0) return null;

  const first = Math.min(...all.map(({ from }) => from));
  const last = Math.max(...all.map(({ to }) => to));
  const [start, length] = [first - HALF_HOUR, last - first + 2 * HALF_HOUR];
  const positionOf = ({ from, to }: Span) => ({
    left: `${((from - start) / length) * 100}%`,
    width: `${(Math.max(to - from, length / 200) / length) * 100}%`,
  });
  const time = (instant: number) => formatClock(new Date(instant).toISOString(), laboratoryId.timezone, workDate);
  const rows = [
    { name: 'Recorded', look: 'worked', spans: worked, breaks: paused },
    ...(asksForTimes ? [{ name: 'Requested', look: 'requested', spans: requested, breaks: pauses }] : []),
  ] as const;
  return (
    <Box sx={timelineStyle}>
      <Box className="ends tabular" aria-hidden>
        <span>{time(start)}</span>
        <span>{time(start + length)}</span>
      </Box>
      {rows.map(({ name, look, spans, breaks: pausesOf }) => (
        <Box
          key={name}
          role="img"
          className="row"
          aria-label={`${name}: ${spans.map(({ from, to }) => `${time(from)} to ${time(to)}`).join(', ') || 'nothing'}`}
        >
          {due.map((span) => (
            <Box key="due" className="due" style={positionOf(span)} />
          ))}
          {spans.map((span) => (
            <Box key={span.from} className={look} style={positionOf(span)} />
          ))}
          {pausesOf.map((span) => (
            <Box key={span.from} className="break" style={positionOf(span)} />
          ))}
        </Box>
      ))}
      <Box className="legend" aria-hidden>
        {due.length > 0 && shift && (
          <span>
            <i className="due" /> Shift {formatHours(shift)}
          </span>
        )}
        <span>
          <i className="worked" /> Work
        </span>
        {paused.length + pauses.length > 0 && (
          <span>
            <i className="break" /> Break
          </span>
        )}
        {asksForTimes && (
          <span>
            <i className="requested" /> Requested
          </span>
        )}
      </Box>
    </Box>
  );
}

const HALF_HOUR = 30 * 60_000;

const timelineStyle = (theme: Theme) => {
  const { palette } = theme.vars;
  return {
    display: 'grid',
    gap: 2,
    fontSize: '0.75rem',
    color: palette.text.secondary,
    '& .ends': { display: 'flex', justifyContent: 'space-between' },
    '& .row': {
      position: 'relative',
      height: 28,
      borderRadius: '8px',
      border: `1px solid ${palette.divider}`,
      overflow: 'hidden',
    },
    '& .row > *': { position: 'absolute', insetBlock: 0 },
    '& .row > .worked, & .row > .requested': { insetBlock: 5, borderRadius: '4px' },
    '& .row > .break': { insetBlock: 5 },
    '& .due': { backgroundColor: tint(theme, 'primary') },
    '& .worked': { backgroundColor: palette.primary.main, printColorAdjust: 'exact' },
    '& .requested': { backgroundColor: palette.accent.main, printColorAdjust: 'exact' },
    '& .break': {
      backgroundColor: palette.background.paper,
      backgroundImage: `repeating-linear-gradient(135deg, ${palette.control} 0 2px, transparent 2px 6px)`,
    },
    '& .legend': { display: 'flex', flexWrap: 'wrap', gap: '4px 16px' },
    '& .legend span': { display: 'inline-flex', alignItems: 'center', gap: 1.5 },
    '& .legend i': {
      width: 12,
      height: 12,
      borderRadius: '3px',
      border: `1px solid ${palette.divider}`,
      boxSizing: 'border-box',
    },
  } as const;
};
