import { type Laboratory, laboratoryTypeLabels } from '@shifa/contract';
import { usePrefetchQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../screens/back-link';
import { ClosedLaboratoryBanner } from '../../screens/closed-laboratory';
import { DetailPage, type DetailTab } from '../../screens/detail/detail-page';
import { Skeleton } from '../../ui/loading/skeleton';
import { SetupChecklist } from '../../screens/setup/setup-checklist';
import { paths } from '../../config/paths';
import { lazyPart } from '../../ui/lazy-part';
import { usePermission } from '../../data/use-session';
import { LaboratoryOverview } from './detail/laboratory-overview';
import { laboratoryStatsQuery } from './detail/laboratory-stats';
import { LaboratoryStatusChip } from './laboratory-status';
import { laboratoryActions } from './laboratory.actions';
import { laboratoryResource } from './laboratory.resource';

// Most people only read the first part.
const LaboratoryHistory = lazyPart(async () => (await import('./detail/laboratory-history')).LaboratoryHistory);
const LaboratoryCalendar = lazyPart(async () => (await import('./detail/laboratory-calendar')).LaboratoryCalendar);
const LaboratoryPolicies = lazyPart(async () => (await import('./detail/laboratory-policies')).LaboratoryPolicies);

const tabs: readonly DetailTab<Laboratory>[] = [
  { value: 'overview', label: 'Overview', content: (laboratory) => <LaboratoryOverview laboratory={laboratory} /> },
  {
    value: 'policies',
    label: 'Policies',
    content: (laboratory) => (
      <LazyPart>
        <LaboratoryPolicies laboratory={laboratory} />
      </LazyPart>
    ),
  },
  {
    value: 'calendar',
    label: 'Calendar',
    content: (laboratory) => (
      <LazyPart>
        <LaboratoryCalendar laboratory={laboratory} />
      </LazyPart>
    ),
  },
  {
    value: 'history',
    label: 'History',
    content: (laboratory, page) => (
      <LazyPart>
        <LaboratoryHistory laboratory={laboratory} {...page} />
      </LazyPart>
    ),
  },
];

function LazyPart({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Skeleton variant="rectangular" height={320} />}>{children}</Suspense>;
}

/** One laboratory: what it is, by which rules it works, when it is open and who changed it. */
export function LaboratoryDetailPage() {
  // At the same time as the laboratory, because the page shows both together.
  usePrefetchQuery(laboratoryStatsQuery(useParams()['id'] ?? ''));
  // The person who sees only one laboratory has no list to go back to.
  const hasList = usePermission('laboratories.view').scope === 'all';
  return (
    <DetailPage
      resource={laboratoryResource}
      actions={laboratoryActions}
      primaryAction="edit"
      back={hasList && <BackLink to={paths.laboratories}>Laboratories</BackLink>}
      facts={({ status, code, type }) => (
        <>
          <LaboratoryStatusChip status={status} />
          <span>{code}</span>
          <span>{laboratoryTypeLabels[type]}</span>
        </>
      )}
      notice={(laboratory) => (
        <>
          <ClosedLaboratoryBanner use="enterRecords" laboratory={laboratory} />
          {laboratory.status === 'active' && <SetupChecklist laboratoryId={laboratory._id} />}
        </>
      )}
      tabs={tabs}
    />
  );
}
