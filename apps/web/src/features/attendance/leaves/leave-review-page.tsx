import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type Leave, type LeaveBalance, leaveTypeLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../ui/feedback/banner';
import { Facts } from '../../../ui/facts';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { RelativeTime } from '../../../ui/relative-time';
import { bulkDecisions } from '../../../screens/inbox/bulk-route';
import { decisionChange } from '../../../screens/inbox/decision-failure';
import { ReviewHead, ReviewRow } from '../../../screens/inbox/review-parts';
import type { BulkDecisions } from '../../../screens/inbox/use-decisions';
import type { Queue } from '../../../screens/inbox/queue';
import { QueuePage } from '../../../screens/inbox/queue-page';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDayCount, formatPeople } from '../../../lib/format';
import { pageQuery, queryOf } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { withQuery } from '../../../lib/with-query';
import { AttendanceTabs } from '../attendance-tabs';
import { formatLeaveDays, formatLeavePeriod, LeaveStatusChip } from '../attendance-display';
import { leaveResource } from '../attendance.resource';
import { leaveActions } from '../leave.actions';
import { decidersOf } from '../records/record-evidence';

const leaveDecisions: BulkDecisions<Leave> = {
  resource: leaveResource,
  ...bulkDecisions(api.leaves.bulkDecide, { one: 'leave request', many: 'leave requests' }),
  summarize: (leaves) => {
    const people = new Set(leaves.map(({ userId }) => userId._id)).size;
    const days = leaves.reduce((sum, leave) => sum + leave.days, 0);
    return `${formatPeople(people)}, ${formatLeaveDays(days)}`;
  },
  approvalNote: () => 'Absences on these days become leave. Approved leave can be cancelled later.',
};

/** The leave that begins first is decided first. */
export const leaveQueue: Queue<Leave, Leave> = {
  actions: leaveActions,
  bulk: leaveDecisions,
  views: [
    {
      value: 'mine',
      label: 'Needs my decision',
      query: { waitingForMe: 'true', sort: 'from' },
      empty: 'No leave needs your decision.',
      instead: 'all',
    },
    {
      value: 'all',
      label: 'All pending',
      query: { status: ['pending'], sort: 'from' },
      empty: 'No leave is pending.',
    },
    {
      value: 'approved',
      label: 'Approved',
      query: { status: ['approved'], sort: '-from' },
      empty: 'No leave is approved.',
      actions: ['cancel'],
    },
  ],
  // In the inbox, what was requested first is decided first.
  lists: { mine: { waitingForMe: 'true', sort: 'createdAt' }, all: { status: ['pending'], sort: 'createdAt' } },
  since: ({ createdAt }) => createdAt,
  open: { path: ({ from }) => withQuery(paths.leaveCalendar, { month: from.slice(0, 7) }) },
  href: ({ _id }) => withQuery(paths.leaveReview, { item: _id }),
  Row: LeaveRow,
  Card: LeaveCard,
  Evidence: LeaveEvidence,
  describeChange: (leave, change) => `${decisionChange(change)} ${leave.userId.name}'s leave`,
};

/** The leaves that wait for a decision. */
export function LeaveReviewPage() {
  return (
    <>
      <PageHeader title="Attendance Tracking" documentTitle="Leave approvals" />
      <AttendanceTabs />
      <QueuePage queue={leaveQueue} />
    </>
  );
}

function LeaveRow({ item }: { item: Leave }) {
  const seesNetwork = usePermission('leave.view').scope === 'all';
  return (
    <ReviewRow name={item.userId.name} figure={formatLeaveDays(item.days)}>
      {leaveTypeLabels[item.type]} · {formatLeavePeriod(item)}
      {seesNetwork && ` · ${item.laboratoryId.name}`}
    </ReviewRow>
  );
}

function LeaveCard({ item }: { item: Leave }) {
  return (
    <>
      <LeaveHead leave={item} />
      <Typography variant="body2" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
        {item.reason}
      </Typography>
      <Box sx={{ mt: 2 }}>
        <OthersOnLeave leave={item} />
      </Box>
    </>
  );
}

function LeaveHead({ leave }: { leave: Leave }) {
  const { userId, type, days, status, laboratoryId } = leave;
  return (
    <ReviewHead
      name={userId.name}
      note={[userId.employeeCode, userId.department, laboratoryId.name].filter(Boolean).join(' · ')}
      status={<LeaveStatusChip status={status} />}
    >
      {leaveTypeLabels[type]}, {formatLeavePeriod(leave)} ({formatLeaveDays(days)})
    </ReviewHead>
  );
}

