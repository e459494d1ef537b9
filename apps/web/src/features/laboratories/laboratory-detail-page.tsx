import Edit from '@mui/icons-material/EditOutlined';
import Stack from '@mui/material/Stack';
import { type Laboratory, laboratoryTypeLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { z } from 'zod';
import { BackLink } from '../../components/back-link';
import { EmptyDish } from '../../components/drawings';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { PageSkeleton } from '../../components/loading/page-skeleton';
import { PageHeader } from '../../components/page-header';
import { PermissionButton } from '../../components/permission-button';
import { Tabbed } from '../../components/tabbed';
import { HistoryCard } from '../../components/versions/history-card';
import { RecentChange } from '../../components/versions/recent-change';
import { paths } from '../../config/paths';
import { isMissing } from '../../lib/api-error';
import { usePermission } from '../../lib/use-session';
import { useUrlState } from '../../lib/use-url-state';
import { LaboratoryCalendar } from './detail/laboratory-calendar';
import { describeAction } from './detail/describe-change';
import { LaboratoryOverview } from './detail/laboratory-overview';
import { LaboratoryPolicies } from './detail/laboratory-policies';
import { LaboratoryDeedDialog, useChosenDeed } from './laboratory-deed-dialog';
import { laboratoryFields } from './laboratory.fields';
import { laboratoryQueries } from './laboratory.queries';
import { LaboratoryStatusChip } from './laboratory-status';
import { useLaboratoryActions, useLaboratoryLocks } from './use-laboratory-actions';

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'policies', label: 'Policies' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'history', label: 'History' },
] as const;

const DetailState = z.object({
  tab: z.enum(['overview', 'policies', 'calendar', 'history']).default('overview'),
  page: z.coerce.number<number>().int().min(1).default(1),
});

/** One laboratory: what it is, by which rules it works, when it is open and who changed it. */
export function LaboratoryDetailPage() {
  const { id = '' } = useParams();
  const query = useQuery(laboratoryQueries.detail(id));
  if (query.data) return <LaboratoryDetail laboratory={query.data} />;
  if (!query.error) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Laboratory" back={<BackToList />} />
      {isMissing(query.error) ? (
        <EmptyState drawing={<EmptyDish />}>This laboratory does not exist, or it is not yours to see.</EmptyState>
      ) : (
        <ErrorState
          title="The laboratory could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </>
  );
}

function LaboratoryDetail({ laboratory }: { laboratory: Laboratory }) {
  const { name, code, type, status } = laboratory;
  const [{ tab, page }, change] = useUrlState(DetailState);
  const [chosen, choose, close] = useChosenDeed();
  const [, ...menu] = useLaboratoryActions(choose)(laboratory);
  const locks = useLaboratoryLocks()(laboratory);
  const { data: recent } = useQuery(laboratoryQueries.change(laboratory._id));
  return (
    <>
      <PageHeader
        title={name}
        back={<BackToList />}
        subtitle={
          <Stack direction="row" useFlexGap className="tabular" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
            <LaboratoryStatusChip status={status} />
            <span>{code}</span>
            <span>{laboratoryTypeLabels[type]}</span>
          </Stack>
        }
        action={
          <PermissionButton
            permission="laboratories.edit"
            lockedBecause={locks.edit}
            variant="contained"
            startIcon={<Edit />}
            onClick={() => choose('edit', laboratory)}
          >
            Edit laboratory
          </PermissionButton>
        }
        menu={menu}
      />
      <RecentChange
        version={laboratory.version}
        change={recent}
        deed={recent?.status === 'archived' ? 'archived this laboratory' : 'changed this laboratory'}
        onShow={() => change({ tab: 'history' })}
      />
      <Tabbed label="Parts of the laboratory" tabs={tabs} tab={tab} onTab={(next) => change({ tab: next })}>
        {tab === 'overview' && <LaboratoryOverview laboratory={laboratory} />}
        {tab === 'policies' && <LaboratoryPolicies laboratory={laboratory} />}
        {tab === 'calendar' && <LaboratoryCalendar laboratory={laboratory} />}
        {tab === 'history' && (
          <LaboratoryHistory laboratory={laboratory} page={page} onPage={(next) => change({ page: next })} />
        )}
      </Tabbed>
      {chosen && <LaboratoryDeedDialog {...chosen} onClose={close} />}
    </>
  );
}

/** For who came from a list of many; who sees only one laboratory has no list to go back to. */
function BackToList() {
  if (usePermission('laboratories.view').scope !== 'all') return null;
  return <BackLink to={paths.laboratories}>Laboratories</BackLink>;
}

type LaboratoryHistoryProps = { laboratory: Laboratory; page: number; onPage: (page: number) => void };

function LaboratoryHistory({ laboratory, page, onPage }: LaboratoryHistoryProps) {
  return (
    <HistoryCard
      thing="laboratory"
      query={useQuery(laboratoryQueries.history(laboratory._id, page))}
      fields={laboratoryFields}
      describeAction={describeAction}
      timeZone={laboratory.timezone}
      page={page}
      onPage={onPage}
    />
  );
}
