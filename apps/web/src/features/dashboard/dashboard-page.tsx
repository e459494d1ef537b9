import Box from '@mui/material/Box';
import { PageHeader } from '../../components/page-header';
import { dayOf, formatDay } from '../../lib/format';
import { usePermission, useUser } from '../../lib/use-session';
import { LaboratoryCards } from './laboratory-cards';
import { OwnLaboratory } from './own-laboratory';

/** The most important information for the signed-in person. */
export function DashboardPage() {
  const { name, laboratoryId } = useUser();
  const laboratories = usePermission('laboratories.view');
  const zone = laboratoryId?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <PageHeader
        title={`Welcome back, ${name}`}
        documentTitle="Dashboard"
        subtitle={formatDay(dayOf(new Date(), zone), 'long')}
      />
      {laboratories.allowed && laboratories.scope === 'all' && (
        <Box sx={cards}>
          <LaboratoryCards />
        </Box>
      )}
      {laboratoryId && <OwnLaboratory laboratory={laboratoryId} />}
    </>
  );
}

const cards = { display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))' };
