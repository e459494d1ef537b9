import Stack from '@mui/material/Stack';
import type { Laboratory } from '@shifa/contract';
import { use } from 'react';
import { Facts } from '../../../ui/facts';
import { LaboratoryExtensions } from '../../../screens/detail/laboratory-extensions';
import { SectionCard } from '../../../ui/section-card';
import { valueAt } from '../../../screens/form/described-field';
import { CopyButton } from '../copy/copy-button';

/** The rules by which a laboratory works. */
export function LaboratoryPolicies({ laboratory }: { laboratory: Laboratory }) {
  return (
    <Stack sx={{ gap: 4 }}>
      <CopyButton laboratory={laboratory} />
      {use(LaboratoryExtensions).map(({ title, policies }) => (
        <SectionCard key={title} title={title}>
          <Facts
            facts={policies.map(({ path, label, format, blank }) => ({
              label,
              value: format(valueAt(laboratory, path)) ?? blank,
            }))}
          />
        </SectionCard>
      ))}
    </Stack>
  );
}
