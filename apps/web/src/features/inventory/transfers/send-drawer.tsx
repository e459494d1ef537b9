import Stack from '@mui/material/Stack';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { type Batch, formatQuantity, type InventoryItem, type StockTransfer } from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { disabledReasonOf } from '../../../components/actions/define-actions';
import { EmptyState } from '../../../components/empty-state';
import { Field } from '../../../components/form/field';
import { FormDrawer } from '../../../components/form/form-drawer';
import { NumberInput } from '../../../components/form/form-number';
import { LoadingDrawer } from '../../../components/form/loading-drawer';
import { api } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { idempotencyKey } from '../../../lib/idempotency';
import { queryOf, send } from '../../../lib/queries';
import { useStoppable } from '../../../lib/use-stoppable';
import { inventoryResource } from '../inventory.resource';
import { unitWord } from '../item-display';
import { transferResource } from './transfer.resource';

type SendDrawerProps = { itemId: string; onDone?: (sent: StockTransfer) => void; onClose: () => void };

/** Sends stock of one item to another laboratory. */
export function SendDrawer({ itemId, ...props }: SendDrawerProps) {
  const query = useQuery({ ...inventoryResource.detail(itemId), staleTime: 0 });
  if (query.data) return <SendForm {...props} item={query.data} />;
  return <LoadingDrawer title="Send to laboratory" thing="item" query={query} onClose={props.onClose} />;
}

function SendForm({ item, onDone, onClose }: Omit<SendDrawerProps, 'itemId'> & { item: InventoryItem }) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [key] = useState(idempotencyKey);
  const stoppable = useStoppable();
  const { data: laboratories = [] } = useQuery(queryOf(api.stockTransfers.destinations));
  const [to, setTo] = useState('');
  const [total, setTotal] = useState<number | null>(null);
  /** What was entered for single batches; the others follow from the total. */
  const [chosen, setChosen] = useState<Readonly<Record<string, number | null>>>();
  const [notes, setNotes] = useState('');
  const [tried, setTried] = useState(false);
  const usable = item.batches.filter(({ quantity, unusableReason }) => quantity > 0 && unusableReason === null);
  const quantities = chosen ?? firstExpiryFirst(usable, total ?? 0);
  const lines = usable.flatMap(({ _id }) => {
    const quantity = quantities[_id] ?? 0;
    return quantity === 0 ? [] : [{ itemId: item._id, batchId: _id, quantity }];
  });
  const sum = lines.reduce((added, { quantity }) => added + quantity, 0);
  const shown = chosen ? sum : total;
  const totalFault = faultOfTotal(shown, item);
  const batchFaults = usable.map((batch) => faultOfBatch(batch, quantities[batch._id] ?? 0, item));
  const request = useMutation({
    mutationFn: () =>
      stoppable.run((signal) =>
        send(api.stockTransfers.send, {
          body: { toLaboratoryId: to, lines, notes },
          headers: { 'idempotency-key': key },
          fetchOptions: { signal },
        }),
      ),
    onSuccess: (sent) => {
      enqueueSnackbar(`${sent.number} is on its way to ${sent.to.name}`, { variant: 'success' });
      onDone?.(sent);
      onClose();
    },
    onSettled: async () => {
      await inventoryResource.invalidate(queryClient, item._id);
      await transferResource.invalidate(queryClient);
    },
  });
  const complete = to !== '' && totalFault === undefined && batchFaults.every((fault) => fault === undefined);
  return (
    <FormDrawer
      open
      title="Send to laboratory"
      verb="Send"
      dirty={to !== '' || shown !== null || notes !== ''}
      pending={request.isPending}
      onStop={stoppable.stop}
      error={request.error ? messageOf(request.error) : undefined}
      disabledReason={disabledReasonOf(item.actions.transfer)}
      onSubmit={() => {
        setTried(true);
        if (complete) request.mutate();
      }}
      onClose={onClose}
    >
      <div>
        <Typography variant="h4" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {item.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" className="tabular">
          {item.itemCode} · {formatQuantity(item.usableQuantity, item.unit)} usable in {item.laboratoryId.name}
        </Typography>
      </div>
      <Field label="To" error={tried && to === '' ? 'Choose the laboratory that receives it' : undefined}>
        {({ id, error, 'aria-describedby': describedBy }) => (
          <Select
            fullWidth
            labelId={`${id}-label`}
            value={to}
            error={error}
            onChange={(event) => setTo(event.target.value)}
            SelectDisplayProps={{ id, 'aria-describedby': describedBy }}
          >
            {laboratories
              .filter(({ _id }) => _id !== item.laboratoryId._id)
              .map(({ _id, name, code }) => (
                <MenuItem key={_id} value={_id}>
                  {name} ({code})
                </MenuItem>
              ))}
          </Select>
        )}
      </Field>
      <Field label="Quantity" error={tried ? totalFault : undefined} help="The batch that expires first is sent first.">
        {(a11y) => (
          <NumberInput
            {...a11y}
            value={shown}
            after={unitWord(item.unit)}
            onChange={(quantity) => {
              setTotal(quantity);
              setChosen(undefined);
            }}
          />
        )}
      </Field>
      <Stack component="fieldset" sx={{ gap: 3, m: 0, p: 0, border: 0 }}>
        <Typography component="legend" variant="h4" sx={{ mb: 2 }}>
          Batches
        </Typography>
        {usable.length === 0 && <EmptyState>Nothing of this item may be used, so nothing can be sent.</EmptyState>}
        {usable.map((batch, index) => (
          <Field
            key={batch._id}
            label={`Batch ${batch.batchNumber}`}
            help={[
              `${formatQuantity(batch.quantity, item.unit)} there`,
              ...(batch.lastUsableDay === null ? [] : [`until ${formatDay(batch.lastUsableDay)}`]),
            ].join(', ')}
            error={batchFaults[index]}
          >
            {(a11y) => (
              <NumberInput
                {...a11y}
                value={quantities[batch._id] ?? null}
                after={unitWord(item.unit)}
                onChange={(quantity) => setChosen({ ...quantities, [batch._id]: quantity })}
              />
            )}
          </Field>
        ))}
      </Stack>
      <Field label="Notes" optional>
        {({ error, ...a11y }) => (
          <OutlinedInput
            {...a11y}
            error={error}
            fullWidth
            multiline
            minRows={2}
            value={notes}
            inputProps={{ maxLength: 500 }}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
    </FormDrawer>
  );
}

function faultOfTotal(quantity: number | null, { usableQuantity, unit }: InventoryItem): string | undefined {
  if (quantity === null || quantity === 0) return 'Enter the quantity to send';
  if (!Number.isInteger(quantity) || quantity < 0) return 'Enter a whole number';
  return quantity > usableQuantity ? `Only ${formatQuantity(usableQuantity, unit)} usable` : undefined;
}

function faultOfBatch({ quantity: there }: Batch, quantity: number, { unit }: InventoryItem): string | undefined {
  if (!Number.isInteger(quantity) || quantity < 0) return 'Enter a whole number';
  return quantity > there ? `The batch has only ${formatQuantity(there, unit)}` : undefined;
}

/** How a quantity is taken from batches in the order of their last day, as the server would take it. */
function firstExpiryFirst(batches: readonly Batch[], quantity: number): Readonly<Record<string, number | null>> {
  let left = Number.isInteger(quantity) && quantity > 0 ? quantity : 0;
  return Object.fromEntries(
    batches.map((batch) => {
      const taken = Math.min(left, batch.quantity);
      left -= taken;
      return [batch._id, taken === 0 ? null : taken];
    }),
  );
}
