import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  formatQuantity,
  type InventoryItem,
  needsReason,
  type StockChange,
  type StockChangeInput,
  type StockChangeType,
} from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Banner } from '../../../ui/feedback/banner';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormMoney } from '../../../screens/form/form-money';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { LoadingDrawer } from '../../../ui/drawers/loading-drawer';
import { pairStyle } from '../../../ui/fields/pair-style';
import { FormSuggestedText } from '../../../ui/fields/form-suggested-text';
import { VersionedForm } from '../../../screens/form/versioned-form';
import { formatDay } from '../../../lib/format';
import { checkLabelText, otherExpiryReasons } from '../../../screens/batches/other-expiry.messages';
import { maybeIncludedText, otherExpiryText } from '../inventory.messages';
import { inventoryResource } from '../inventory.resource';
import { stockChanges } from './stock-changes';
import { QuantityFields } from './quantity-fields';
import type { ScannedBox } from '../scanning/use-scan';
import { StockScan } from './stock-scan';
import { StockPreview } from './stock-preview';
import { useStockToast } from './use-stock-toast';
import {
  blankChange,
  otherExpiryIn,
  type StockControl,
  stockInputOf,
  stockResolver,
  type StockValues,
} from './stock-values';
import { send } from '../../../data/queries';
import { api } from '../../../data/api';

type StockDrawerProps = {
  itemId: string;
  type: StockChangeType;
  /** The batch that is chosen at first. */
  batchId?: string;
  /** What was scanned to open the form, by the camera if `camera` is set. */
  begun?: ScannedBox | undefined;
  camera?: boolean | undefined;
  onDone?: (change: StockChange) => void;
  onClose: () => void;
};

/** Receives, uses, counts, writes off or returns stock of one item, with a preview of the result. */
export function StockDrawer({ itemId, ...props }: StockDrawerProps) {
  const query = useQuery({ ...inventoryResource.detail(itemId), staleTime: 0 });
  const title = stockChanges[props.type].label;
  // Later movements update what is shown and keep what was typed. A count begins with the newest state, as it must not
  // apply to stock that was remembered.
  const isFresh = query.isFetchedAfterMount && query.isSuccess;
  if (query.data && (isFresh || (props.type !== 'adjustment' && query.error === null))) {
    return <StockForm {...props} item={query.data} />;
  }
  return <LoadingDrawer title={title} thing="item" query={query} onClose={props.onClose} />;
}

function StockForm({
  item,
  type,
  batchId = '',
  begun,
  camera,
  onDone,
  onClose,
}: Omit<StockDrawerProps, 'itemId'> & { item: InventoryItem }) {
  const queryClient = useQueryClient();
  const announce = useStockToast();
  const { label, verb } = stockChanges[type];
  // A count applies to the stock as it was when counting began; later movements are kept.
  const [openedAtSeq] = useState(item.movementSeq);
  const blank = blankChange(item, type, { batchId, openedAtSeq });
  return (
    <VersionedForm<StockValues, StockChangeInput, InventoryItem, StockChange>
      resource={inventoryResource}
      blank={blank}
      resolverFor={() => stockResolver(item, type)}
      send={(body, key, signal) =>
        send(api.inventory.changeStock, { params: { id: item._id }, body }, { key, signal }).catch((error: unknown) => {
          // What is usable now is shown beside what was asked for.
          void inventoryResource.invalidate(queryClient, item._id);
          throw error;
        })
      }
      draft={`inventory-stock:${item._id}-${type}`}
      title={label}
      verb={verb}
      also={type === 'in' ? { verb: 'Receive and enter another', next: () => blank } : undefined}
      disabledReason={disabledReasonOf(item.actions.move)}
      onSaved={(change, another) => {
        announce(change);
        onDone?.(change);
        if (!another) onClose();
      }}
      onClose={onClose}
    >
      {({ form, form: { control, setValue }, round, isUnanswered }) => (
        <>
          <div>
            <Typography variant="h4" component="p" sx={{ overflowWrap: 'anywhere' }}>
              {item.name}
            </Typography>
            <Typography variant="body2" color="textSecondary" className="tabular">
              {item.itemCode} · {formatQuantity(item.usableQuantity, item.unit)} usable
              {item.quantity !== item.usableQuantity && ` · ${formatQuantity(item.quantity, item.unit)} in total`}
            </Typography>
          </div>
          <StockScan form={form} item={item} type={type} begun={begun} begins={round === 0} camera={camera} />
          <QuantityFields control={control} item={item} type={type} />
          {type === 'in' ? (
            <ReceiveFields control={control} item={item} />
          ) : (
            <TakeFields control={control} item={item} type={type} />
          )}
          <CountBegan
            control={control}
            item={item}
            onBeginAgain={() => setValue('countedAtSeq', item.movementSeq, { shouldDirty: true })}
          />
          <FormText control={control} name="notes" label="Notes" optional multiline minRows={2} />
          {isUnanswered ? (
            // A preview would take it from the stock a second time.
            <Typography variant="body2" role="status">
              {maybeIncludedText}
            </Typography>
          ) : (
            <StockPreview item={item} control={control} inputOf={(values) => stockInputOf(item, type, values)} />
          )}
        </>
      )}
    </VersionedForm>
  );
}

