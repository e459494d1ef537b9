import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { employmentTypeLabels, roleLabels, type StaffMember } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { Facts, orNotEntered } from '../../../ui/facts';
import { useDeniedReason } from '../../../screens/actions/permission-button';
import { RelativeTime } from '../../../ui/relative-time';
import { SectionCard } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { formatDay, formatHours, formatInstant, formatMinutes, formatWeekdays } from '../../../lib/format';
import { zoneLabel } from '../../../lib/time-zone';
import { hasTemporaryPassword } from '../staff-status';
import { formatMinutesOrRule } from '../staff.fields';
import { Changed } from '../../../screens/detail/changed';
import { EmailLink } from '../../../ui/email-link';

/** A person's contact details, work and emergency contact. */
export function PersonOverview({ person }: { person: StaffMember }) {
  const { email, phone, laboratoryId, emergencyContact } = person;
  const timeZone = laboratoryId?.timezone;
  return (
    <Stack sx={{ gap: 4 }}>
      <SectionCard title="Contact">
        <Facts
          facts={[
            { label: 'Email', value: <EmailLink email={email} /> },
            { label: 'Phone', value: phone && <Phone number={phone} /> },
            {
              label: 'Last sign-in',
              value: person.lastLogin ? <RelativeTime instant={person.lastLogin} timeZone={timeZone} /> : 'Never',
            },
            {
              label: 'Last active',
              value: person.lastActivityAt ? (
                <RelativeTime instant={person.lastActivityAt} timeZone={timeZone} />
              ) : (
                'Never'
              ),
            },
            ...(hasTemporaryPassword(person) && person.temporaryPasswordExpiresAt
              ? [{ label: 'Temporary password', value: validityOf(person.temporaryPasswordExpiresAt, timeZone) }]
              : []),
          ].map(orNotEntered)}
        />
      </SectionCard>
      <SectionCard title="Work">
        <Facts facts={useWorkFacts(person).map(orNotEntered)} />
      </SectionCard>
      <SectionCard title="Emergency contact">
        {emergencyContact ? (
          <Facts
            facts={[
              { label: 'Name', value: emergencyContact.name },
              { label: 'Relation', value: emergencyContact.relation },
              { label: 'Phone', value: <Phone number={emergencyContact.phone} /> },
            ].map(orNotEntered)}
          />
        ) : (
          <Typography color="textSecondary">Not set</Typography>
        )}
      </SectionCard>
      <Changed of={person} timeZone={timeZone} />
    </Stack>
  );
}

function validityOf(expiry: string, timeZone: string | undefined): string {
  const isExpired = new Date(expiry) <= new Date();
  return isExpired ? 'Expired: issue another one' : `Valid until ${formatInstant(expiry, timeZone)}`;
}

function useWorkFacts(person: StaffMember) {
  const { laboratoryId, role, department, designation, employmentType, joiningDate, exitDate, exitReason } = person;
  const { deputyId } = person;
  const seesLaboratories = useDeniedReason('laboratories.view') === undefined;
  const laboratory =
    laboratoryId && seesLaboratories ? (
      <Link component={RouterLink} to={paths.laboratory(laboratoryId._id)}>
        {laboratoryId.name}
      </Link>
    ) : (
      (laboratoryId?.name ?? 'The whole network')
    );
  return [
    { label: 'Role', value: roleLabels[role] },
    { label: 'Laboratory', value: laboratory },
    ...(deputyId ? [{ label: 'Deputy', value: <Deputy deputy={deputyId} person={person} /> }] : []),
    { label: 'Department', value: department },
    { label: 'Designation', value: designation },
    { label: 'Employment', value: employmentTypeLabels[employmentType] },
    { label: 'Joined', value: formatDay(joiningDate, 'long') },
    ...(exitDate ? [{ label: 'Last day', value: formatDay(exitDate, 'long') }] : []),
    ...(exitReason ? [{ label: 'Reason', value: exitReason }] : []),
  ];
}

/** Who decides in the person's absence, or why no one does. */
function Deputy({ deputy, person }: { deputy: NonNullable<StaffMember['deputyId']>; person: StaffMember }) {
  const { _id, name, obstacle, confirmed } = deputy;
  const during = confirmed
    ? `Decides during the suspension. Confirmed by ${confirmed.by} on ${formatInstant(confirmed.at)}.`
    : "Can't decide during the suspension, because no one has confirmed this deputy.";
  return (
    <>
      <Link component={RouterLink} to={paths.staffMember(_id)}>
        {name}
      </Link>
      {person.status === 'suspended' && <Typography variant="body2">{during}</Typography>}
      {obstacle !== null && (
        <Typography variant="body2" color="error">
          {obstacle}
        </Typography>
      )}
    </>
  );
}

/** A person's working hours, in the time zone of their laboratory. */
export function PersonShift({ person: { shift, laboratoryId } }: { person: StaffMember }) {
  return (
    <SectionCard title="Shift">
      {shift ? (
        <Facts
          facts={[
            { label: 'Hours', value: formatHours(shift) },
            { label: 'Working days', value: formatWeekdays(shift.weekdays) },
            { label: 'Break', value: formatMinutes(shift.breakMinutes) },
            { label: 'Late after', value: formatMinutesOrRule(shift.graceLateMinutes) },
            { label: 'Half day below', value: formatMinutesOrRule(shift.halfDayBelowMinutes) },
            { label: 'Overtime after', value: formatMinutesOrRule(shift.overtimeAfterMinutes) },
            ...(laboratoryId ? [{ label: 'Time zone', value: zoneLabel(laboratoryId.timezone) }] : []),
          ]}
        />
      ) : (
        <Typography color="textSecondary">
          {laboratoryId
            ? `Follows the working hours and days off of ${laboratoryId.name}.`
            : 'No shift, as the person works for the whole network.'}
        </Typography>
      )}
    </SectionCard>
  );
}

function Phone({ number }: { number: string }) {
  return <Link href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</Link>;
}
