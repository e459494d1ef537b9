import Typography from '@mui/material/Typography';
import { FormMoney } from '../../../components/form/form-money';
import { FormNumber } from '../../../components/form/form-number';
import type { LaboratoryControl } from '../laboratory.fields';

type PolicyFieldsProps = {
  control: LaboratoryControl;
  /** Why the viewer cannot change the finance policies, which belong to the network. */
  networkDenied: string | undefined;
};

/** How the rules of a laboratory differ from those of the network. */
export function PolicyFields({ control, networkDenied }: PolicyFieldsProps) {
  const readOnly = networkDenied !== undefined;
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
        readOnly={readOnly}
        help={networkDenied ?? 'Above it, a super admin approves as well.'}
      />
      <FormNumber
        control={control}
        name="policies.finance.backdatedAfterDays"
        label="Backdated after"
        unit="days"
        readOnly={readOnly}
        help={networkDenied ?? 'An entry dated farther back needs a super admin as well.'}
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
