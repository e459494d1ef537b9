import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type InventoryItem, type InventoryUnit } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { formatDay } from '../../../lib/format';
import { inventoryResource } from '../inventory.resource';
import { formatSigned } from '../stock/stock-preview';
import { NumberPad } from './number-pad';
import { beginCount, type Counted, type CountLine, isCounted, lineOfBatch, type StockCount } from './use-count';

type CountItemProps = {
  itemId: string;
  count: StockCount;
  /** Absent on the first item. */
  onPrevious: (() => void) | undefined;
  onNext: () => void;
};

/** Counts one item. Its newest state is fetched first: that is what the count applies to. */
export function CountItem({ itemId, ...props }: CountItemProps) {
  const query = useQuery({ ...inventoryResource.detail(itemId), staleTime: 0 });
  if (query.data && query.isFetchedAfterMount) return <CountLines {...props} item={query.data} />;
  if (query.error) {
    return <ErrorState title="The item could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Skeleton variant="rectangular" height={420} />;
}

/** The lines of one item, counted one after the other. */
function CountLines({ item, count, onPrevious, onNext }: Omit<CountItemProps, 'itemId'> & { item: InventoryItem }) {
  const { _id, name, itemCode, unit, storageLocation } = item;
  // Later movements do not change what the count began with.
  const [begun, setBegun] = useState(() => count.countOf(_id) ?? beginCount(item));
  const counted = count.countOf(_id) ?? begun;
  const { lines } = counted;
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      lines.findIndex((one) => !isCounted(one)),
    ),
  );
  const line = lines[chosen] ?? lines[0];
  if (!line) return null;
  const change = (next: Counted) => {
    setBegun(next);
    count.put(next);
  };
  const usedUp = item.batches.filter(({ _id: id }) => !lines.some(({ batch }) => batch === null || batch._id === id));
  return (
    <Stack sx={{ gap: 3 }}>
      <div>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
          {[itemCode, storageLocation].filter(Boolean).join(' · ')}
        </Typography>
      </div>
      {line.batch && (
        <Batches aria-label="Batches">
          {lines.map((one, index) => (
            <li key={one.batch?._id}>
              <BatchLine line={one} unit={unit} chosen={one === line} onChoose={() => setChosen(index)} />
            </li>
          ))}
        </Batches>
      )}
      {line.batch && usedUp.length > 0 && (
        <Button
          size="small"
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => change({ ...counted, lines: [...lines, ...usedUp.map(lineOfBatch)] })}
        >
          Add used-up batches
        </Button>
      )}
      {line.saved && <Banner tone="success">The difference of this {line.batch ? 'batch' : 'item'} is saved.</Banner>}
      <NumberPad
        unit={unit}
        quantity={line.quantity}
        expected={line.expected}
        disabled={line.saved}
        onChange={(quantity) =>
          change({ ...counted, lines: lines.map((one) => (one === line ? { ...one, quantity } : one)) })
        }
        onPrevious={chosen > 0 ? () => setChosen(chosen - 1) : onPrevious}
        onNext={chosen < lines.length - 1 ? () => setChosen(chosen + 1) : onNext}
      />
    </Stack>
  );
}

type BatchLineProps = { line: CountLine; unit: InventoryUnit; chosen: boolean; onChoose: () => void };

/** A batch with what was counted of it; pressing it takes it to the number pad. */
function BatchLine({ line: { batch, expected, quantity }, unit, chosen, onChoose }: BatchLineProps) {
  if (!batch) return null;
  return (
    <BatchButton type="button" aria-current={chosen || undefined} onClick={onChoose}>
      <span>
        <strong>{batch.batchNumber}</strong>
        {batch.lastUsableDay !== null && <small>until {formatDay(batch.lastUsableDay)}</small>}
      </span>
      <span>
        {quantity === undefined ? (
          <small>not counted</small>
        ) : (
          <>
            {formatQuantity(quantity, unit)}
            <small>{quantity === expected ? 'agrees' : formatSigned(quantity - expected)}</small>
          </>
        )}
      </span>
    </BatchButton>
  );
}

const Batches = styled('ul')({ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' });

const BatchButton = styled(ButtonBase)(({ theme }) => ({
  width: '100%',
  minHeight: 48,
  padding: '8px 12px',
  gap: 12,
  justifyContent: 'space-between',
  textAlign: 'left',
  font: 'inherit',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& span:last-of-type': { flexShrink: 0, textAlign: 'right' },
  '& strong': { fontWeight: 500 },
  '& small': { display: 'block', fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
  '&[aria-current]': {
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
    borderColor: theme.vars.palette.primary.main,
  },
}));
