import Add from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type Leave, leaveTypeLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Actions } from '../../../screens/actions/actions';
import { ItemAction } from '../../../screens/actions/item-actions';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { NEW_DRAFT, useOpenDrafts } from '../../../screens/form/use-draft';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { PageTurner } from '../../../screens/list/page-turner';
import { linkedRowStyle, useLinkedRow, withFirst } from '../../../screens/list/use-linked-row';
import { PermissionButton, useDeniedReason } from '../../../screens/actions/permission-button';
import { SectionCard } from '../../../ui/section-card';
import { useNewByLink } from '../../../ui/use-new-by-link';
import { formatDate } from '../../../lib/format';
import { lazyPart } from '../../../ui/lazy-part';
import { usePermission, useUser } from '../../../data/use-session';
import { formatLeaveDays, formatLeavePeriod, LeaveStatusChip } from '../attendance-display';
import { decisionText, leaveCancellationText } from '../leave.messages';
import { AttendanceTabs } from '../attendance-tabs';
import { leaveResource } from '../attendance.resource';
import { leaveActions } from '../leave.actions';
import { LeaveBalances } from './leave-balances';

const LeaveForm = lazyForm(
  () => 'Request leave',
  async () => (await import('./leave-form')).LeaveForm,
);

const TeamBalances = lazyPart(async () => (await import('./team-balances')).TeamBalances);

const NO_LABORATORY = "Laboratories grant leave, and you aren't assigned to one.";

/** The person's own leave: what is left of it, what was requested, and the request form; and what is left of the team's. */
export function LeavesPage() {
  const hasLaboratory = useUser().laboratoryId !== null;
  const { allowed, scope } = usePermission('leave.view');
  const seesTeam = allowed && scope !== 'own';
  const [asking, setAsking] = useState(useOpenDrafts(leaveResource.name).includes(NEW_DRAFT));
  const mayAsk = useDeniedReason('leave.create') === undefined && hasLaboratory;
  useNewByLink(mayAsk ? () => setAsking(true) : undefined);
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle="Leave"
        action={
          <PermissionButton
            permission="leave.create"
            disabledReason={hasLaboratory ? undefined : NO_LABORATORY}
            variant="contained"
            startIcon={<Add />}
            onClick={() => setAsking(true)}
          >
            Request leave
          </PermissionButton>
        }
      />
      <AttendanceTabs />
      <Stack sx={{ gap: 6 }}>
        {hasLaboratory ? (
          <>
            <LeaveBalances />
            <OwnLeaves />
          </>
        ) : (
          <EmptyState drawing={seesTeam ? null : undefined}>{NO_LABORATORY}</EmptyState>
        )}
        {seesTeam && (
          <Suspense fallback={<Skeleton variant="rectangular" height={320} />}>
            <TeamBalances />
          </Suspense>
        )}
      </Stack>
      {asking && <LeaveForm onClose={() => setAsking(false)} />}
    </>
  );
}

function OwnLeaves() {
  const { _id: userId } = useUser();
  const [page, setPage] = useState(1);
  const leaves = useQuery(leaveResource.page({ userId, page, limit: 20 }));
  const found = useLinkedRow(leaveResource);
  const linked = found?.userId._id === userId ? found : undefined;
  return (
    <SectionCard title="My leave">
      {!leaves.data && <NotLoaded query={leaves} what="your leave" skeleton={160} />}
      {leaves.data?.data.length === 0 && <EmptyState>You haven't requested any leave yet.</EmptyState>}
      {leaves.data && leaves.data.data.length > 0 && (
        <Actions of={leaveActions}>
          <List aria-label="My leave">
            {withFirst(linked, leaves.data.data).map((leave) => (
              <li key={leave._id} aria-current={leave._id === linked?._id || undefined}>
                <OwnLeave leave={leave} />
                <Box sx={{ ml: { sm: 'auto' }, flexShrink: 0 }}>
                  <ItemAction action="cancel" item={leave} size="small" variant="outlined" color="inherit" />
                </Box>
              </li>
            ))}
          </List>
          <PageTurner
            pagination={leaves.data.pagination}
            things={{ one: 'request', many: 'requests' }}
            onPage={setPage}
          />
        </Actions>
      )}
    </SectionCard>
  );
}

function OwnLeave({ leave }: { leave: Leave }) {
  const { type, days, reason, status, decidedBy, decidedAt, decisionReason } = leave;
  const { cancelledBy, cancelledAt, cancellationReason } = leave;
  return (
    <Stack sx={{ gap: 1, minWidth: 0 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 500 }}>{formatLeavePeriod(leave)}</Typography>
        <LeaveStatusChip status={status} />
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {leaveTypeLabels[type]}, {formatLeaveDays(days)}: {reason}
      </Typography>
      {decidedBy !== null && decidedAt !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {decisionText(decidedBy, formatDate(decidedAt), decisionReason)}
        </Typography>
      )}
      {cancelledBy !== null && cancelledAt !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {leaveCancellationText(cancelledBy, formatDate(cancelledAt), cancellationReason)}
        </Typography>
      )}
    </Stack>
  );
}

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontVariantNumeric: 'tabular-nums',
  '& > li': { display: 'flex', gap: 12, alignItems: 'flex-start', padding: '12px 0' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > li[aria-current]': linkedRowStyle(theme),
  '& > li[aria-current] + li': { borderTop: 0 },
  [theme.breakpoints.down('sm')]: { '& > li': { flexDirection: 'column' } },
}));
