import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { Laboratory } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Facts, orNotEntered } from '../../../ui/facts';
import { SectionCard } from '../../../ui/section-card';
import { formatCoordinates } from '../laboratory.format';
import { CredentialFacts } from './credential-facts';
import { LaboratoryStats, laboratoryStatsQuery } from './laboratory-stats';
import { Changed } from '../../../screens/detail/changed';
import { EmailLink } from '../../../ui/email-link';

/** A laboratory at a glance: its figures, where it is, how to reach it and what permits it to work. */
export function LaboratoryOverview({ laboratory }: { laboratory: Laboratory }) {
  const { contact, location, timezone, licence, accreditation } = laboratory;
  return (
    <Stack sx={{ gap: 4 }}>
      <LaboratoryStats laboratory={laboratory} />
      <BelowStats laboratory={laboratory}>
        <SectionCard title="Contact and location">
          <Facts
            facts={[
              {
                label: 'Phone',
                value: <Link href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</Link>,
              },
              { label: 'Email', value: contact.email && <EmailLink email={contact.email} /> },
              { label: 'Address', value: location.address && <Lines>{location.address}</Lines> },
              { label: 'City', value: location.city },
              { label: 'State', value: location.state },
              { label: 'Postal code', value: location.pincode },
              { label: 'Map position', value: location.coordinates && formatCoordinates(location.coordinates) },
            ].map(orNotEntered)}
          />
        </SectionCard>
        <Box sx={columns}>
          <SectionCard title="Licence">
            <CredentialFacts credential={licence} timezone={timezone} />
          </SectionCard>
          <SectionCard title="Accreditation">
            <CredentialFacts credential={accreditation} timezone={timezone} />
          </SectionCard>
        </Box>
        <Changed of={laboratory} timeZone={timezone} />
      </BelowStats>
    </Stack>
  );
}

/** How many figures there are is known when they arrive, and what is below them must not move. */
function BelowStats({ laboratory, children }: { laboratory: Laboratory; children: ReactNode }) {
  const { isPending, failureCount, errorUpdateCount } = useQuery(laboratoryStatsQuery(laboratory._id));
  return isPending && failureCount + errorUpdateCount === 0 ? null : children;
}

function Lines({ children }: { children: ReactNode }) {
  return <span style={{ whiteSpace: 'pre-line' }}>{children}</span>;
}

const columns = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
  alignItems: 'stretch',
};
