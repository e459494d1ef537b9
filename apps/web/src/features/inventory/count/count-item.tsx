import Add from '@mui/icons-material/AddOutlined';
import Backspace from '@mui/icons-material/BackspaceOutlined';
import Remove from '@mui/icons-material/RemoveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type InventoryItem, MAX_QUANTITY } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Banner } from '../../../components/banner';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { inventoryResource } from '../inventory.resource';
import { unitWord } from '../item-display';
import { formatSigned } from '../stock/stock-preview';
import type { StockCount } from './use-count';

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
  if (query.data && query.isFetchedAfterMount) return <CountPad {...props} item={query.data} />;
  if (query.error) {
    return <ErrorState title="The item could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Skeleton variant="rectangular" height={420} />;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

function CountPad({ item, count, onPrevious, onNext }: Omit<CountItemProps, 'itemId'> & { item: InventoryItem }) {
  const { _id, name, itemCode, unit, storageLocation } = item;
  const known = count.countOf(_id);
  // Later movements do not change what the count began with.
  const [began] = useState({
    expected: known?.expected ?? item.quantity,
    countedAtSeq: known?.countedAtSeq ?? item.movementSeq,
  });
  const quantity = known?.quantity;
  const saved = known?.saved ?? false;

  const set = (next: number | undefined) => {
    if (saved) return;
    if (next === undefined) count.remove(_id);
    else if (next >= 0 && next <= MAX_QUANTITY) {
      count.put({ _id, name, itemCode, unit, ...began, quantity: next, saved: false });
    }
  };
  const type = (text: string) => {
    const figures = text.replace(/\D/g, '');
    set(figures === '' ? undefined : Number(figures));
  };
  const shown = quantity === undefined ? '' : String(quantity);
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
      {saved && <Banner tone="success">The difference of this item is saved.</Banner>}
      <Stack direction="row" sx={{ gap: 2, alignItems: 'stretch' }}>
        <Step aria-label="One less" disabled={saved || !quantity} onClick={() => set((quantity ?? 0) - 1)}>
          <Remove />
        </Step>
        <Figure
          // The number pad takes the place of the phone's keyboard; a real one works as well.
          inputMode="none"
          autoComplete="off"
          aria-label={`Counted ${unitWord(unit)}`}
          placeholder="–"
          value={shown}
          readOnly={saved}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onNext();
          }}
        />
        <Step aria-label="One more" disabled={saved} onClick={() => set((quantity ?? 0) + 1)}>
          <Add />
        </Step>
      </Stack>
      <Typography className="tabular" role="status" color="textSecondary" sx={{ textAlign: 'center' }}>
        Expected {formatQuantity(began.expected, unit)}
        {quantity !== undefined && (
          <>
            {' · '}
            {quantity === began.expected ? 'agrees' : <strong>{formatSigned(quantity - began.expected)}</strong>}
          </>
        )}
      </Typography>
      <Pad>
        {digits.map((digit) => (
          <Key key={digit} disabled={saved} onClick={() => type(shown + digit)}>
            {digit}
          </Key>
        ))}
        <Key disabled={saved} onClick={() => set(began.expected)} sx={{ fontSize: '0.8125rem !important' }}>
          Agrees
        </Key>
        <Key disabled={saved} onClick={() => type(`${shown}0`)}>
          0
        </Key>
        <Key disabled={saved} aria-label="Delete the last digit" onClick={() => type(shown.slice(0, -1))}>
          <Backspace />
        </Key>
      </Pad>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 2fr' }}>
        <Button variant="outlined" color="inherit" size="large" disabled={!onPrevious} onClick={onPrevious}>
          Back
        </Button>
        <Button variant="contained" size="large" onClick={onNext}>
          {quantity === undefined ? 'Skip' : 'Next'}
        </Button>
      </Box>
    </Stack>
  );
}

const Figure = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  height: 64,
  padding: '0 8px',
  textAlign: 'center',
  font: 'inherit',
  fontSize: '2rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  color: 'inherit',
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.control}`,
  borderRadius: theme.shape.borderRadius,
}));

const Pad = styled('div')({ display: 'grid', gap: 8, gridTemplateColumns: 'repeat(3, 1fr)' });

const key = { minWidth: 56, minHeight: 56, fontSize: '1.25rem', fontVariantNumeric: 'tabular-nums' };

const Key = styled((props: ComponentProps<typeof Button>) => <Button variant="outlined" color="inherit" {...props} />)(
  key,
);

const Step = styled((props: ComponentProps<typeof Button>) => <Button variant="outlined" color="inherit" {...props} />)(
  { ...key, width: 72, minHeight: 64 },
);
