import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  batchOnReceipt,
  describeReturned,
  formatQuantity,
  type GoodsReceipt,
  type PurchaseOrder,
  PurchaseOrderSchema,
  type ReturnGoodsInput,
} from '@shifa/contract';
import { useState } from 'react';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { formatDay } from '../../../lib/format';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { newerVersionIn } from '../../../screens/form/newer-version-in';
import { RestoredDraft } from '../../../screens/form/restored';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { useFieldFaults } from '../../../screens/form/use-field-faults';
import { PackedQuantity } from '../../../screens/packs/packed-quantity';
import { Banner } from '../../../ui/feedback/banner';
import { SuggestedText } from '../../../ui/fields/suggested-text';
import { orderResource } from '../orders/order.resource';
import {
  type Departures,
  faultOfDeparture,
  nothing,
  offeredBatches,
  returnDrafts,
  toReturnedLines,
} from './returned-lines';

type ReturnDrawerProps = { order: PurchaseOrder; receipt: GoodsReceipt; onClose: () => void };

type Content = { typed: Departures; reason: string };

const reasons = ['Broken in transit', 'Leaking', 'Cold chain interrupted', 'Failed acceptance', 'Wrong item sent'];

/** Returns goods of a receipt to the supplier, by batch. */
export function ReturnDrawer({ order, receipt, onClose }: ReturnDrawerProps) {
  // What others return meanwhile changes the limits and nothing that was typed.
  const offered = offeredBatches(order, receipt);
  const draft = useDraftedState<Content>(`${returnDrafts}:${receipt._id}`, { typed: {}, reason: '' }, order.version);
  const { content, change } = draft;
  const { typed, reason } = content;
  // Not that of the order as it is now: a return whose answer was lost may have changed it.
  const [version, setVersion] = useState(draft.version ?? order.version);
  const write = useWrite({
    firstKey: draft.key,
    send: (body: ReturnGoodsInput, given) =>
      send(api.purchaseOrders.returnGoods, { params: { id: order._id }, body }, given),
    success: describeReturned,
    stale: orderResource.staleKeys(order._id),
    leave: close,
    onError: (error) => {
      // The person sees what can be returned now. What was restored may be what changed the order.
      const newer = newerVersionIn(PurchaseOrderSchema, error);
      if (newer && draft.restoredAt === undefined) setVersion(newer.document.version);
    },
  });
  function close() {
    draft.drop();
    onClose();
  }
  const [sentContent, setSentContent] = useState<Content>();
  // If it was recorded, what can be returned now says nothing about it.
  const repeated = sentContent === content ? write.unanswered : undefined;
  const lines = toReturnedLines(offered, typed);
  const sent = write.variables?.lines ?? [];
  const faults = offered.map((batch) => faultOfDeparture(batch, typed[batch.key] ?? nothing));
  const missing = {
    lines: lines.length === 0 && !repeated ? 'Enter the quantity to return' : undefined,
    reason: reason.trim().length < 5 ? 'Reason must be at least 5 characters' : undefined,
  };
  const { tried, error, refusalOf, faultOf, check } = useFieldFaults(write, missing, ['lines.quantity']);
  const linesFault = faultOf('lines');
  return (
    <FormDrawer
      open
      title="Return goods"
      verb="Return goods"
      dirty={draft.dirty}
      pending={write.isPending}
      onStop={write.stop}
      error={error}
      disabledReason={disabledReasonOf(order.actions.returnGoods)}
      onSubmit={() => {
        const areLinesRight = faults.every((fault) => fault === undefined);
        if (!repeated && !(check() && areLinesRight)) return;
        setSentContent(content);
        write.mutate(repeated ?? { receiptId: receipt._id, lines, reason, version });
      }}
      onClose={close}
    >
      <RestoredDraft draft={draft} write={write} />
      <Typography>
        Returned goods are removed from stock and aren&apos;t expected again. Order replacements separately.
      </Typography>
      {offered.map((batch, index) => {
        const { key, line, batchNumber, expiryDate, returnable } = batch;
        const place = sent.findIndex((one) => batchOnReceipt(one) === key);
        return (
          <Box key={key} component="section" aria-label={`${line.item.name}, ${batchNumber}`}>
            <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
              {line.item.name}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
              {[
                `Batch ${batchNumber}`,
                ...(expiryDate === null ? [] : [`expires ${formatDay(expiryDate)}`]),
                `at most ${formatQuantity(returnable, line.item.unit)}`,
              ].join(' · ')}
            </Typography>
            <PackedQuantity
              label="Quantity to return"
              unit={line.item.unit}
              packs={line.packs}
              value={typed[key] ?? nothing}
              error={refusalOf(`lines.${place}.quantity`) ?? (tried && !repeated ? faults[index] : undefined)}
              onChange={(value) => change({ typed: { ...typed, [key]: value } })}
            />
          </Box>
        );
      })}
      <SuggestedText
        label="Reason"
        error={faultOf('reason')}
        value={reason}
        onChange={(next) => change({ reason: next })}
        onCommit={(next) => change({ reason: next })}
        useSuggestions={() => reasons}
      />
      {linesFault !== undefined && <Banner tone="error">{linesFault}</Banner>}
    </FormDrawer>
  );
}
