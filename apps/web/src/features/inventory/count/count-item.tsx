import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import GlobalStyles from '@mui/material/GlobalStyles';
import { styled } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, type InventoryUnit } from '@shifa/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Packed } from '../../../screens/packs/packed';
import { Banner } from '../../../ui/feedback/banner';
import { formatDay } from '../../../lib/format';
import { formatSigned } from '../../../lib/change';
import { BatchStatusChip } from '../item-display';
import { countedAs, type CountLine, isBlocked, isCounted, linesOf, packedOf, usedUpBatches } from './count-lines';
import { NumberPad } from './number-pad';
import type { CountedItem, StockCount } from './use-count';

type CountItemProps = {
  counted: CountedItem;
  count: StockCount;
  /** Above the item: where the count stands. */
  head: ReactNode;
  /** The batch to begin with. */
  batchId: string | undefined;
  /** Absent on the first item. */
  onPrevious: (() => void) | undefined;
  onNext: () => void;
};

/** The lines of one item, counted one after the other. */
export function CountItem({ counted, count, head, batchId, onPrevious, onNext }: CountItemProps) {
  const { item, entry } = counted;
  const { blind } = count.kept;
  const [withUsedUp, setWithUsedUp] = useState(false);
  const [pack, setPack] = useState<Packed['pack']>(null);
  const lines = linesOf(item, entry, withUsedUp);
  const [chosen, setChosen] = useState(() => {
    const asked = lines.findIndex(({ batch }) => batch !== null && batch._id === batchId);
    return Math.max(0, asked === -1 ? lines.findIndex((one) => !isCounted(one)) : asked);
  });
  const line = lines[chosen] ?? lines[0];
  if (!line) return null;
  const saved = entry?.saved === true;
  const fault = count.faults[item._id];
  // The next batch of an item is counted as the one before it, until something is entered.
  const packed = line.quantity === undefined ? { quantity: null, pack } : packedOf(line);
  const hidden = usedUpBatches(item).filter(({ _id }) => !lines.some(({ batch }) => batch?._id === _id));
  return (
    <Columns>
      {barsGiveWay}
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        {head}
        <div>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {item.name}
          </Typography>
          <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
            {[item.storageLocation, item.itemCode].filter(Boolean).join(' · ')}
          </Typography>
        </div>
        {line.batch && (
          <Batches aria-label="Batches">
            {lines.map((one, index) => (
              <li key={one.batch?._id}>
                <BatchLine
                  line={one}
                  unit={item.unit}
                  blind={blind}
                  fault={fault && fault.batchId === one.batch?._id ? fault.message : undefined}
                  chosen={one === line}
                  onChoose={() => setChosen(index)}
                />
              </li>
            ))}
          </Batches>
        )}
        {hidden.length > 0 && (
          <Button size="small" sx={{ alignSelf: 'flex-start', minHeight: 44 }} onClick={() => setWithUsedUp(true)}>
            Add used-up batches
          </Button>
        )}
        {saved && <Banner tone="success">The count of this item is saved.</Banner>}
        {count.full && (
          <Banner tone="error">
            This device is out of storage, and your last entry wasn't kept. Save the count now.
          </Banner>
        )}
      </Stack>
      <Panel>
        <NumberPad
          batchId={line.batch?._id}
          unit={item.unit}
          packs={item.packages}
          value={packed}
          expected={blind ? undefined : line.expected}
          disabled={saved}
          onChange={(next) => {
            setPack(next.pack);
            if (next.quantity === null && line.quantity === undefined) return;
            count.enter(
              item,
              lines.map((one) => (one === line ? { ...one, ...countedAs(next) } : one)),
            );
          }}
          onPrevious={chosen > 0 ? () => setChosen(chosen - 1) : onPrevious}
          onNext={chosen < lines.length - 1 ? () => setChosen(chosen + 1) : onNext}
        />
      </Panel>
    </Columns>
  );
}

type BatchLineProps = {
  line: CountLine;
  unit: InventoryUnit;
  blind: boolean;
  /** Why it could not be saved. */
  fault: string | undefined;
  chosen: boolean;
  onChoose: () => void;
};

/** A batch with what was counted of it; pressing it takes it to the number pad. */
function BatchLine({ line, unit, blind, fault, chosen, onChoose }: BatchLineProps) {
  const { batch, expected, quantity } = line;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) button.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (!batch) return null;
  const blocked = isBlocked(batch);
  return (
    <BatchButton type="button" ref={button} aria-current={chosen || undefined} onClick={onChoose}>
      <span>
        <strong>{batch.batchNumber}</strong>
        {batch.lastUsableDay !== null && <small>until {formatDay(batch.lastUsableDay)}</small>}
        {blocked && <BatchStatusChip batch={{ ...batch, isExpired: false }} />}
        {blocked && !batch.acceptancePending && batch.statusReason !== null && <small>{batch.statusReason}</small>}
        {fault !== undefined && (
          <Typography component="small" color="error">
            {fault}
          </Typography>
        )}
      </span>
      <span>
        {quantity === undefined ? (
          <small>not counted</small>
        ) : (
          <>
            {formatQuantity(quantity, unit)}
            {!blind && <small>{quantity === expected ? 'matches' : formatSigned(quantity - expected)}</small>}
          </>
        )}
      </span>
    </BatchButton>
  );
}

/** On a phone that lies on its side, what is counted stands beside the number pad. */
const sideways = '@media (max-height: 500px)';

/** The bars above and below the page give way to the number pad there. */
const barsGiveWay = <GlobalStyles styles={{ [sideways]: { 'body [data-bar]': { display: 'none' } } }} />;

const Columns = styled('div')({
  display: 'grid',
  // A long name does not make the column wider than the screen.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  maxWidth: 600,
  [sideways]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start', gap: 16, maxWidth: 'none' },
});

/** Stays within the thumb's reach however long the list of batches is. */
const Panel = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 'calc(var(--bottom-bar, 0px) + env(safe-area-inset-bottom))',
  zIndex: 1,
  paddingBlock: 8,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
  [sideways]: { top: 0, bottom: 'auto', paddingBlock: 0, borderTop: 0 },
}));

const Batches = styled('ul')({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  // So that the chosen batch is scrolled to a place that the number pad does not cover.
  '& button': { scrollMarginBottom: 'calc(var(--bottom-bar, 0px) + 400px)' },
  [sideways]: { '& button': { scrollMarginBottom: 0 } },
});

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
