import Edit from '@mui/icons-material/EditOutlined';
import Stack from '@mui/material/Stack';
import { roleLabels, type StaffMember } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { z } from 'zod';
import { BackLink } from '../../components/back-link';
import { EmptyDish } from '../../components/drawings';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { PageSkeleton } from '../../components/loading/page-skeleton';
import { PageHeader } from '../../components/page-header';
import { PermissionButton, useLock } from '../../components/permission-button';
import { Tabbed } from '../../components/tabbed';
import { HistoryCard } from '../../components/versions/history-card';
import { RecentChange } from '../../components/versions/recent-change';
import { paths } from '../../config/paths';
import { isMissing } from '../../lib/api-error';
import { useUrlState } from '../../lib/use-url-state';
import { describeAction } from './detail/describe-action';
import { PersonOverview } from './detail/person-overview';
import { PersonSessions } from './detail/person-sessions';
import { PersonShift } from './detail/person-shift';
import { StaffDeedDialog, useChosenDeed } from './staff-deed-dialog';
import { PasswordPendingChip, StaffStatusChip } from './staff-status';
import { useStaffFields } from './staff.fields';
import { staffQueries } from './staff.queries';
import { useStaffActions } from './use-staff-actions';

const DetailState = z.object({
  tab: z.enum(['person', 'shift', 'permissions', 'sessions', 'history']).default('person'),
  page: z.coerce.number<number>().int().min(1).default(1),
});

type DetailTab = z.output<typeof DetailState>['tab'];

type StaffDetailPageProps = {
  /** The part of another feature that shows and changes what a person may do. */
  permissions?: (userId: string) => ReactNode;
};

/** One person: who they are, when they work, what they may do, where they are signed in and who changed them. */
export function StaffDetailPage({ permissions }: StaffDetailPageProps) {
  const { id = '' } = useParams();
  const query = useQuery(staffQueries.detail(id));
  if (query.data) return <StaffDetail person={query.data} permissions={permissions} />;
  if (!query.error) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Person" back={<BackLink to={paths.staff}>Staff</BackLink>} />
      {isMissing(query.error) ? (
        <EmptyState drawing={<EmptyDish />}>This person does not exist, or is not yours to see.</EmptyState>
      ) : (
        <ErrorState title="The person could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      )}
    </>
  );
}

function StaffDetail({ person, permissions }: StaffDetailPageProps & { person: StaffMember }) {
  const { _id, name, employeeCode, role, status, mustChangePassword } = person;
  const [state, change] = useUrlState(DetailState);
  const [chosen, choose, close] = useChosenDeed();
  const [, ...menu] = useStaffActions(choose)(person);
  const { data: recent } = useQuery(staffQueries.change(_id));
  const tabs = useTabs(permissions !== undefined);
  const tab = tabs.find(({ value }) => value === state.tab)?.value ?? 'person';
  return (
    <>
      <PageHeader
        title={name}
        back={<BackLink to={paths.staff}>Staff</BackLink>}
        subtitle={
          <Stack direction="row" useFlexGap className="tabular" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
            <StaffStatusChip status={status} />
            {mustChangePassword && status !== 'exited' && <PasswordPendingChip />}
            <span>{employeeCode}</span>
            <span>{roleLabels[role]}</span>
          </Stack>
        }
        action={
          <PermissionButton
            permission="staff.edit"
            lockedBecause={person.actions.edit?.reason}
            variant="contained"
            startIcon={<Edit />}
            onClick={() => choose('edit', person)}
          >
            Edit person
          </PermissionButton>
        }
        menu={menu}
      />
      <RecentChange
        version={person.version}
        change={recent}
        deed="changed this person"
        onShow={() => change({ tab: 'history' })}
      />
      <Tabbed label="Parts of the person" tabs={tabs} tab={tab} onTab={(next) => change({ tab: next })}>
        {tab === 'person' && <PersonOverview person={person} />}
        {tab === 'shift' && <PersonShift person={person} />}
        {tab === 'permissions' && permissions?.(_id)}
        {tab === 'sessions' && <PersonSessions person={person} lockedBecause={person.actions.endSessions?.reason} />}
        {tab === 'history' && <PersonHistory person={person} page={state.page} onPage={(page) => change({ page })} />}
      </Tabbed>
      {chosen && <StaffDeedDialog {...chosen} onClose={close} />}
    </>
  );
}

/** What the viewer may not see has no tab. */
function useTabs(hasPermissions: boolean): { value: DetailTab; label: string }[] {
  const seesPermissions = useLock('permissions.view') === undefined && hasPermissions;
  const seesSessions = useLock('staff.edit') === undefined;
  return [
    { value: 'person', label: 'Person' },
    { value: 'shift', label: 'Shift' },
    ...(seesPermissions ? [{ value: 'permissions', label: 'Permissions' } as const] : []),
    ...(seesSessions ? [{ value: 'sessions', label: 'Sessions' } as const] : []),
    { value: 'history', label: 'History' },
  ];
}

type PersonHistoryProps = { person: StaffMember; page: number; onPage: (page: number) => void };

function PersonHistory({ person, page, onPage }: PersonHistoryProps) {
  return (
    <HistoryCard
      thing="person"
      query={useQuery(staffQueries.history(person._id, page))}
      fields={useStaffFields().all}
      describeAction={(entry) => describeAction(entry, person._id)}
      timeZone={person.laboratoryId?.timezone}
      page={page}
      onPage={onPage}
    />
  );
}
