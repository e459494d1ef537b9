import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/banner';
import { api } from '../../../lib/api';
import { dayAt } from '../../../lib/calendar';
import { formatDay } from '../../../lib/format';
import { pageQuery } from '../../../lib/queries';

/** How far back a missed clock-out is announced. */
const DAYS = 31;

type MissedClockOutsProps = { today: string; onCorrect: (day: string) => void };

/** Days without a clock-out on which no time counts until the person says when they left. */
export function MissedClockOuts({ today, onCorrect }: MissedClockOutsProps) {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const query = { from: dayAt(year, month, day - DAYS), to: today, limit: 100 };
  const { data } = useQuery(pageQuery(api.attendance.mine, { query }));
  const missed = (data?.data ?? []).filter(
    ({ status, correction, approvalStatus }) =>
      status === 'missed_clock_out' && correction === null && approvalStatus === 'pending',
  );
  return missed.map(({ _id, workDate }) => (
    <Banner
      key={_id}
      tone="warning"
      action={
        <Button size="small" color="inherit" onClick={() => onCorrect(workDate)}>
          Request a correction
        </Button>
      }
    >
      You did not clock out on {formatDay(workDate)}, so no time counts for that day yet.
    </Banner>
  ));
}
