import Typography from '@mui/material/Typography';
import type { StaffMember } from '@shifa/contract';
import { Facts } from '../../../components/facts';
import { SectionCard } from '../../../components/section-card';
import { formatMinutes } from '../../../lib/format';
import { zoneLabel } from '../../../lib/time-zone';
import { minutesOrRule, shiftHours, weekdaysWords } from '../staff.fields';

/** When a person works, on the clocks of their laboratory. */
export function PersonShift({ person: { shift, laboratoryId } }: { person: StaffMember }) {
  return (
    <SectionCard title="Shift">
      {shift ? (
        <Facts
          facts={[
            { label: 'Hours', value: shiftHours(shift) },
            { label: 'Working days', value: weekdaysWords(shift.weekdays) },
            { label: 'Break', value: formatMinutes(shift.breakMinutes) },
            { label: 'Late after', value: minutesOrRule(shift.graceLateMinutes) },
            { label: 'Half day below', value: minutesOrRule(shift.halfDayBelowMinutes) },
            { label: 'Overtime after', value: minutesOrRule(shift.overtimeAfterMinutes) },
            ...(laboratoryId ? [{ label: 'Time zone', value: zoneLabel(laboratoryId.timezone) }] : []),
          ]}
        />
      ) : (
        <Typography color="textSecondary">
          {laboratoryId
            ? `Follows the hours and the week of ${laboratoryId.name}.`
            : 'No shift: works for the network.'}
        </Typography>
      )}
    </SectionCard>
  );
}