/** Everything that a decision on a leave is based on. */
function LeaveEvidence({ item }: { item: Leave }) {
  const { userId, reason, createdAt, decidedBy, decidedAt, status } = item;
  const { cancelledBy, cancelledAt, cancellationReason } = item;
  return (
    <>
      <LeaveHead leave={item} />
      {status === 'pending' && (
        <Typography variant="body2" color="textSecondary">
          {decidersOf(userId.role)} can decide, except the person on leave.
        </Typography>
      )}
      <Facts
        facts={[
          { label: 'Reason', value: reason, wide: true },
          { label: 'Requested', value: <RelativeTime instant={createdAt} /> },
          ...(decidedBy === null || decidedAt === null
            ? []
            : [
                {
                  label: 'Decided by',
                  value: (
                    <>
                      {decidedBy}, <RelativeTime instant={decidedAt} />
                    </>
                  ),
                },
              ]),
          ...(cancelledBy === null || cancelledAt === null
            ? []
            : [
                {
                  label: 'Cancelled by',
                  value: (
                    <>
                      {cancelledBy}, <RelativeTime instant={cancelledAt} />
                    </>
                  ),
                },
              ]),
          ...(cancellationReason === null
            ? []
            : [{ label: 'Reason for cancellation', value: cancellationReason, wide: true }]),
        ]}
      />
      <Balance leave={item} />
      <OthersOnLeave leave={item} />
    </>
  );
}

/** What the person has left of this type of leave. */
function Balance({ leave }: { leave: Leave }) {
  const year = Number(leave.from.slice(0, 4));
  const { data, error } = useQuery(queryOf(api.leaves.balance, { query: { userId: leave.userId._id, year } }));
  if (error) return <Banner tone="error">The balance couldn't be loaded.</Banner>;
  if (!data) return <Skeleton variant="rectangular" height={48} />;
  const balance = data.types.find(({ type }) => type === leave.type);
  if (!balance) return null;
  const { remainingDays, entitledDays, takenDays, pendingDays } = balance;
  return (
    // No landmark: several rows can be open.
    <div role="group" aria-label={`Balance of ${year}`}>
      {isExceeded(balance, leave) && (
        <Box sx={{ mb: 3 }}>
          <Banner tone="warning">This leave exceeds the balance for {year}.</Banner>
        </Box>
      )}
      <Facts
        facts={[
          { label: `${leaveTypeLabels[leave.type]} in ${year}`, value: limitOf(entitledDays) },
          { label: 'Taken', value: formatDayCount(takenDays) },
          { label: 'Pending, with this one', value: formatDayCount(pendingDays) },
          { label: 'Left', value: remainingDays === null ? 'No limit' : formatDayCount(remainingDays) },
        ]}
      />
    </div>
  );
}

const limitOf = (days: number | null) => (days === null ? 'No limit' : formatDayCount(days));

/** What is pending already counts as taken. */
function isExceeded({ remainingDays }: LeaveBalance['types'][number], { status }: Leave): boolean {
  return status === 'pending' && remainingDays !== null && remainingDays < 0;
}

/** Who else of the laboratory is away, or may be, on the same days. */
function OthersOnLeave({ leave }: { leave: Leave }) {
  const { from, to, laboratoryId } = leave;
  const { data, error } = useQuery(
    pageQuery(api.leaves.list, {
      query: { from, to, status: ['approved', 'pending'], laboratoryId: [laboratoryId._id], sort: 'from', limit: 50 },
    }),
  );
  if (error) return <Banner tone="error">Others on leave couldn't be loaded.</Banner>;
  if (!data) return <Skeleton variant="rectangular" height={48} />;
  const others = data.data.filter(({ userId }) => userId._id !== leave.userId._id);
  if (others.length === 0) {
    return <Typography variant="body2">No one else at this laboratory is on leave on these days.</Typography>;
  }
  return (
    <div role="group" aria-label="Others on leave">
      <Typography variant="subtitle2" component="h3">
        {formatPeople(new Set(others.map(({ userId }) => userId._id)).size)} on leave on these days
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 5 }}>
        {others.map((other) => (
          <Typography key={other._id} component="li" variant="body2" className="tabular">
            {other.userId.name}, {formatLeavePeriod(other)}
            {other.status === 'pending' && ' (pending)'}
          </Typography>
        ))}
      </Box>
    </div>
  );
}
