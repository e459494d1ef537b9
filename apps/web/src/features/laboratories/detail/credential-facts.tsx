import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { daysBetween, type Laboratory, plural } from '@shifa/contract';
import { Facts } from '../../../ui/facts';
import { StatusChip } from '../../../ui/status-chip';
import { formatDay } from '../../../lib/format';
import { useToday } from '../../../lib/use-now';

const WARNED_DAYS_BEFORE = 60;

type CredentialFactsProps = { credential: Laboratory['licence']; timezone: string };

/** A licence or an accreditation, with a warning when it runs out or has run out. */
export function CredentialFacts({ credential, timezone }: CredentialFactsProps) {
  if (!credential) return <Typography color="textSecondary">Not set</Typography>;
  const { body, number, validUntil } = credential;
  const until = (
    <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      {formatDay(validUntil)}
      <Expiry validUntil={validUntil} timezone={timezone} />
    </Stack>
  );
  return (
    <Facts
      facts={[
        { label: 'Issuing body', value: body },
        { label: 'Number', value: number },
        { label: 'Valid until', value: until },
      ]}
    />
  );
}

/** Valid through the end of the day, on the laboratory's clocks. */
function Expiry({ validUntil, timezone }: { validUntil: string; timezone: string }) {
  const left = daysBetween(useToday(timezone), validUntil) - 1;
  if (left > WARNED_DAYS_BEFORE) return null;
  if (left < 0) return <StatusChip tone="error" icon={<ErrorOutline />} label="Expired" />;
  const label = left === 0 ? 'Expires today' : `Expires in ${plural(left, '1 day', `${left} days`)}`;
  return <StatusChip tone="warning" icon={<Schedule />} label={label} />;
}
