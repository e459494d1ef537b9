import Button from '@mui/material/Button';
import { type Laboratory } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { Facts } from '../../../ui/facts';
import { SectionCard } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { formatDaysOff, formatHours, formatMinutes } from '../../../lib/format';
import { zoneLabel } from '../../../lib/time-zone';

/** The hours and rules of everyone who has no shift of their own. */
export function LaboratoryWeek({ laboratory }: { laboratory: Laboratory }) {
  const { _id, workingHours, weeklyOff, timezone, policies, actions } = laboratory;
  const { graceLateMinutes, halfDayBelowMinutes, overtimeAfterMinutes } = policies.attendance;
  return (
    <SectionCard
      title="Working hours"
      action={
        actions.edit?.allowed && (
          <Button size="small" color="inherit" component={Link} to={paths.laboratory(_id)}>
            Edit laboratory
          </Button>
        )
      }
    >
      <Facts
        facts={[
          { label: 'Hours', value: formatHours(workingHours) },
          { label: 'Weekly days off', value: formatDaysOff(weeklyOff) },
          { label: 'Late after', value: formatMinutes(graceLateMinutes) },
          { label: 'Half day below', value: formatMinutes(halfDayBelowMinutes) },
          { label: 'Overtime after', value: formatMinutes(overtimeAfterMinutes) },
          { label: 'Time zone', value: zoneLabel(timezone) },
        ]}
      />
    </SectionCard>
  );
}
