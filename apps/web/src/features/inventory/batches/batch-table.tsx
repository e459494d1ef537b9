import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type Batch, formatQuantity, type InventoryItem } from '@shifa/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ActionEntry, ActionMenu } from '../../../ui/action-menu';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { DetailTable } from '../../../ui/detail-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { withQuery } from '../../../lib/with-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { formatDay, formatMoney } from '../../../lib/format';
import { BatchStatusChip, ExpiryDay } from '../item-display';
import { StockDrawer } from '../inventory.actions';
import { BatchDialog, type BatchDialogAction } from './batch-dialog';

type Opened = { batch: Batch; action: BatchDialogAction | 'out' | 'waste' };

/** The batches of an item with what can be done with each; the one of a scanned label is marked. */
export function BatchTable({ item }: { item: InventoryItem }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  const scanned = params.get('batch');
  const close = () => setOpened(undefined);
  if (item.batches.length === 0) {
    return <EmptyState>No batches yet. Receive stock to create the first one.</EmptyState>;
  }
  const entriesFor = (batch: Batch): ActionEntry[] => {
    const moveDenied = disabledReasonOf(item.actions.move);
    const entry = (label: string, action: Opened['action'], disabledReason: string | undefined): ActionEntry => ({
      label,
      disabledReason,
      onSelect: () => setOpened({ batch, action }),
    });
    const { open, quarantine, release, accept } = batch.actions;
    const stocked = batch.quantity > 0 && item.actions.move !== undefined;
    return [
      ...(accept ? [entry('Accept', 'accept', disabledReasonOf(accept))] : []),
      ...(stocked ? [entry('Use this batch', 'out', moveDenied ?? batch.unusableReason ?? undefined)] : []),
      ...(open ? [entry('Open', 'open', disabledReasonOf(open))] : []),
      ...(quarantine ? [entry('Quarantine', 'quarantine', disabledReasonOf(quarantine))] : []),
      ...(release ? [entry('Release', 'release', disabledReasonOf(release))] : []),
      ...(stocked ? [entry('Write off', 'waste', moveDenied)] : []),
      {
        label: 'Print labels',
        onSelect: () => void navigate(withQuery(paths.batchLabels(item._id), { batch: batch._id })),
      },
    ];
  };
  return (
    <>
      <DetailTable>
        <thead>
          <tr>
            <th scope="col">Batch</th>
            <th scope="col">Status</th>
            <th scope="col">Last day of use</th>
            <th scope="col">Opened</th>
            <th scope="col" data-number="">
              Quantity
            </th>
            <th scope="col" data-number="">
              Unit cost
            </th>
            <th>
              <span>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {item.batches.map((batch) => (
            <BatchRow
              key={batch._id}
              item={item}
              batch={batch}
              marked={batch._id === scanned}
              entries={entriesFor(batch)}
              onAccept={() => setOpened({ batch, action: 'accept' })}
            />
          ))}
        </tbody>
      </DetailTable>
      {opened &&
        (opened.action === 'out' || opened.action === 'waste' ? (
          <StockDrawer itemId={item._id} type={opened.action} batchId={opened.batch._id} onClose={close} />
        ) : (
          <BatchDialog item={item} batch={opened.batch} action={opened.action} onClose={close} />
        ))}
    </>
  );
}

type BatchRowProps = {
  item: InventoryItem;
  batch: Batch;
  marked: boolean;
  entries: readonly ActionEntry[];
  onAccept: () => void;
};

function BatchRow({ item, batch, marked, entries, onAccept }: BatchRowProps) {
  const { batchNumber, expiryDate, lastUsableDay, openedOn, quantity, unitCostPaise, unusableReason } = batch;
  const reason = batch.acceptancePending && !batch.isExpired ? null : (unusableReason ?? batch.statusReason);
  return (
    <tr
      data-marked={marked || undefined}
      aria-current={marked || undefined}
      ref={(row) => {
        // A scanned label leads here.
        if (marked) row?.scrollIntoView({ block: 'center' });
      }}
    >
      <th scope="row">
        {batchNumber}
        {reason !== null && (
          <Typography variant="caption" component="div" color="textSecondary">
            {reason}
          </Typography>
        )}
      </th>
      <td data-label="Status">
        <BatchStatusChip batch={batch} />
        {batch.actions.accept?.allowed && (
          <Button
            size="small"
            sx={{ minWidth: 0, px: 1, ml: { xs: -1, sm: 1 } }}
            aria-label={`Accept batch ${batchNumber}`}
            onClick={onAccept}
          >
            Accept
          </Button>
        )}
      </td>
      <td data-label="Last day of use">
        <ExpiryDay day={lastUsableDay} timeZone={item.laboratoryId.timezone} />
        {lastUsableDay !== expiryDate && expiryDate !== null && (
          <Typography variant="caption" component="div" color="textSecondary">
            label says {formatDay(expiryDate)}
          </Typography>
        )}
      </td>
      <td data-label="Opened">{openedOn === null ? 'No' : formatDay(openedOn)}</td>
      <td data-label="Quantity" data-number="">
        {formatQuantity(quantity, item.unit)}
      </td>
      <td data-label="Unit cost" data-number="">
        {formatMoney(unitCostPaise)}
      </td>
      <td data-actions="">
        <ActionMenu label={`Actions for batch ${batchNumber}`} entries={entries} />
      </td>
    </tr>
  );
}
