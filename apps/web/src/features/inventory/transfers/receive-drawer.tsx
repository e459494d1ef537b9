import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type StockTransfer, type TransferLine } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { type ActionDialogProps, disabledReasonOf } from '../../../components/actions/define-actions';
import { Banner } from '../../../components/banner';
import { Field } from '../../../components/form/field';
import { FormDrawer } from '../../../components/form/form-drawer';
import { NumberInput } from '../../../components/form/form-number';
import { api } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { idempotencyKey } from '../../../lib/idempotency';
import { send } from '../../../lib/queries';
import { useStoppable } from '../../../lib/use-stoppable';
import { unitWord } from '../item-display';
import { transferResource } from './transfer.resource';

type Quantities = Readonly<Record<string, number | null>>;

/** Confirms what has arrived of each batch; what has not stays in transit. */
export function ReceiveDrawer({ item: transfer, onDone, onClose }: ActionDialogProps<StockTransfer, StockTransfer>) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [key] = useState(idempotencyKey);
  const awaited = transfer.lines.filter(({ inTransitQuantity }) => inTransitQuantity > 0);
  const everything: Quantities = Object.fromEntries(
    awaited.map(({ _id, inTransitQuantity }) => [_id, inTransitQuantity]),
  );
  const [quantities, setQuantities] = useState(everything);
  const [tried, setTried] = useState(false);
  const lines = awaited.map(({ _id }) => ({ lineId: _id, quantity: quantities[_id] ?? 0 }));
  const faults = awaited.map((line) => faultOf(line, quantities[line._id] ?? null));
  const nothing = lines.every(({ quantity }) => quantity === 0);
  const stoppable = useStoppable();
  const receive = useMutation({
    mutationFn: () =>
      stoppable.run((signal) =>
        send(api.stockTransfers.receive, {
          params: { id: transfer._id },
          body: { lines: lines.filter(({ quantity }) => quantity > 0) },
          headers: { 'idempotency-key': key },
          fetchOptions: { signal },
        }),
      ),
    onSuccess: (saved) => {
      const outcome = saved.status === 'received' ? 'was received' : 'was received in part; the rest stays in transit';
      enqueueSnackbar(`${saved.number} ${outcome}`, { variant: 'success' });
      onDone(saved);
      onClose();
    },
    onSettled: () => transferResource.invalidate(queryClient, transfer._id),
  });
  const error = receive.error ? messageOf(receive.error) : undefined;
  return (
    <FormDrawer
      open
      title={`Receive ${transfer.number}`}
      verb="Receive"
      dirty={awaited.some(({ _id }) => quantities[_id] !== everything[_id])}
      pending={receive.isPending}
      onStop={stoppable.stop}
      error={error ?? (tried && nothing ? 'Enter the quantity that was received' : undefined)}
      disabledReason={disabledReasonOf(transfer.actions.receive)}
      onSubmit={() => {
        setTried(true);
        if (!nothing && faults.every((fault) => fault === undefined)) receive.mutate();
      }}
      onClose={onClose}
    >
      <Typography>
        From {transfer.from.name}. Correct what differs from the delivery: what you do not confirm stays in transit.
      </Typography>
      {awaited.map((line, index) => (
        <Stack key={line._id} component="section" aria-label={`Batch ${line.batchNumber}`} sx={{ gap: 2 }}>
          <div>
            <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
              {line.item.name}
            </Typography>
            <Typography variant="body2" color="textSecondary" className="tabular">
              Batch {line.batchNumber}
              {line.expiryDate !== null && ` · expires ${formatDay(line.expiryDate)}`}
            </Typography>
          </div>
          {line.blockedReason !== null && (
            <Banner tone="warning">This batch arrives blocked and cannot be used: {line.blockedReason}</Banner>
          )}
          <Field
            label={`Received of batch ${line.batchNumber}`}
            help={`${formatQuantity(line.inTransitQuantity, line.item.unit)} in transit`}
            error={tried ? faults[index] : undefined}
          >
            {(a11y) => (
              <NumberInput
                {...a11y}
                value={quantities[line._id] ?? null}
                after={unitWord(line.item.unit)}
                autoFocus={index === 0}
                onChange={(quantity) => setQuantities({ ...quantities, [line._id]: quantity })}
              />
            )}
          </Field>
        </Stack>
      ))}
    </FormDrawer>
  );
}

function faultOf({ inTransitQuantity, item }: TransferLine, quantity: number | null): string | undefined {
  if (quantity === null) return undefined;
  if (!Number.isInteger(quantity) || quantity < 0) return 'Enter a whole number';
  if (quantity <= inTransitQuantity) return undefined;
  return `Only ${formatQuantity(inTransitQuantity, item.unit)} ${inTransitQuantity === 1 ? 'is' : 'are'} in transit`;
}
