import Box from '@mui/material/Box';
import { IdSchema } from '@shifa/contract';
import { useContext } from 'react';
import { z } from 'zod';
import { type DashboardExtension, DashboardExtensions } from '../../screens/detail/dashboard-extensions';
import { inOrder } from '../../ui/loading/in-order';
import { SetupChecklist } from '../../screens/setup/setup-checklist';
import { PageHeader } from '../../ui/page-header';
import { LaboratoryFilter } from '../../screens/report/period-chooser';
import { formatDay } from '../../lib/format';
import { usePermission, useUser } from '../../data/use-session';
import { useUrlState } from '../../data/use-url-state';
import { ActivityList } from './activity-list';
import { AttentionList } from './attention-list';
import { BlockCard } from './dashboard-block';
import { LaboratoryComparisonTable } from './laboratory-comparison';
import { OwnLaboratory } from './own-laboratory';
import { useToday } from '../../lib/use-now';

const DashboardState = z.object({
  /** Only this laboratory, for viewers who see several. */
  laboratoryId: IdSchema.optional(),
});

/** What needs the viewer, how things are going, and what changed. */
export function DashboardPage() {
  const { name, laboratoryId: own, permissions } = useUser();
  const { scope } = usePermission('dashboard.view');
  const [state, change] = useUrlState(DashboardState);
  const laboratoryId = scope === 'all' ? state.laboratoryId : undefined;
  const zone = own?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const extensions = useContext(DashboardExtensions).filter(({ permission, own: aboutOneself }) => {
    const held = permissions[permission];
    // Who belongs to no laboratory has no shift, and finds the clock in the attendance.
    if (aboutOneself) return held.allowed && own !== null;
    return held.allowed && held.scope !== 'own' && scope !== 'own';
  });
  const attention = (
    <BlockCard key="attention" name="attention" title="Needs your attention" laboratoryId={laboratoryId} height={144}>
      {(items) => <AttentionList items={items} />}
    </BlockCard>
  );
  const cards = extensions.map((extension) => (
    <ExtensionCard key={extension.block} extension={extension} laboratoryId={laboratoryId} />
  ));
  return (
    <>
      <PageHeader
        title={`Welcome back, ${name}`}
        documentTitle="Dashboard"
        subtitle={formatDay(useToday(zone), 'long')}
      />
      {scope === 'all' && (
        <Box sx={{ display: 'flex', mb: 4 }}>
          <LaboratoryFilter
            permission="dashboard.view"
            value={laboratoryId}
            onChange={(chosen) => change({ laboratoryId: chosen })}
          />
        </Box>
      )}
      {scope !== 'own' && (
        <Box sx={{ '&:not(:empty)': { mb: { xs: 4, sm: 6 } } }}>
          <SetupChecklist laboratoryId={laboratoryId} />
        </Box>
      )}
      <Box sx={rowsStyle}>
        {scope === 'own' ? [...cards, attention] : [attention, ...cards]}
        {scope === 'all' && laboratoryId === undefined && (
          <Box sx={wideStyle}>
            <BlockCard name="laboratories" title="Laboratories compared" laboratoryId={undefined} height={240}>
              {(rows) => <LaboratoryComparisonTable rows={rows} />}
            </BlockCard>
          </Box>
        )}
        {scope !== 'own' && (
          <Box sx={wideStyle}>
            <BlockCard name="activity" title="Recent changes" laboratoryId={laboratoryId} height={320}>
              {(changes) => <ActivityList changes={changes} />}
            </BlockCard>
          </Box>
        )}
        {own && scope === 'own' && <OwnLaboratory laboratory={own} />}
      </Box>
    </>
  );
}

type ExtensionCardProps = { extension: DashboardExtension; laboratoryId: string | undefined };

function ExtensionCard({ extension: { block, title, wide, Block, Offline }, laboratoryId }: ExtensionCardProps) {
  return (
    <Box sx={wide && wideStyle}>
      <BlockCard name={block} title={title} laboratoryId={laboratoryId} height={144} offline={Offline && <Offline />}>
        {(data, asOf) => <Block data={data} laboratoryId={laboratoryId} asOf={asOf} />}
      </BlockCard>
    </Box>
  );
}

// A card without a neighbour takes the whole row.
const rowsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: { xs: 4, sm: 6 },
  '& > *': { flex: { xs: '1 1 100%', md: '1 1 calc(50% - 24px)' }, minWidth: 0, boxSizing: 'border-box' },
  '& > div > section': { height: '100%', boxSizing: 'border-box' },
  ...inOrder,
};
const wideStyle = { flexBasis: '100% !important' };
