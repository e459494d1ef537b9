import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type Batch, formatQuantity, type InventoryItem } from '@shifa/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ActionEntry, ActionMenu } from '../../../ui/action-menu';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
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
      <Table>
        <thead>
          <tr>
            <th scope="col">Batch</th>
            <th scope="col">Status</th>
            <th scope="col">Last day of use</th>
            <th scope="col">Opened</th>
            <th scope="col">Quantity</th>
            <th scope="col">Unit cost</th>
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
      </Table>
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
      <td data-label="Quantity">{formatQuantity(quantity, item.unit)}</td>
      <td data-label="Unit cost">{formatMoney(unitCostPaise)}</td>
      <td data-actions="">
        <ActionMenu label={`Actions for batch ${batchNumber}`} entries={entries} />
      </td>
    </tr>
  );
}

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    padding: '10px 12px 10px 0',
    textAlign: 'left',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    overflowWrap: 'anywhere',
  },
  '& thead th': { fontWeight: 500, color: theme.vars.palette.text.secondary },
  '& thead span': { fontSize: 0 },
  '& th:nth-of-type(5), & th:nth-of-type(6), & td:nth-of-type(4), & td:nth-of-type(5)': { textAlign: 'right' },
  '& tbody th': { fontWeight: 500 },
  '& tr:last-child > *': { borderBottom: 0 },
  '& [data-actions]': { width: 40, paddingRight: 0, textAlign: 'right' },
  '& [data-marked]': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 4, borderRadius: 4 },
  [theme.breakpoints.down('sm')]: {
    '& thead': { display: 'none' },
    '&, & tbody': { display: 'block' },
    '& tbody tr': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      gap: '8px 16px',
      padding: '14px 0',
      borderBottom: `1px solid ${theme.vars.palette.divider}`,
    },
    '& tbody tr:last-child': { borderBottom: 0 },
    '& tbody th, & tbody td': { padding: 0, border: 0, textAlign: 'left !important' },
    '& tbody th': { gridColumn: '1 / -1', paddingRight: 40, fontSize: '0.9375rem' },
    '& td[data-label]::before': {
      content: 'attr(data-label)',
      display: 'block',
      fontSize: '0.75rem',
      color: theme.vars.palette.text.secondary,
    },
    '& [data-actions]': { position: 'absolute', top: 8, right: 0, width: 'auto' },
  },
}));
