import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  formatQuantity,
  type InventoryItem,
  type Movement,
  type StockChange,
  StockChangeBody,
  type StockChangeInput,
} from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Banner } from '../../../ui/feedback/banner';
import { api } from '../../../data/api';
import { ApiError, messageOf } from '../../../lib/api-error';
import { formatSigned } from '../../../lib/change';
import { formatCount, formatDay, formatMoney } from '../../../lib/format';
import { send } from '../../../data/queries';
import { useDebounced } from '../../../lib/use-debounced';
import { type StockControl, type StockValues } from './stock-values';

type StockPreviewProps = {
  item: InventoryItem;
  control: StockControl;
  inputOf: (values: StockValues) => StockChangeInput;
};

/** What a stock change would do, asked of the server while it is typed: which batches, what remains. */
export function StockPreview({ item, control, inputOf }: StockPreviewProps) {
  const values = useWatch({ control }) as StockValues;
  const typed: StockChangeInput = { ...inputOf(values), dryRun: true };
  const complete =
    StockChangeBody.safeParse(typed).success && !(typed.type === 'in' && item.trackExpiry && !typed.expiryDate);
  const body = useDebounced(complete ? JSON.stringify(typed) : '');
  const preview = useQuery({
    // Outside any resource: the version says when the stock has changed.
    queryKey: ['stock preview', item._id, item.version, body],
    queryFn: ({ signal }) =>
      send(
        api.inventory.changeStock,
        { params: { id: item._id }, body: JSON.parse(body) as StockChangeInput },
        { key: undefined, signal },
      ),
    placeholderData: keepPreviousData,
    enabled: body !== '',
    retry: false,
    gcTime: 0,
  });
  if (!complete || body === '') {
    return (
      <Typography variant="body2" color="textSecondary" role="status">
        Enter the quantity to see what would change.
      </Typography>
    );
  }
  if (preview.error) return <Refused error={preview.error} />;
  if (!preview.data) return null;
  return <Outcome before={item} after={preview.data} stale={preview.isPlaceholderData} />;
}

function Refused({ error }: { error: Error }) {
  const faults = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
  return <Banner tone="warning">{faults[0] ?? messageOf(error, "Couldn't load the preview")}</Banner>;
}

type OutcomeProps = { before: InventoryItem; after: StockChange; stale: boolean };

function Outcome({ before, after, stale }: OutcomeProps) {
  const { unit, movements, minQuantity } = after;
  const moved = movements.filter(({ quantity }) => quantity !== 0);
  const worth = moved.reduce((sum, { valuePaise }) => sum + BigInt(valuePaise), 0n);
  const unusable = moved.flatMap(({ type, batch }) => {
    const arrived = type === 'in' ? after.batches.find(({ _id }) => _id === batch._id) : undefined;
    return arrived?.unusableReason ? [arrived] : [];
  });
  const worse = before.stockStatus !== after.stockStatus && after.stockStatus !== 'ok';
  return (
    <Stack role="status" aria-label="Preview" className="tabular" sx={{ ...boxStyle, opacity: stale ? 0.6 : 1 }}>
      <Typography variant="subtitle2" component="h3">
        {moved.length === 0 ? 'The count matches. Nothing changes.' : 'After this'}
      </Typography>
      {moved.length > 0 && (
        <Stack component="ul" sx={{ m: 0, p: 0, gap: 1, listStyle: 'none' }}>
          {moved.map((movement) => (
            <BatchLine key={movement._id} movement={movement} after={after} />
          ))}
        </Stack>
      )}
      <Line strong label="Usable">
        {before.usableQuantity !== after.usableQuantity && `${formatCount(before.usableQuantity)} → `}
        {formatQuantity(after.usableQuantity, unit)}
      </Line>
      {after.quantity !== after.usableQuantity && <Line label="In total">{formatQuantity(after.quantity, unit)}</Line>}
      {worth !== 0n && <Line label="Value">{formatMoney(worth)}</Line>}
      {unusable.map(({ _id, batchNumber, unusableReason }) => (
        <Banner key={_id} tone="warning">
          Batch {batchNumber} can't be used: {unusableReason}. Receive it only to return it or write it off.
        </Banner>
      ))}
      {after.writeOff && (
        <Banner tone="info">
          This is more than you can write off in a day. The stock is set aside until someone else approves it.
        </Banner>
      )}
      {worse && (
        <Banner tone="warning">
          {after.stockStatus === 'low'
            ? `${before.name} becomes low: the minimum is ${formatQuantity(minQuantity, unit)}.`
            : `${before.name} goes out of stock.`}
        </Banner>
      )}
    </Stack>
  );
}

function BatchLine({ movement: { batch, quantity }, after }: { movement: Movement; after: StockChange }) {
  const left = after.batches.find(({ _id }) => _id === batch._id)?.quantity;
  return (
    <Box component="li" sx={lineStyle}>
      <span>
        {batch.batchNumber}
        {batch.expiryDate !== null && (
          <Typography component="span" variant="caption" color="textSecondary">
            {' '}
            expires {formatDay(batch.expiryDate)}
          </Typography>
        )}
      </span>
      <span>
        <strong>{formatSigned(quantity)}</strong>
        {left !== undefined && (
          <Typography component="span" variant="caption" color="textSecondary">
            {' '}
            {formatCount(left)} left
          </Typography>
        )}
      </span>
    </Box>
  );
}

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <Box sx={{ ...lineStyle, fontWeight: strong ? 600 : 400 }}>
      <span>{label}</span>
      <span>{children}</span>
    </Box>
  );
}

const boxStyle = { gap: 2, p: 4, borderRadius: '8px', border: 1, borderColor: 'divider' };
const lineStyle = { display: 'flex', justifyContent: 'space-between', gap: 3, overflowWrap: 'anywhere' };
