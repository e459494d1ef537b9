import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  formatEntered,
  formatQuantity,
  type GoodsReceipt,
  type GoodsReturn,
  type PurchaseOrder,
  returnableOf,
} from '@shifa/contract';
import { useState } from 'react';
import { formatDay } from '../../../lib/format';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { ActionButton } from '../../../screens/actions/permission-button';
import { useOpenDrafts } from '../../../screens/form/use-draft';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { SectionCard } from '../../../ui/section-card';
import { describeBatches, describeProblems } from './describe-received';
import { returnDrafts } from './returned-lines';

const ReturnDrawer = lazyForm<{ order: PurchaseOrder; receipt: GoodsReceipt; onClose: () => void }>(
  ({ receipt }) => `Return goods of ${receipt.number}`,
  async () => (await import('./return-drawer')).ReturnDrawer,
);

/** What arrived of an order and what went back, the latest first. */
export function OrderReceipts({ order }: { order: PurchaseOrder }) {
  const { receipts, returns, actions } = order;
  const [leftOpen] = useOpenDrafts(returnDrafts);
  const [returning, setReturning] = useState(() => receipts.find(({ _id }) => _id === leftOpen));
  if (receipts.length === 0) return <EmptyState>Nothing was received yet.</EmptyState>;
  return (
    <Stack sx={{ gap: 3 }}>
      {receipts.toReversed().map((receipt) => (
        <SectionCard
          key={receipt._id}
          title={receipt.number}
          action={
            actions.returnGoods &&
            returnableOf(receipt, returns).some(({ returnable }) => returnable > 0) && (
              <ActionButton
                size="small"
                aria-label={`Return goods of ${receipt.number}`}
                disabledReason={disabledReasonOf(actions.returnGoods)}
                onClick={() => setReturning(receipt)}
              >
                Return goods
              </ActionButton>
            )
          }
        >
          <Typography variant="body2" color="textSecondary">
            {[
              `${receipt.by.name}, ${formatDay(receipt.day)}`,
              ...(receipt.deliveryNote === null ? [] : [`delivery note ${receipt.deliveryNote}`]),
            ].join(' · ')}
          </Typography>
          {receipt.lines.map((line) => (
            <ReceivedGoods key={line.lineId} order={order} received={line} />
          ))}
        </SectionCard>
      ))}
      {returns.toReversed().map((returned) => (
        <ReturnCard key={returned._id} order={order} returned={returned} />
      ))}
      {returning && <ReturnDrawer order={order} receipt={returning} onClose={() => setReturning(undefined)} />}
    </Stack>
  );
}

function ReturnCard({ order, returned }: { order: PurchaseOrder; returned: GoodsReturn }) {
  const { number, receipt, by, day, reason, lines } = returned;
  return (
    <SectionCard title={number}>
      <Typography variant="body2" color="textSecondary">
        {`Returned to ${order.supplier.name} · ${by.name}, ${formatDay(day)} · of ${receipt.number}`}
      </Typography>
      {lines.map((line) => (
        <Typography key={`${line.lineId} ${line.batchNumber} ${line.expiryDate}`}>
          {describeReturnedLine(order, line)}
        </Typography>
      ))}
      <Typography>{reason}</Typography>
    </SectionCard>
  );
}

/** What arrived of an item, a line for each batch, and what was wrong with the rest. */
function ReceivedGoods({ order, received }: { order: PurchaseOrder; received: GoodsReceipt['lines'][number] }) {
  const line = order.lines.find(({ _id }) => _id === received.lineId);
  if (!line) return null;
  const { name, unit } = line.item;
  const wrong = describeProblems(received, unit);
  return (
    <Box sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      <Typography variant="subtitle2" component="h3">
        {name}
      </Typography>
      {describeBatches(received, unit).map((batch) => (
        <Typography key={batch}>{batch}</Typography>
      ))}
      {wrong !== undefined && <Typography color="warning.main">{wrong}</Typography>}
    </Box>
  );
}

/** `Glucose reagent: 2 boxes of 5 = 10 bottles of LOT-7` */
function describeReturnedLine({ lines }: PurchaseOrder, returned: GoodsReturn['lines'][number]): string {
  const line = lines.find(({ _id }) => _id === returned.lineId);
  if (!line) return '';
  const { quantity, entered, batchNumber } = returned;
  const { item } = line;
  return `${item.name}: ${entered ? formatEntered(entered, item.unit) : formatQuantity(quantity, item.unit)} of ${batchNumber}`;
}
