import Stack from '@mui/material/Stack';
import type { RosterSwap } from '@shifa/contract';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDay, formatPeople } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { bulkDecisions } from '../../../screens/inbox/bulk-route';
import { decisionChange } from '../../../screens/inbox/decision-failure';
import type { Queue } from '../../../screens/inbox/queue';
import { ReviewHead, ReviewRow } from '../../../screens/inbox/review-parts';
import type { BulkDecisions } from '../../../screens/inbox/use-decisions';
import { Facts } from '../../../ui/facts';
import { RelativeTime } from '../../../ui/relative-time';
import { askedColleagues, shiftLine, SwapConflicts, SwapStatusChip } from './swap-display';
import { swapActions } from './swap.actions';
import { swapResource } from './swap.resource';

const swapDecisions: BulkDecisions<RosterSwap> = {
  resource: swapResource,
  ...bulkDecisions(api.rosterSwaps.bulkDecide, { one: 'swap', many: 'swaps' }),
  summarize: (swaps) => formatPeople(new Set(swaps.flatMap(({ userId, takenBy }) => [userId._id, takenBy?._id])).size),
  approvalNote: () => 'The changed days are published at once, and both people are notified.',
};

/** Swaps that a colleague has accepted. The shift that begins first is decided first. */
export const swapQueue: Queue<RosterSwap, RosterSwap> = {
  actions: swapActions,
  bulk: swapDecisions,
  views: [
    {
      value: 'mine',
      label: 'Needs my decision',
      query: { waitingForMe: 'true', sort: 'startsAt' },
      empty: 'No swap needs your decision.',
    },
  ],
  lists: { mine: { waitingForMe: 'true', sort: 'startsAt' }, all: { status: ['accepted'], sort: 'startsAt' } },
  since: ({ updatedAt }) => updatedAt,
  open: {
    path: ({ shift, laboratoryId }) => withQuery(paths.roster, { laboratoryId: laboratoryId._id, day: shift.day }),
  },
  href: ({ _id }) => withQuery(paths.inbox, { kind: 'swaps', item: _id }),
  Row: SwapRow,
  Card: SwapCard,
  Evidence: SwapEvidence,
  describeChange: (swap, change) => `${decisionChange(change)} ${swap.userId.name}'s swap`,
};

function SwapRow({ item: { userId, takenBy, shift } }: { item: RosterSwap }) {
  return (
    <ReviewRow name={takenBy ? `${userId.name} → ${takenBy.name}` : userId.name}>
      {shift.name} · {formatDay(shift.day)}
    </ReviewRow>
  );
}

function SwapCard({ item }: { item: RosterSwap }) {
  return (
    <Stack sx={{ gap: 2 }}>
      <SwapHead swap={item} />
      <SwapConflicts swap={item} />
    </Stack>
  );
}

function SwapHead({ swap }: { swap: RosterSwap }) {
  const { userId, takenBy, asked, shift, inExchange, status, laboratoryId } = swap;
  return (
    <ReviewHead
      name={
        takenBy
          ? `${takenBy.name} takes a shift of ${userId.name}`
          : `${userId.name} asked ${askedColleagues(asked)} to take a shift`
      }
      note={[userId.employeeCode, userId.department, laboratoryId.name].filter(Boolean).join(' · ')}
      status={<SwapStatusChip status={status} />}
    >
      {shiftLine(shift)}
      {inExchange && (
        <div>
          {takenBy ? `${userId.name} takes` : 'In exchange for'} {shiftLine(inExchange)}
        </div>
      )}
    </ReviewHead>
  );
}

/** Everything that a decision on a swap is based on. */
function SwapEvidence({ item }: { item: RosterSwap }) {
  const { note, createdAt, updatedAt, status, decidedBy, decisionReason } = item;
  return (
    <>
      <SwapHead swap={item} />
      <SwapConflicts swap={item} />
      <Facts
        facts={[
          ...(note === null ? [] : [{ label: 'Note', value: note, wide: true }]),
          { label: 'Requested', value: <RelativeTime instant={createdAt} /> },
          ...(status === 'accepted' ? [{ label: 'Accepted', value: <RelativeTime instant={updatedAt} /> }] : []),
          ...(decidedBy === null ? [] : [{ label: 'Decided by', value: decidedBy }]),
          ...(decisionReason === null ? [] : [{ label: 'Reason', value: decisionReason, wide: true }]),
        ]}
      />
    </>
  );
}
