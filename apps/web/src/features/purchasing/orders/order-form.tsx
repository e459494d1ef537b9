import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type CreatePurchaseOrderInput,
  type InventoryListItem,
  orderTotal,
  type PurchaseOrder,
  type SupplierName,
  unitNoun,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/api';
import { queryOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { formatMoney } from '../../../lib/format';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { ItemChoice } from '../../../screens/choices/item-choice';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { NewestRecord } from '../../../screens/form/record-form';
import { RestoredDraft } from '../../../screens/form/restored';
import { NEW_DRAFT } from '../../../screens/form/use-draft';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { useFieldFaults } from '../../../screens/form/use-field-faults';
import { MoneyInput } from '../../../screens/form/form-money';
import { PackedQuantity } from '../../../screens/packs/packed-quantity';
import { Banner } from '../../../ui/feedback/banner';
import { Field } from '../../../ui/fields/field';
import { TextInput } from '../../../ui/fields/text-input';
import { unitChangedText } from '../purchasing.messages';
import { bodyOf, faultsOfLine, isComplete, type Line, lineOf, newLine } from './order-lines';
import { orderResource } from './order.resource';
import { SupplierChoice } from './supplier-choice';

type Body = Pick<CreatePurchaseOrderInput, 'supplierId' | 'notes' | 'lines'>;
type Supplier = Pick<SupplierName, '_id' | 'name'>;
type Laboratory = InventoryListItem['laboratoryId'];

type Content = {
  laboratory: Laboratory | null;
  supplier: Supplier | null;
  lines: readonly Line[];
  notes: string;
};

type FormProps = { onSaved?: (saved: PurchaseOrder) => void; onClose: () => void };

/** Enters an order. The first item says for which laboratory. */
export function NewOrder(props: FormProps) {
  return <OrderForm {...props} order={null} />;
}

export function EditOrder({ id, ...props }: FormProps & { id: string }) {
  return (
    <NewestRecord resource={orderResource} id={id} onClose={props.onClose}>
      {(order) => <OrderForm {...props} order={order} />}
    </NewestRecord>
  );
}

function OrderForm({ order, onSaved, onClose }: FormProps & { order: PurchaseOrder | null }) {
  const draft = useDraftedState<Content>(
    `${orderResource.name}:${order?._id ?? NEW_DRAFT}`,
    order ? contentOf(order) : { laboratory: null, supplier: null, lines: [], notes: '' },
    order?.version,
  );
  const { content, change, version } = draft;
  const { laboratory, supplier, lines, notes } = content;
  const write = useWrite({
    firstKey: draft.key,
    send: (body: Body, { signal, key }) =>
      order
        ? send(
            api.purchaseOrders.update,
            { params: { id: order._id }, body: { ...body, version: version ?? order.version } },
            { signal },
          )
        : send(api.purchaseOrders.create, { body: { ...body, laboratoryId: laboratory?._id } }, { key, signal }),
    success: ({ number }) => `${number} was saved`,
    stale: orderResource.staleKeys(...(order ? [order._id] : [])),
    leave: (saved) => {
      draft.drop();
      onSaved?.(saved);
      onClose();
    },
  });
  const missing = {
    supplierId: supplier ? undefined : 'Choose the supplier',
    lines: lines.length === 0 ? 'Add at least one item' : undefined,
  };
  const ofLines = ['lines.itemId', 'lines.quantity', 'lines.pricePaise', 'lines.expectedOn'];
  const { tried, error, refusalOf, faultOf, check } = useFieldFaults(write, missing, ofLines);
  const discard = () => {
    draft.discard();
    write.reset();
  };
  const complete = supplier !== null && lines.length > 0 && lines.every(isComplete);
  const changeLine = (itemId: string, changed: Partial<Line>) =>
    change({ lines: lines.map((line) => (line.itemId === itemId ? { ...line, ...changed } : line)) });
  const remove = (removed: string) => {
    const left = lines.filter(({ itemId }) => itemId !== removed);
    // The first item of a new order chooses the laboratory again.
    change({ lines: left, laboratory: order === null && left.length === 0 ? null : laboratory });
  };
  const total = complete ? orderTotal(lines.map(bodyOf)) : null;
  return (
    <FormDrawer
      open
      title={order ? `Edit ${order.number}` : 'New order'}
      verb={order ? 'Save' : 'Save draft'}
      dirty={draft.dirty}
      pending={write.isPending}
      onStop={write.stop}
      error={error}
      disabledReason={disabledReasonOf(order?.actions.edit)}
      onSubmit={() => {
        if (check() && complete) write.mutate({ supplierId: supplier._id, notes, lines: lines.map(bodyOf) });
      }}
      onClose={() => {
        draft.drop();
        onClose();
      }}
    >
      <RestoredDraft draft={draft} write={write} />
      {order && order.version !== version && (
        <Banner
          tone="warning"
          action={
            <Button size="small" color="inherit" onClick={discard}>
              Show the order
            </Button>
          }
        >
          Someone else changed this order, so what you see can&apos;t be saved. Note what you need, and show the order
          as it is now.
        </Banner>
      )}
      {order?.status === 'approved' && (
        <Typography>
          Changing the supplier or the notes, adding a line, or raising a quantity or price needs a new approval.
          Reductions don&apos;t.
        </Typography>
      )}
      <SupplierChoice
        label="Supplier"
        laboratoryId={laboratory?._id}
        value={supplier}
        error={faultOf('supplierId')}
        onChange={(next) => change({ supplier: next })}
      />
      {lines.map((line, index) => (
        <LineFields
          key={line.itemId}
          line={line}
          tried={tried}
          faultOf={(field) => refusalOf(`lines.${index}.${field}`)}
          onChange={(changed) => changeLine(line.itemId, changed)}
          onRemove={() => remove(line.itemId)}
        />
      ))}
      <ItemChoice
        label={lines.length === 0 ? 'Item' : 'Add another item'}
        filter={{ status: ['active'], ...(laboratory && { laboratoryId: [laboratory._id] }) }}
        error={faultOf('lines')}
        without={lines.map(({ itemId }) => itemId)}
        onChoose={(item) => change({ laboratory: item.laboratoryId, lines: [...lines, newLine(item)] })}
      />
      {total !== null && (
        <Typography className="tabular">
          Total: <strong>{formatMoney(total)}</strong>
        </Typography>
      )}
      <TextInput
        label="Notes"
        optional
        multiline
        minRows={2}
        value={notes}
        inputProps={{ maxLength: 500 }}
        onChange={(text) => change({ notes: text })}
      />
    </FormDrawer>
  );
}

type LineFieldsProps = {
  line: Line;
  tried: boolean;
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<Line>) => void;
  onRemove: () => void;
};

