import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type StockTransfer, type TransferLine, type TransferStep } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { BackLink } from '../../../screens/back-link';
import { DetailPage, type DetailTab } from '../../../screens/detail/detail-page';
import { Facts } from '../../../ui/facts';
import { SectionCard } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { formatCount, formatDay, formatInstant, formatMoney } from '../../../lib/format';
import { TransferStatusChip } from './transfer-display';
import { transferActions } from './transfer.actions';
import { transferResource } from './transfer.resource';

const tabs: readonly DetailTab<StockTransfer>[] = [
  {
    value: 'batches',
    label: 'Batches',
    content: ({ lines, steps }) => (
      <Stack sx={{ gap: 3 }}>
        {lines.map((line) => (
          <LineCard key={line._id} line={line} steps={steps} />
        ))}
      </Stack>
    ),
  },
  { value: 'steps', label: 'History', content: (transfer) => <Steps transfer={transfer} /> },
];

/** One transfer: its batches and what happened to them. */
export function TransferPage() {
  return (
    <DetailPage
      resource={transferResource}
      actions={transferActions}
      primaryAction="receive"
      back={<BackLink to={paths.transfers}>Transfers</BackLink>}
      facts={(transfer) => (
        <>
          <TransferStatusChip status={transfer.status} />
          <span>
            {transfer.from.name} → {transfer.to.name}
          </span>
          <span>{formatMoney(transfer.valuePaise)}</span>
          {transfer.notes !== null && <span>{transfer.notes}</span>}
        </>
      )}
      tabs={tabs}
    />
  );
}

type LineCardProps = { line: TransferLine; steps: readonly TransferStep[] };

function LineCard({ line, steps }: LineCardProps) {
  const { item, itemId, batchNumber, expiryDate, blockedReason } = line;
  const quantityOf = (quantity: number) => formatQuantity(quantity, item.unit);
  return (
    <SectionCard
      title={`${item.name}, batch ${batchNumber}`}
      action={
        itemId !== null && (
          <Link component={RouterLink} to={paths.inventoryItem(itemId)} sx={{ flexShrink: 0, ml: 3 }}>
            Open item
          </Link>
        )
      }
    >
      <Facts
        facts={[
          { label: 'Expires', value: expiryDate === null ? 'Never' : formatDay(expiryDate) },
          { label: 'Sent', value: quantityOf(line.quantity) },
          { label: 'Received', value: quantityOf(line.receivedQuantity) },
          ...lossFacts(line, steps),
          { label: 'Returned', value: quantityOf(line.returnedQuantity) },
          { label: 'In transit', value: quantityOf(line.inTransitQuantity) },
          ...(blockedReason === null ? [] : [{ label: 'Blocked', value: blockedReason, wide: true }]),
        ]}
      />
    </SectionCard>
  );
}

/** What was missing or damaged of a batch, and why. */
function lossFacts({ _id, item, missingQuantity, damagedQuantity }: TransferLine, steps: readonly TransferStep[]) {
  const withLosses = steps.filter(({ lines }) =>
    lines.some(({ lineId, missing, damaged }) => lineId === _id && missing + damaged > 0),
  );
  const reasons = [...new Set(withLosses.flatMap(({ reason }) => reason ?? []))].join(' · ');
  return [
    ...(missingQuantity > 0 ? [{ label: 'Missing', value: formatQuantity(missingQuantity, item.unit) }] : []),
    ...(damagedQuantity > 0 ? [{ label: 'Damaged', value: formatQuantity(damagedQuantity, item.unit) }] : []),
    ...(reasons === '' ? [] : [{ label: 'Reason for the loss', value: reasons, wide: true }]),
  ];
}

/** `3 bottles of LOT-7 (2 missing, 1 damaged)` */
function describeStep(step: TransferStep['lines'][number], line: TransferLine): string {
  const losses = [
    ...(step.missing > 0 ? [`${formatCount(step.missing)} missing`] : []),
    ...(step.damaged > 0 ? [`${formatCount(step.damaged)} damaged`] : []),
  ].join(', ');
  return `${formatQuantity(step.quantity, line.item.unit)} of ${line.batchNumber}${losses && ` (${losses})`}`;
}

const stepWords: Record<TransferStep['kind'], string> = {
  sent: 'sent',
  received: 'received',
  returned: 'returned',
};

function Steps({ transfer }: { transfer: StockTransfer }) {
  const lineOf = (id: string) => transfer.lines.find(({ _id }) => _id === id);
  return (
    <SectionCard title="History">
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 4 }}>
        {transfer.steps.map(({ kind, at, by, notes, reason, lines }) => (
          <li key={`${kind} ${at}`}>
            <Typography>
              <strong>{by}</strong> {stepWords[kind]}{' '}
              {lines
                .map((step) => {
                  const line = lineOf(step.lineId);
                  return line ? describeStep(step, line) : step.quantity;
                })
                .join(', ')}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              <time dateTime={at}>{formatInstant(at)}</time>
              {reason !== null && ` · ${reason}`}
              {notes !== null && ` · ${notes}`}
            </Typography>
          </li>
        ))}
      </Box>
    </SectionCard>
  );
}
