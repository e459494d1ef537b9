import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { formatQuantity, type StockTransfer, type TransferLine, type TransferStep } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { BackLink } from '../../../screens/back-link';
import { DetailPage, type DetailTab } from '../../../screens/detail/detail-page';
import { DetailTable } from '../../../ui/detail-table';
import { SectionCard } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { formatCount, formatDay, formatInstant, formatMoney } from '../../../lib/format';
import { TransferStatusChip } from './transfer-display';
import { transferActions } from './transfer.actions';
import { transferResource } from './transfer.resource';

const tabs: readonly DetailTab<StockTransfer>[] = [
  { value: 'batches', label: 'Batches', content: (transfer) => <Lines {...transfer} /> },
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

function Lines({ lines, steps }: StockTransfer) {
  return (
    <SectionCard title="Batches">
      <DetailTable>
        <thead>
          <tr>
            <th scope="col">Batch</th>
            <th scope="col">Expires</th>
            <th scope="col" data-number="">
              Sent
            </th>
            <th scope="col" data-number="">
              Received
            </th>
            <th scope="col" data-number="">
              Returned
            </th>
            <th scope="col" data-number="">
              In transit
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line._id} line={line} steps={steps} />
          ))}
        </tbody>
      </DetailTable>
    </SectionCard>
  );
}

function LineRow({ line, steps }: { line: TransferLine; steps: readonly TransferStep[] }) {
  const { item, itemId, batchNumber, expiryDate } = line;
  const name = `${item.name}, batch ${batchNumber}`;
  const quantityOf = (quantity: number) => formatQuantity(quantity, item.unit);
  return (
    <tr>
      <th scope="row">
        {itemId === null ? (
          name
        ) : (
          <Link component={RouterLink} to={paths.inventoryItem(itemId)}>
            {name}
          </Link>
        )}
        {notesOn(line, steps).map((note) => (
          <Typography key={note} variant="caption" component="div" color="textSecondary">
            {note}
          </Typography>
        ))}
      </th>
      <td data-label="Expires">{expiryDate === null ? 'Never' : formatDay(expiryDate)}</td>
      <td data-label="Sent" data-number="">
        {quantityOf(line.quantity)}
      </td>
      <td data-label="Received" data-number="">
        {quantityOf(line.receivedQuantity)}
      </td>
      <td data-label="Returned" data-number="">
        {quantityOf(line.returnedQuantity)}
      </td>
      <td data-label="In transit" data-number="">
        {quantityOf(line.inTransitQuantity)}
      </td>
    </tr>
  );
}

/** What was missing or damaged of a batch and why, and why it cannot be used. */
function notesOn(line: TransferLine, steps: readonly TransferStep[]): string[] {
  const { _id, item, missingQuantity, damagedQuantity, blockedReason } = line;
  const withLosses = steps.filter(({ lines }) =>
    lines.some(({ lineId, missing, damaged }) => lineId === _id && missing + damaged > 0),
  );
  const reasons = [...new Set(withLosses.flatMap(({ reason }) => reason ?? []))].join(' · ');
  return [
    ...(missingQuantity > 0 ? [`Missing: ${formatQuantity(missingQuantity, item.unit)}`] : []),
    ...(damagedQuantity > 0 ? [`Damaged: ${formatQuantity(damagedQuantity, item.unit)}`] : []),
    ...(reasons === '' ? [] : [`Reason for the loss: ${reasons}`]),
    ...(blockedReason === null ? [] : [`Blocked: ${blockedReason}`]),
  ];
}

/** `3 bottles of LOT-7 (2 missing, 1 damaged)` */
function describeStep(step: TransferStep['lines'][number], line: TransferLine): string {
  const losses = [
    ...(step.missing > 0 ? [`${formatCount(step.missing)} missing`] : []),
    ...(step.damaged > 0 ? [`${formatCount(step.damaged)} damaged`] : []),
  ].join(', ');
  const moved = `${formatQuantity(step.quantity, line.item.unit)} of ${line.batchNumber}`;
  return losses === '' ? moved : `${moved} (${losses})`;
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
