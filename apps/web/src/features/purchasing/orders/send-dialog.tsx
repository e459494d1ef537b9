import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  EmailSchema,
  type OrderWay,
  orderWayLabels,
  orderWays,
  type PurchaseOrder,
  type PurchaseOrderListItem,
  type SendOrderBody,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { useWrite } from '../../../data/use-write';
import { type ActionDialogProps, disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { Choice } from '../../../ui/fields/choice';
import { TextInput } from '../../../ui/fields/text-input';
import { orderResource } from './order.resource';

const ways = orderWays.map((value) => ({ value, label: orderWayLabels[value] }));

/** Emails an order to its supplier where a mail host is set up, or records how the supplier learned of it. */
export function SendDialog({ item: order, onDone, onClose }: ActionDialogProps<PurchaseOrderListItem, PurchaseOrder>) {
  const { data: detail, isError } = useQuery(orderResource.detail(order._id));
  const { email: ownAddress } = useUser();
  const [byUs, setByUs] = useState(true);
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [way, setWay] = useState<OrderWay>('emailed');
  const emailing = detail?.emailing ?? null;
  const isEmailed = emailing !== null && byUs;
  const address = typed ?? emailing?.suggested ?? '';
  const write = useWrite({
    send: (body: SendOrderBody, given) =>
      send(api.purchaseOrders.send, { params: { id: order._id }, body: { ...body, version: order.version } }, given),
    success: ({ number }, { email }) =>
      email === undefined ? `${number} was sent` : `${number} is being emailed to ${email}`,
    stale: orderResource.staleKeys(order._id),
    leave: (saved) => {
      onDone(saved);
      onClose();
    },
  });

  function submit(): void {
    const { success, data: email, error } = EmailSchema.safeParse(address);
    if (!isEmailed) write.mutate({ way });
    else if (success) write.mutate({ way: 'emailed', email });
    else setFault(error.issues[0]?.message);
  }

  return (
    <FormDrawer
      open
      title={!detail ? 'Send order' : isEmailed ? 'Email order' : 'Record as sent'}
      verb={!detail ? 'Send' : isEmailed ? 'Email order' : 'Record'}
      dirty={typed !== undefined}
      pending={write.isPending}
      onStop={write.stop}
      error={write.fault ?? (isError && !detail ? "Couldn't load the order" : undefined)}
      disabledReason={disabledReasonOf(order.actions.send)}
      incomplete={detail ? undefined : isError ? 'Close this and try again' : 'The order is being loaded'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 4 }}>
        {emailing && (
          <FormControlLabel
            control={<Checkbox checked={byUs} onChange={(_, checked) => setByUs(checked)} />}
            label="Email it to the supplier"
          />
        )}
        {isEmailed ? (
          <>
            <TextInput
              label="Email address"
              help={
                emailing.suggested === null
                  ? `${order.supplier.name} has no contact with an email address.`
                  : `The first contact of ${order.supplier.name} with an email address.`
              }
              error={fault}
              type="email"
              value={address}
              onChange={(text) => {
                setTyped(text);
                setFault(undefined);
              }}
            />
            <Typography color="textSecondary">
              The email lists the items with quantities, prices and expected days, and your notes. Replies go to{' '}
              {detail?.letterhead.email ?? ownAddress}.
            </Typography>
          </>
        ) : detail ? (
          <>
            <Typography>
              Print the order, or save it as a PDF and email it to {order.supplier.name} yourself. Then enter how you
              sent it.
            </Typography>
            <Choice label="How" value={way} options={ways} onChange={setWay} />
          </>
        ) : null}
      </Stack>
    </FormDrawer>
  );
}
