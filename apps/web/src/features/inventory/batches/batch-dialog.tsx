import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Batch,
  formatQuantity,
  type InventoryItem,
  isBusinessDay,
  lastUsableDay,
  type StockChange,
} from '@shifa/contract';
import { useState } from 'react';
import { useActionRequest } from '../../../screens/actions/use-action-request';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { INCOMPLETE } from '../../../ui/fields/field';
import { TextInput } from '../../../ui/fields/text-input';
import { ReasonDialog } from '../../../screens/actions/reason-dialog';
import { api } from '../../../data/api';
import { formatDay } from '../../../lib/format';
import { send } from '../../../data/queries';
import { inventoryResource } from '../inventory.resource';
import { useToday } from '../../../lib/use-now';

export type BatchDialogAction = 'open' | 'quarantine' | 'release' | 'accept';

const outcomes: Record<BatchDialogAction, string> = {
  open: 'was opened',
  quarantine: 'was quarantined',
  release: 'was released',
  accept: 'was accepted',
};

type BatchDialogProps = { item: InventoryItem; batch: Batch; action: BatchDialogAction; onClose: () => void };

/** Asks before a batch is opened, quarantined, released or accepted. */
export function BatchDialog({ item, batch, action, onClose }: BatchDialogProps) {
  const { batchNumber, quantity, expiryDate } = batch;
  const today = useToday(item.laboratoryId.timezone);
  const [openedOn, setOpenedOn] = useState(today);
  const request = useActionRequest<StockChange>(inventoryResource, item, {
    outcome: () => `Batch ${batchNumber} ${outcomes[action]}`,
    // The state of the batch decides, not the item's version: movements do not stand in the way.
    send: (_version, { reason, ...given }) =>
      send(
        api.inventory.changeBatch,
        {
          params: { id: item._id, batchId: batch._id },
          body: { action, ...(reason === '' ? {} : { reason }), ...(action === 'open' ? { openedOn } : {}) },
        },
        given,
      ),
    onDone: onClose,
  });
  const name = <strong>{batchNumber}</strong>;
  const shared = { pending: request.pending, error: request.fault, onStop: request.stop, onCancel: onClose };
  if (action === 'quarantine') {
    return (
      <ReasonDialog
        {...shared}
        title="Quarantine batch"
        verb="Quarantine"
        help="Shown with the batch and recorded in the ledger."
        onSend={(reason) => request.run(reason)}
      >
        {formatQuantity(quantity, item.unit)} of {name} can't be used until the batch is released. You can still write
        it off or return it.
      </ReasonDialog>
    );
  }
  if (action === 'accept') {
    return (
      <ReasonDialog
        {...shared}
        title="Accept batch"
        verb="Accept"
        label="Note"
        help="What was checked, such as the certificate and the comparison with the batch in use. Recorded in the ledger."
        onSend={(note) => request.run(note)}
      >
        {name} with {formatQuantity(quantity, item.unit)} can be used from then on. If it isn't acceptable, return it to
        the supplier or write it off instead.
      </ReasonDialog>
    );
  }
  if (action === 'release') {
    return (
      <ConfirmDialog {...shared} open title="Release batch" verb="Release" onConfirm={() => request.run()}>
        <Stack sx={{ gap: 2 }}>
          <span>
            {formatQuantity(quantity, item.unit)} of {name} can be used again.
          </span>
          {batch.statusReason !== null && <span>Quarantine reason: {batch.statusReason}</span>}
        </Stack>
      </ConfirmDialog>
    );
  }
  const last = lastUsableDay({ expiryDate, openedOn: isBusinessDay(openedOn) ? openedOn : today }, item.stabilityDays);
  return (
    <ConfirmDialog
      {...shared}
      open
      hasInput
      title="Open batch"
      verb="Open"
      onConfirm={() => {
        if (openedOn !== INCOMPLETE) request.run();
      }}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography>
          {last === null ? (
            <>{name} doesn't expire.</>
          ) : (
            <>
              {name} can then be used through {formatDay(last, 'long')}.
            </>
          )}
        </Typography>
        {item.stabilityDays === null && (
          <Typography>The item has no stability after opening, so its last day doesn't change.</Typography>
        )}
        <TextInput label="Opened on" type="date" value={openedOn} onChange={setOpenedOn} inputProps={{ max: today }} />
      </Stack>
    </ConfirmDialog>
  );
}
