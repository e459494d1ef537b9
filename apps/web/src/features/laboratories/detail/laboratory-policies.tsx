import Stack from '@mui/material/Stack';
import type { Laboratory } from '@shifa/contract';
import { get } from 'react-hook-form';
import { Facts } from '../../../components/facts';
import { SectionCard } from '../../../components/section-card';
import { laboratoryFields } from '../laboratory.fields';

const parts = [
  { title: 'Attendance', prefix: 'policies.attendance.' },
  { title: 'Finance', prefix: 'policies.finance.' },
  { title: 'Inventory', prefix: 'policies.inventory.' },
];

/** The rules by which a laboratory works. */
export function LaboratoryPolicies({ laboratory }: { laboratory: Laboratory }) {
  return (
    <Stack sx={{ gap: 4 }}>
      {parts.map(({ title, prefix }) => (
        <SectionCard key={title} title={title}>
          <Facts
            facts={laboratoryFields
              .filter(({ path }) => path.startsWith(prefix))
              .map(({ path, label, format }) => ({ label, value: format(get(laboratory, path)) ?? 'No limit' }))}
          />
        </SectionCard>
      ))}
    </Stack>
  );
}
