import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { formatEntered, formatQuantity, type WriteOff } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { Facts } from '../../../ui/facts';
import { RelativeTime } from '../../../ui/relative-time';
import { bulkDecisions } from '../../../screens/inbox/bulk-route';
import { decisionChange } from '../../../screens/inbox/decision-failure';
import type { Queue } from '../../../screens/inbox/queue';
import { ReviewHead, ReviewRow } from '../../../screens/inbox/review-parts';
import type { BulkDecisions } from '../../../screens/inbox/use-decisions';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDay, formatMoney } from '../../../lib/format';
import { usePermission } from '../../../data/use-session';
import { WriteOffStatusChip } from './write-off-display';
import { writeOffActions } from './write-off.actions';
import { writeOffResource } from './write-off.resource';

const writeOffDecisions: BulkDecisions<WriteOff> = {
  resource: writeOffResource,
  ...bulkDecisions(api.writeOffs.bulkDecide, { one: 'write-off', many: 'write-offs' }),
  summarize: (writeOffs) => formatMoney(writeOffs.reduce((sum, one) => sum + BigInt(one.valuePaise), 0n)),
  approvalNote: () => 'The stock is removed permanently.',
};

export const writeOffQueue: Queue<WriteOff, WriteOff> = {
  actions: writeOffActions,
  bulk: writeOffDecisions,
  views: [
    {
      value: 'pending',
      label: 'Pending',
      query: { status: ['pending'], sort: 'createdAt' },
      empty: 'No write-offs are pending.',
    },
  ],
  // In the inbox, what was requested first is decided first.
  lists: { mine: { waitingForMe: 'true', sort: 'createdAt' }, all: { status: ['pending'], sort: 'createdAt' } },
  since: ({ createdAt }) => createdAt,
  open: { path: ({ item }) => paths.inventoryItem(item._id) },
  href: ({ item }) => paths.inventoryItem(item._id),
  Row: WriteOffRow,
  Card: WriteOffCard,
  Evidence: WriteOffEvidence,
  describeChange: ({ number }, change) => `${decisionChange(change)} ${number}`,
};

function WriteOffRow({ item: { item, quantity, valuePaise, requestedBy, laboratoryId } }: { item: WriteOff }) {
  const seesNetwork = usePermission('inventory.view').scope === 'all';
  return (
    <ReviewRow name={item.name} figure={formatMoney(valuePaise)}>
      {formatQuantity(quantity, item.unit)} · {requestedBy.name}
      {seesNetwork && ` · ${laboratoryId.name}`}
    </ReviewRow>
  );
}

function WriteOffCard({ item: writeOff }: { item: WriteOff }) {
  return (
    <>
      <WriteOffHead writeOff={writeOff} />
      <Typography variant="body2" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
        {writeOff.requestedBy.name}: {writeOff.reason}
      </Typography>
    </>
  );
}

function WriteOffHead({ writeOff }: { writeOff: WriteOff }) {
  const { item, quantity, entered, valuePaise, number, laboratoryId } = writeOff;
  return (
    <ReviewHead
      name={item.name}
      note={[number, item.itemCode, laboratoryId.name].join(' · ')}
      status={<WriteOffStatusChip status={writeOff.status} />}
    >
      {entered ? formatEntered(entered, item.unit) : formatQuantity(quantity, item.unit)}, {formatMoney(valuePaise)}
    </ReviewHead>
  );
}

/** Everything that a decision on a write-off is based on. */
function WriteOffEvidence({ item: writeOff }: { item: WriteOff }) {
  const { item, lines, reason, notes, limitPaise, requestedBy, createdAt } = writeOff;
  return (
    <>
      <WriteOffHead writeOff={writeOff} />
      <Facts
        facts={[
          { label: 'Reason', value: reason, wide: true },
          ...(notes === null ? [] : [{ label: 'Notes', value: notes, wide: true }]),
          {
            label: 'Requested',
            value: (
              <>
                {requestedBy.name}, <RelativeTime instant={createdAt} />
              </>
            ),
          },
          { label: 'Limit', value: `${formatMoney(limitPaise)} per person per day` },
          ...lines.map(({ batchNumber, expiryDate, quantity, valuePaise }) => ({
            label: `Batch ${batchNumber}`,
            value: [
              formatQuantity(quantity, item.unit),
              formatMoney(valuePaise),
              expiryDate === null ? 'never expires' : `expires ${formatDay(expiryDate)}`,
            ].join(' · '),
            wide: true,
          })),
        ]}
      />
      <Link component={RouterLink} to={paths.inventoryItem(item._id)}>
        Open item
      </Link>
    </>
  );
}
