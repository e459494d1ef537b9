import type { SessionUser } from '@shifa/contract';
import { Facts } from '../../components/facts';
import { SectionCard } from '../../components/section-card';

type OwnLaboratoryProps = { laboratory: NonNullable<SessionUser['laboratoryId']> };

/** The laboratory that a person belongs to. */
export function OwnLaboratory({ laboratory }: OwnLaboratoryProps) {
  const { name, code, contact, location, timezone } = laboratory;
  return (
    <SectionCard title="Your laboratory">
      <Facts
        facts={[
          { label: 'Name', value: name },
          { label: 'Code', value: code },
          { label: 'City', value: location.city },
          { label: 'Phone', value: contact.phone },
          { label: 'Time zone', value: timezone },
        ]}
      />
    </SectionCard>
  );
}