type CountBeganProps = { control: StockControl; item: InventoryItem; onBeginAgain: () => void };

/** Tells that stock was moved after a count began, and that those movements are added to what is entered. */
function CountBegan({ control, item, onBeginAgain }: CountBeganProps) {
  const countedAtSeq = useWatch({ control, name: 'countedAtSeq' });
  if (countedAtSeq === null || countedAtSeq >= item.movementSeq) return null;
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" color="inherit" onClick={onBeginAgain}>
          Counted just now
        </Button>
      }
    >
      Stock was moved after this count began. Those movements are added to the quantity you enter.
    </Banner>
  );
}

function ReceiveFields({ control, item }: { control: StockControl; item: InventoryItem }) {
  return (
    <>
      {item.requiresAcceptance && (
        <Banner tone="info">What you receive can't be used until it's accepted on the item's page.</Banner>
      )}
      <Box sx={pairStyle}>
        <FormText
          control={control}
          name="batchNumber"
          label="Batch number"
          optional
          autoComplete="off"
          help="From the label; generated if left blank."
        />
        <FormText control={control} name="expiryDate" label="Expiry date" type="date" optional={!item.trackExpiry} />
      </Box>
      <OtherExpiry control={control} item={item} />
      <FormMoney
        control={control}
        name="unitCostPaise"
        withZero
        label="Unit cost"
        optional
        help={`For 1 ${item.unit}.`}
      />
    </>
  );
}

/** Both dates of a batch whose label says another one than the stock; the reason makes it a batch of its own. */
function OtherExpiry({ control, item }: { control: StockControl; item: InventoryItem }) {
  const [batchNumber, expiryDate] = useWatch({ control, name: ['batchNumber', 'expiryDate'] });
  const other = expiryDate === '' ? undefined : otherExpiryIn(item, { batchNumber, expiryDate });
  if (!other) return null;
  return (
    <>
      <Banner tone="warning">
        {otherExpiryText(other.batchNumber, other.expiryDate, expiryDate)} {checkLabelText}
      </Banner>
      <FormSuggestedText
        control={control}
        name="reason"
        label="Reason"
        help="Recorded in the ledger and the history."
        useSuggestions={() => otherExpiryReasons}
      />
    </>
  );
}

type TakeFieldsProps = { control: StockControl; item: InventoryItem; type: Exclude<StockChangeType, 'in'> };

function TakeFields({ control, item, type }: TakeFieldsProps) {
  const { anyBatch, reasons } = stockChanges[type];
  const chosen = useWatch({ control, name: 'batchId' });
  const shown = item.batches.filter(({ _id, quantity }) => quantity > 0 || _id === chosen);
  const batches = shown.map(({ _id, batchNumber, lastUsableDay, quantity, unusableReason }) => ({
    value: _id,
    label: [
      batchNumber,
      formatQuantity(quantity, item.unit),
      ...(lastUsableDay === null ? [] : [`until ${formatDay(lastUsableDay)}`]),
    ].join(' · '),
    disabledReason: type === 'out' ? (unusableReason ?? undefined) : undefined,
  }));
  const askReason = needsReason({ type, batchId: chosen === '' ? undefined : chosen });
  return (
    <>
      <FormSelect
        control={control}
        name="batchId"
        label="Batch"
        options={[{ value: '', label: anyBatch }, ...batches]}
      />
      {askReason && (
        <FormSuggestedText
          control={control}
          name="reason"
          label="Reason"
          help="Recorded in the ledger."
          useSuggestions={() => reasons}
        />
      )}
    </>
  );
}
