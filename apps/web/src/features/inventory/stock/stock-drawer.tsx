import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  formatQuantity,
  type InventoryItem,
  needsReason,
  type StockChange,
  type StockChangeType,
} from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Banner } from '../../../ui/feedback/banner';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormMoney } from '../../../screens/form/form-money';
import { FormNumber } from '../../../ui/fields/form-number';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { LoadingDrawer } from '../../../ui/drawers/loading-drawer';
import { pairStyle } from '../../../ui/fields/pair-style';
import { FormSuggestedText } from '../../../ui/fields/form-suggested-text';
import { VersionedDrawer } from '../../../screens/form/versioned-drawer';
import { formatDay } from '../../../lib/format';
import { inventoryResource } from '../inventory.resource';
import { unitWord } from '../item-display';
import { stockChanges } from './stock-changes';
import { StockPreview } from './stock-preview';
import { useStockToast } from './use-stock-toast';
import { type StockControl, useStockForm } from './use-stock-form';

type StockDrawerProps = {
  itemId: string;
  type: StockChangeType;
  /** The batch that is chosen at first. */
  batchId?: string;
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
  onDone,
  onClose,
}: Omit<StockDrawerProps, 'itemId'> & { item: InventoryItem }) {
  const queryClient = useQueryClient();
  const announce = useStockToast();
  const { label, verb } = stockChanges[type];
  const another = useRef(false);
  /** Each batch that is received gets new fields with the focus on the quantity. */
  const [received, setReceived] = useState(0);
  const state = useStockForm({
    item,
    type,
    batchId,
    onClose,
    onSaved: (change) => {
      announce(change);
      void inventoryResource.invalidate(queryClient, item._id);
      onDone?.(change);
      if (another.current) {
        state.startOver(state.blank);
        setReceived((count) => count + 1);
      } else onClose();
    },
  });
  const submit = (thenAnother: boolean) => {
    another.current = thenAnother;
    return state.submit();
  };
  return (
    <VersionedDrawer
      state={{ ...state, submit: () => submit(false) }}
      title={label}
      verb={verb}
      also={type === 'in' ? { verb: 'Receive and enter another', onSubmit: () => void submit(true) } : undefined}
      disabledReason={disabledReasonOf(item.actions.move)}
      onClose={onClose}
    >
      <div>
        <Typography variant="h4" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {item.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" className="tabular">
          {item.itemCode} · {formatQuantity(item.usableQuantity, item.unit)} usable
          {item.quantity !== item.usableQuantity && `, ${formatQuantity(item.quantity, item.unit)} in total`}
        </Typography>
      </div>
      <FormNumber
        key={received}
        control={state.form.control}
        name="quantity"
        label={stockChanges[type].quantity}
        unit={unitWord(item.unit)}
        autoFocus
      />
      {type === 'in' ? (
        <ReceiveFields control={state.form.control} item={item} />
      ) : (
        <TakeFields control={state.form.control} item={item} type={type} />
      )}
      <CountBegan
        control={state.form.control}
        item={item}
        onBeginAgain={() => state.form.setValue('countedAtSeq', item.movementSeq, { shouldDirty: true })}
      />
      <FormText control={state.form.control} name="notes" label="Notes" optional multiline minRows={2} />
      <StockPreview item={item} control={state.form.control} inputOf={state.inputOf} />
    </VersionedDrawer>
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
      <FormMoney control={control} name="unitCostPaise" label="Unit cost" optional help={`For 1 ${item.unit}.`} />
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
