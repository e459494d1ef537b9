import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type OrderWay, orderWayLabels, type PurchaseOrder, type PurchaseOrderListItem } from '@shifa/contract';
import { useState } from 'react';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { type ActionDialogProps, disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { Choice } from '../../../ui/fields/choice';
import { orderResource } from './order.resource';

const ways = Object.entries(orderWayLabels).map(([value, label]) => ({ value, label }));

/** Records how the supplier learned of an order. The product sends nothing itself. */
export function SendDialog({ item: order, onDone, onClose }: ActionDialogProps<PurchaseOrderListItem, PurchaseOrder>) {
  const [way, setWay] = useState<OrderWay>('emailed');
  const write = useWrite({
    send: (chosen: OrderWay, { signal, key }) =>
      send(api.purchaseOrders.send, {
        params: { id: order._id },
        body: { way: chosen, version: order.version },
        headers: { 'idempotency-key': key },
        fetchOptions: { signal },
      }),
    success: ({ number }) => `${number} was sent`,
    stale: orderResource.staleKeys(order._id),
    onSuccess: (saved) => {
      onDone(saved);
      onClose();
    },
  });
  return (
    <FormDrawer
      open
      title={`Record ${order.number} as sent`}
      verb="Record"
      dirty={false}
      pending={write.isPending}
      onStop={write.stop}
      error={write.fault}
      disabledReason={disabledReasonOf(order.actions.send)}
      onSubmit={() => write.mutate(way)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography>
          Print the order, or save it as a PDF and email it to {order.supplier.name} yourself. Then say how they learned
          of it.
        </Typography>
        <Choice label="How" value={way} options={ways} onChange={(value) => setWay(value as OrderWay)} />
      </Stack>
    </FormDrawer>
  );
}