function LineFields({ line, tried, faultOf, onChange, onRemove }: LineFieldsProps) {
  const item = useQuery({
    ...queryOf(api.inventory.get, { params: { id: line.itemId } }),
    enabled: line.packs === undefined,
  });
  const faults = tried ? faultsOfLine(line) : undefined;
  return (
    <Stack component="section" aria-label={line.name} sx={{ gap: 3, borderTop: 1, borderColor: 'divider', pt: 4 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, alignItems: 'flex-start' }}>
        <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          {line.name}
        </Typography>
        <Button size="small" color="inherit" aria-label={`Remove ${line.name}`} onClick={onRemove}>
          Remove
        </Button>
      </Box>
      {line.before && <Banner tone="warning">{unitChangedText(line.before, line.unit)}</Banner>}
      <PackedQuantity
        label="Quantity"
        unit={line.unit}
        after={unitNoun(line.quantity ?? 2, line.unit)}
        packs={line.packs ?? item.data?.packages ?? []}
        value={line}
        error={faultOf('itemId') ?? faultOf('quantity') ?? faults?.quantity}
        onChange={onChange}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        <Field label="Price per unit" error={faultOf('pricePaise') ?? faults?.pricePaise}>
          {(a11y) => (
            <MoneyInput
              {...a11y}
              withZero
              value={line.pricePaise}
              onChange={(pricePaise) => onChange({ pricePaise })}
            />
          )}
        </Field>
        <TextInput
          label="Expected"
          error={faultOf('expectedOn') ?? faults?.expectedOn}
          type="date"
          value={line.expectedOn}
          onChange={(expectedOn) => onChange({ expectedOn })}
        />
      </Box>
    </Stack>
  );
}

function contentOf({ laboratoryId, supplier, lines, notes }: PurchaseOrder): Content {
  return { laboratory: laboratoryId, supplier, lines: lines.map(lineOf), notes: notes ?? '' };
}
