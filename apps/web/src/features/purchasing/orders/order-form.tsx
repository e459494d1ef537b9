import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type CreatePurchaseOrderInput,
  formatPack,
  type InventoryItem,
  type InventoryListItem,
  orderTotal,
  type PurchaseOrder,
  readRupees,
  type SupplierName,
  unitNoun,
} from '@shifa/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { queryOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { formatMoney } from '../../../lib/format';
import { ApiError } from '../../../lib/api-error';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { LoadingDrawer } from '../../../ui/drawers/loading-drawer';
import { Choice } from '../../../ui/fields/choice';
import { Field } from '../../../ui/fields/field';
import { NumberInput } from '../../../ui/fields/form-number';
import { ParsedInput } from '../../../ui/fields/parsed-input';
import { ItemChoice, SupplierChoice } from './order-choices';
import { orderResource } from './order.resource';

type Line = {
  itemId: string;
  name: string;
  /** In units, or in packs of `factor` units. */
  count: number | null;
  pack: string;
  pricePaise: number | null;
  expectedOn: string;
};

type Content = Pick<CreatePurchaseOrderInput, 'supplierId' | 'notes' | 'lines'>;
type Supplier = Pick<SupplierName, '_id' | 'name'>;
type Laboratory = InventoryListItem['laboratoryId'];

type FormProps = { onSaved?: (saved: PurchaseOrder) => void; onClose: () => void };

/** Enters an order. The first item says for which laboratory. */
export function NewOrder(props: FormProps) {
  return <OrderForm {...props} order={null} />;
}

export function EditOrder({ id, ...props }: FormProps & { id: string }) {
  const query = useQuery({ ...orderResource.detail(id), staleTime: 0 });
  if (query.data) return <OrderForm {...props} order={query.data} />;
  return <LoadingDrawer title="Edit order" thing="order" query={query} onClose={props.onClose} />;
}

function OrderForm({ order, onSaved, onClose }: FormProps & { order: PurchaseOrder | null }) {
  const [laboratory, setLaboratory] = useState<Laboratory | null>(order?.laboratoryId ?? null);
  const [supplier, setSupplier] = useState<Supplier | null>(order?.supplier ?? null);
  const [lines, setLines] = useState<readonly Line[]>(() => (order?.lines ?? []).map(lineOf));
  const [notes, setNotes] = useState(order?.notes ?? '');
  const [tried, setTried] = useState(false);
  const [dirty, setDirty] = useState(false);
  const details = useQueries({
    queries: lines.map(({ itemId }) => queryOf(api.inventory.get, { params: { id: itemId } })),
  });
  const priced = lines.map((line, index) => bodyOf(line, details[index]?.data));
  const write = useWrite({
    send: (body: Content, { signal, key }) =>
      order
        ? send(api.purchaseOrders.update, {
            params: { id: order._id },
            body: { ...body, version: order.version },
            fetchOptions: { signal },
          })
        : send(api.purchaseOrders.create, {
            body: { ...body, laboratoryId: laboratory?._id },
            headers: { 'idempotency-key': key },
            fetchOptions: { signal },
          }),
    success: ({ number }) => `${number} was saved`,
    stale: orderResource.staleKeys(...(order ? [order._id] : [])),
    onSuccess: (saved) => {
      onSaved?.(saved);
      onClose();
    },
  });
  const faults = write.error instanceof ApiError ? write.error.errors : [];
  const faultOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const complete = supplier !== null && lines.length > 0 && priced.every(({ complete: done }) => done);
  const change = (itemId: string, changed: Partial<Line>) => {
    setDirty(true);
    setLines(lines.map((line) => (line.itemId === itemId ? { ...line, ...changed } : line)));
  };
  const total = complete ? orderTotal(priced.map(({ body }) => body)) : null;
  return (
    <FormDrawer
      open
      title={order ? `Edit ${order.number}` : 'New order'}
      verb={order ? 'Save' : 'Save draft'}
      dirty={dirty}
      pending={write.isPending}
      onStop={write.stop}
      error={faults.length > 0 ? undefined : write.fault}
      disabledReason={disabledReasonOf(order?.actions.edit)}
      onSubmit={() => {
        setTried(true);
        if (complete) write.mutate({ supplierId: supplier._id, notes, lines: priced.map(({ body }) => body) });
      }}
      onClose={onClose}
    >
      {order?.status === 'approved' && (
        <Typography>
          Another supplier, a new line, more of an item or a higher price needs another approval. Less doesn&apos;t.
        </Typography>
      )}
      <SupplierChoice
        label="Supplier"
        laboratoryId={laboratory?._id}
        value={supplier}
        error={faultOf('supplierId') ?? (tried && !supplier ? 'Choose the supplier' : undefined)}
        onChange={(next) => {
          setDirty(true);
          setSupplier(next);
        }}
      />
      {lines.map((line, index) => (
        <LineFields
          key={line.itemId}
          line={line}
          item={details[index]?.data}
          tried={tried}
          faultOf={(field) => faultOf(`lines.${index}.${field}`)}
          onChange={(changed) => change(line.itemId, changed)}
          onRemove={() => {
            setDirty(true);
            setLines(lines.filter(({ itemId }) => itemId !== line.itemId));
          }}
        />
      ))}
      <ItemChoice
        label={lines.length === 0 ? 'Item' : 'Add another item'}
        laboratoryId={laboratory?._id}
        error={tried && lines.length === 0 ? 'Add at least one item' : undefined}
        without={lines.map(({ itemId }) => itemId)}
        onChoose={(item) => {
          setDirty(true);
          setLaboratory(item.laboratoryId);
          setLines([...lines, newLine(item)]);
        }}
      />
      {total !== null && (
        <Typography className="tabular">
          Total: <strong>{formatMoney(total)}</strong>
        </Typography>
      )}
      <Field label="Notes" optional>
        {({ error: wrong, ...a11y }) => (
          <OutlinedInput
            {...a11y}
            error={wrong}
            fullWidth
            multiline
            minRows={2}
            value={notes}
            inputProps={{ maxLength: 500 }}
            onChange={(event) => {
              setDirty(true);
              setNotes(event.target.value);
            }}
          />
        )}
      </Field>
    </FormDrawer>
  );
}

