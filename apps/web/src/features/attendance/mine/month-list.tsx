import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { formatDay, formatMinutes, formatWeekday } from '../../../lib/format';
import { ApprovalChip, AttendanceStatusChip, formatClock } from '../attendance-display';
import { WhyLate, WhyOvertime } from '../attendance-why';
import type { MonthViewProps } from './month-calendar';

/** The recorded days, the latest first, with the explanation of each late and overtime value. */
export function MonthList({ days, onOpen }: MonthViewProps) {
  const recorded = days.flatMap(({ record }) => record ?? []).toReversed();
  if (recorded.length === 0) return <EmptyState>Nothing is recorded in this month.</EmptyState>;
  return (
    <List aria-label="Recorded days">
      {recorded.map((record) => {
        const { _id, workDate, status, approvalStatus, clockIn, clockOut, laboratoryId } = record;
        const at = (punch: typeof clockIn) => (punch ? formatClock(punch.at, laboratoryId.timezone, workDate) : '–');
        return (
          <li key={_id}>
            <Button color="inherit" onClick={() => onOpen(workDate)} sx={{ justifyContent: 'flex-start', ml: -2 }}>
              {formatWeekday(workDate).slice(0, 3)}, {formatDay(workDate)}
            </Button>
            <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
              <AttendanceStatusChip status={status} />
              <ApprovalChip approval={approvalStatus} />
            </Stack>
            <span>
              {record.segments.length > 0 && `${at(clockIn)} – ${record.open ? 'now' : at(clockOut)}`}
              {record.workedMinutes > 0 && ` · ${formatMinutes(record.workedMinutes)}`}
            </span>
            <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap' }}>
              {record.lateMinutes > 0 && (
                <span>
                  {formatMinutes(record.lateMinutes)} late <WhyLate record={record} />
                </span>
              )}
              {record.overtimeMinutes > 0 && (
                <span>
                  {formatMinutes(record.overtimeMinutes)} overtime <WhyOvertime record={record} />
                </span>
              )}
            </Stack>
          </li>
        );
      })}
    </List>
  );
}

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 12,
  backgroundColor: theme.vars.palette.background.paper,
  fontVariantNumeric: 'tabular-nums',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '160px 220px minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'center',
    gap: 12,
    padding: '8px 16px',
  },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  [theme.breakpoints.down('md')]: { '& > li': { gridTemplateColumns: '1fr', gap: 6, padding: '12px 16px' } },
}));
