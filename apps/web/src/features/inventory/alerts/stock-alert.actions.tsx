import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ChangeStockAlertBody, MAX_SNOOZE_DAYS, type StockAlert } from '@shifa/contract';
import { useState } from 'react';
import { type ActionDialogProps, defineActions } from '../../../screens/actions/define-actions';
import { useActionRequest } from '../../../screens/actions/use-action-request';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { INCOMPLETE } from '../../../ui/fields/field';
import { TextInput } from '../../../ui/fields/text-input';
import { api } from '../../../data/api';
import { dayAhead } from '../../../lib/calendar';
import { send } from '../../../data/queries';
import { stockAlertOutcomes } from '../inventory.messages';
import { OrderDrawer } from '../orders/order.actions';
import { stockAlertResource } from './stock-alert.resource';

const DEFAULT_SNOOZE_DAYS = 7;

function change({ _id }: StockAlert, body: ChangeStockAlertBody, signal?: AbortSignal): Promise<StockAlert> {
  return send(api.stockAlerts.change, { params: { id: _id }, body }, { signal });
}

function describe(alert: StockAlert): string {
  return stockAlertOutcomes[alert.state](stockAlertResource.nameOf(alert), alert.until);
}

/** What can be done about an alert. */
export const stockAlertActions = defineActions(stockAlertResource, {
  acknowledge: {
    label: 'Acknowledge',
    outcome: describe,
    send: (alert, version, { signal }) => change(alert, { action: 'acknowledge', version }, signal),
  },
  order: {
    label: 'Record an order',
    dialog: ({ item: { item }, onClose }: ActionDialogProps<StockAlert, StockAlert>) => (
      <OrderDrawer itemId={item._id} onClose={onClose} />
    ),
  },
  snooze: { label: 'Snooze', dialog: SnoozeDialog },
  reopen: {
    label: 'Reopen',
    outcome: describe,
    send: (alert, version, { signal }) => change(alert, { action: 'reopen', version }, signal),
  },
});

/** Asks until when an alert is to be left alone. */
function SnoozeDialog({ item: alert, onDone, onClose }: ActionDialogProps<StockAlert, StockAlert>) {
  const { timezone } = alert.laboratoryId;
  const [until, setUntil] = useState(() => dayAhead(DEFAULT_SNOOZE_DAYS, timezone));
  const request = useActionRequest(stockAlertResource, alert, {
    outcome: describe,
    send: (version, { signal }) => change(alert, { action: 'snooze', until: until || undefined, version }, signal),
    onDone: (saved) => {
      onClose();
      onDone(saved);
    },
  });
  return (
    <ConfirmDialog
      open
      title="Snooze alert"
      verb="Snooze"
      hasInput
      pending={request.pending}
      error={request.fault}
      onConfirm={() => {
        if (until !== INCOMPLETE) request.run();
      }}
      onStop={request.stop}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <strong>{stockAlertResource.nameOf(alert)}</strong>: the alert reopens after this day, unless it no longer
          applies.
        </Typography>
        <TextInput
          label="Snooze until"
          type="date"
          value={until}
          onChange={setUntil}
          inputProps={{ min: dayAhead(1, timezone), max: dayAhead(MAX_SNOOZE_DAYS, timezone) }}
        />
      </Stack>
    </ConfirmDialog>
  );
}
