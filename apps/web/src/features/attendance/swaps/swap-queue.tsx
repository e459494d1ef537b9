import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { RosterSwap } from '@shifa/contract';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDay, formatPeople } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { bulkDecisions } from '../../../screens/inbox/bulk-route';
import { decisionChange, DecisionFailure } from '../../../screens/inbox/decision-failure';
import type { Queue } from '../../../screens/inbox/queue';
import type { BulkDecisions } from '../../../screens/inbox/use-decisions';
import { Facts } from '../../../ui/facts';
import { RelativeTime } from '../../../ui/relative-time';
import { Spread } from '../../../ui/spread';
import { shiftLine, SwapConflicts, SwapStatusChip } from './swap-display';
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
  open: { path: ({ shift }) => withQuery(paths.roster, { day: shift.day }) },
  href: ({ shift }) => withQuery(paths.roster, { day: shift.day }),
  Row: SwapRow,
  Card: SwapCard,
  Evidence: SwapEvidence,
  Failure: DecisionFailure,
  describeChange: (swap, change) => `${decisionChange(change)} ${swap.userId.name}'s swap`,
};

function SwapRow({ item: { userId, takenBy, shift } }: { item: RosterSwap }) {
  return (
    <>
      <Typography noWrap sx={{ fontWeight: 500 }}>
        {userId.name} → {takenBy?.name}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary" className="tabular">
        {shift.name} · {formatDay(shift.day)}
      </Typography>
    </>
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

function SwapHead({ swap: { userId, takenBy, shift, inExchange, status, laboratoryId } }: { swap: RosterSwap }) {
  return (
    <Spread>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {takenBy?.name ?? 'A colleague'} takes a shift of {userId.name}
        </Typography>
        <Typography className="tabular">{shiftLine(shift)}</Typography>
        {inExchange && (
          <Typography className="tabular">
            {userId.name} takes {shiftLine(inExchange)}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {[userId.employeeCode, userId.department, laboratoryId.name].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <SwapStatusChip status={status} />
    </Spread>
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
