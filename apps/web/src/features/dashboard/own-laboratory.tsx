import Button from '@mui/material/Button';
import type { SessionUser } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { Facts, orNotEntered } from '../../ui/facts';
import { SectionCard } from '../../ui/section-card';
import { paths } from '../../config/paths';
import { zoneLabel } from '../../lib/time-zone';
import { usePermission } from '../../data/use-session';

type OwnLaboratoryProps = { laboratory: NonNullable<SessionUser['laboratoryId']> };

/** The person's own laboratory, with a link for viewers who may see more of it. */
export function OwnLaboratory({ laboratory }: OwnLaboratoryProps) {
  const { _id, name, code, contact, location, timezone } = laboratory;
  const open = (
    <Button component={Link} to={paths.laboratory(_id)} size="small" color="inherit" variant="outlined">
      Open laboratory
    </Button>
  );
  return (
    <SectionCard title="Your laboratory" action={usePermission('laboratories.view').allowed && open}>
      <Facts
        facts={[
          { label: 'Name', value: name },
          { label: 'Code', value: code },
          { label: 'City', value: location.city },
          { label: 'Phone', value: contact.phone },
          { label: 'Time zone', value: zoneLabel(timezone) },
        ].map(orNotEntered)}
      />
    </SectionCard>
  );
}
