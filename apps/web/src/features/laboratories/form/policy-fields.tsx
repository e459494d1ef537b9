import Typography from '@mui/material/Typography';
import { FormMoney } from '../../../components/form/form-money';
import { FormNumber } from '../../../components/form/form-number';
import { NETWORK_ONLY } from '../use-laboratory-actions';
import type { LaboratoryControl } from './use-laboratory-form';

type PolicyFieldsProps = {
  control: LaboratoryControl;
  /** Finance rules are the network's; who reaches only one laboratory sees them and does not change them. */
  reachesNetwork: boolean;
};

/** Where a laboratory's own rules differ from the network's. */
export function PolicyFields({ control, reachesNetwork }: PolicyFieldsProps) {
  const locked = !reachesNetwork;
  return (
    <>
      <Heading>Attendance</Heading>
      <FormNumber
        control={control}
        name="policies.attendance.graceLateMinutes"
        label="Late after"
        unit="minutes"
        help="Clocking in up to this long after the start of a shift is not late."
      />
      <FormNumber
        control={control}
        name="policies.attendance.halfDayBelowMinutes"
        label="Half day below"
        unit="minutes"
        help="Who worked less than this has worked half a day."
      />
      <FormNumber
        control={control}
        name="policies.attendance.overtimeAfterMinutes"
        label="Overtime after"
        unit="minutes"
        help="Work beyond the shift counts as overtime from here on."
      />
      <FormNumber
        control={control}
        name="policies.attendance.fenceRadiusMetres"
        label="Clock-in distance"
        optional
        unit="metres"
        placeholder="No limit"
        help="Clocking in farther away than this from the laboratory is flagged for the approver."
      />
      <Heading>Finance</Heading>
      <FormMoney
        control={control}
        name="policies.finance.approvalLimitPaise"
        label="Approval limit"
        readOnly={locked}
        help={locked ? `${NETWORK_ONLY}.` : 'Above it a super admin approves as well.'}
      />
      <FormNumber
        control={control}
        name="policies.finance.backdatedAfterDays"
        label="Backdated after"
        unit="days"
        readOnly={locked}
        help={locked ? `${NETWORK_ONLY}.` : 'An entry dated farther back needs a super admin as well.'}
      />
      <Heading>Inventory</Heading>
      <FormNumber
        control={control}
        name="policies.inventory.expiryWarningDays"
        label="Expiry warning"
        unit="days before"
      />
      <FormNumber
        control={control}
        name="policies.inventory.expiryUrgentDays"
        label="Urgent expiry warning"
        unit="days before"
      />
    </>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Typography variant="subtitle2" component="h4" color="textSecondary" sx={{ '&:not(:first-of-type)': { mt: 2 } }}>
      {children}
    </Typography>
  );
}