type LineFieldsProps = {
  line: Line;
  /** Absent until it is loaded. */
  item: InventoryItem | undefined;
  tried: boolean;
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<Line>) => void;
  onRemove: () => void;
};

function LineFields({ line, item, tried, faultOf, onChange, onRemove }: LineFieldsProps) {
  const missing = (value: number | null, message: string) =>
    tried && !(value !== null && value >= 0) ? message : undefined;
  const packs = (item?.packages ?? []).map(formatPack);
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
      <Box sx={{ display: 'grid', gridTemplateColumns: packs.length > 0 ? '1fr 1fr' : '1fr', gap: 3 }}>
        <Field label="Quantity" error={faultOf('quantity') ?? missing(line.count || null, 'Enter the quantity')}>
          {(a11y) => <NumberInput {...a11y} value={line.count} onChange={(count) => onChange({ count })} />}
        </Field>
        {packs.length > 0 && (
          <Choice
            label="In"
            value={line.pack}
            options={[
              { value: '', label: item ? unitNoun(2, item.unit) : 'units' },
              ...packs.map((pack) => ({ value: pack, label: pack })),
            ]}
            onChange={(pack) => onChange({ pack })}
          />
        )}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        <Field label="Price per unit" error={faultOf('pricePaise') ?? missing(line.pricePaise, 'Enter the price')}>
          {(a11y) => (
            <ParsedInput
              {...a11y}
              value={line.pricePaise}
              before="₹"
              parse={(text) => (/^0+(\.0{1,2})?$/.test(text.trim()) ? 0 : readRupees(text))}
              print={(paise) => formatMoney(paise).replace('₹', '')}
              onChange={(pricePaise) => onChange({ pricePaise })}
            />
          )}
        </Field>
        <Field
          label="Expected"
          error={faultOf('expectedOn') ?? (tried && line.expectedOn === '' ? 'Choose the day' : undefined)}
        >
          {({ error, ...a11y }) => (
            <OutlinedInput
              {...a11y}
              error={error}
              type="date"
              fullWidth
              value={line.expectedOn}
              onChange={(event) => onChange({ expectedOn: event.target.value })}
            />
          )}
        </Field>
      </Box>
    </Stack>
  );
}

function lineOf({ itemId, item, quantity, entered, pricePaise, expectedOn }: PurchaseOrder['lines'][number]): Line {
  const pack = entered ? formatPack(entered) : '';
  return { itemId, name: item.name, count: entered?.quantity ?? quantity, pack, pricePaise, expectedOn };
}

function newLine({ _id, name, reorderQuantity, unitCostPaise, leadTimeDays }: InventoryListItem): Line {
  const day = new Date(Date.now() + leadTimeDays * 86_400_000).toISOString().slice(0, 10);
  const count = reorderQuantity > 0 ? reorderQuantity : null;
  return { itemId: _id, name, count, pack: '', pricePaise: unitCostPaise, expectedOn: day };
}

/** The line as it is sent, and whether anything is missing. */
function bodyOf({ itemId, count, pack, pricePaise, expectedOn }: Line, item: InventoryItem | undefined) {
  const chosen = item?.packages.find((one) => formatPack(one) === pack);
  const whole = count !== null && Number.isInteger(count) && count > 0 ? count : 0;
  const entered = chosen && { name: chosen.name, factor: chosen.factor, quantity: whole };
  const quantity = whole * (chosen?.factor ?? 1);
  const price = pricePaise !== null && Number.isFinite(pricePaise) ? pricePaise : null;
  return {
    body: { itemId, quantity, entered, pricePaise: price ?? 0, expectedOn },
    complete: quantity > 0 && price !== null && expectedOn !== '',
  };
}
