import Block from '@mui/icons-material/BlockOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import FactCheck from '@mui/icons-material/FactCheckOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlineOutlined';
import Report from '@mui/icons-material/ReportOutlined';
import TrendingDown from '@mui/icons-material/TrendingDownOutlined';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  type Batch,
  batchStatusLabels,
  daysBetween,
  formatQuantity,
  inventoryCategoryLabels,
  type InventoryListItem,
  type InventoryUnit,
  inventoryUnitLabels,
  NOT_ACCEPTED,
  stockStatusLabels,
  plural,
} from '@shifa/contract';
import type { ReactNode } from 'react';
import { Dash } from '../../ui/dash';
import { Spread } from '../../ui/spread';
import { chipOf, StatusChip } from '../../ui/status-chip';
import { formatCount, formatDay, formatDayCount } from '../../lib/format';
import { useToday } from '../../lib/use-now';

export const StockStatusChip = chipOf(stockStatusLabels, {
  ok: { tone: 'success', icon: <CheckCircle /> },
  low: { tone: 'warning', icon: <TrendingDown /> },
  out: { tone: 'error', icon: <RemoveCircle /> },
});

/** The stock status of an item, or that it is discontinued. */
export function ItemStatusChip({ item }: { item: Pick<InventoryListItem, 'status' | 'stockStatus'> }) {
  if (item.status === 'discontinued') return <StatusChip tone="neutral" icon={<Block />} label="Discontinued" />;
  return <StockStatusChip status={item.stockStatus} />;
}

const batchLooks = {
  active: { tone: 'success', icon: <CheckCircle /> },
  quarantined: { tone: 'warning', icon: <PauseCircle /> },
  recalled: { tone: 'error', icon: <Report /> },
  depleted: { tone: 'neutral', icon: <HourglassEmpty /> },
  disposed: { tone: 'neutral', icon: <DeleteIcon /> },
} as const;

type BatchState = Pick<Batch, 'status' | 'isExpired' | 'quantity' | 'acceptancePending'>;

/** Says that stock arrived and no one has accepted it yet. */
export function NotAcceptedChip() {
  return <StatusChip tone="warning" icon={<FactCheck />} label={NOT_ACCEPTED} />;
}

/** Where a batch stands; an expired one that still has stock says that first. */
export function BatchStatusChip({ batch }: { batch: BatchState }) {
  const { status, isExpired, quantity, acceptancePending } = batch;
  if (isExpired && quantity > 0) return <StatusChip tone="error" icon={<EventBusy />} label="Expired" />;
  if (acceptancePending) return <NotAcceptedChip />;
  return <StatusChip {...batchLooks[status]} label={batchStatusLabels[status]} />;
}

type ExpiryProps = {
  day: string;
  /** Of the laboratory. */
  timeZone: string;
};

/** How long something can still be used. */
export function DaysLeft({ day, timeZone }: ExpiryProps): string {
  const today = useToday(timeZone);
  return formatDaysLeft(daysBetween(today, day) - 1);
}

/** `5 days left`, `last day today`, `expired 2 days ago` */
export function formatDaysLeft(days: number): string {
  if (days < 0) return `expired ${formatDayCount(-days)} ago`;
  return days === 0 ? 'last day today' : `${formatDayCount(days)} left`;
}

type ExpiryDayProps = Pick<ExpiryProps, 'timeZone'> & { day: string | null };

/** A last day of use, with the days that are left on hover. */
export function ExpiryDay({ day, timeZone }: ExpiryDayProps) {
  if (day === null) return <Dash label="Doesn't expire" />;
  return (
    <Tooltip
      title={
        <>
          {formatDay(day, 'long')}, <DaysLeft day={day} timeZone={timeZone} />
        </>
      }
    >
      <time dateTime={day}>{formatDay(day)}</time>
    </Tooltip>
  );
}

/** What may be used and, where it differs, everything that is there. */
export function UsableQuantity({ item }: { item: InventoryListItem }) {
  const { usableQuantity, quantity, unit } = item;
  return (
    <span className="tabular">
      {formatQuantity(usableQuantity, unit)}
      {quantity !== usableQuantity && (
        <Typography component="span" variant="caption" color="textSecondary">
          {' '}
          of {formatCount(quantity)}
        </Typography>
      )}
    </span>
  );
}

/** The word that stands after any quantity but 1: `bottles`. */
export function unitWord(unit: InventoryUnit): string {
  return formatQuantity(2, unit).slice(2);
}

/** `1 item`, `12 items` */
export function formatItems(count: number): string {
  return plural(count, '1 item', `${formatCount(count)} items`);
}

export const unitOptions = optionsOf(inventoryUnitLabels);
export const categoryOptions = optionsOf(inventoryCategoryLabels);

function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
}

type ItemCardProps = {
  item: InventoryListItem;
  /** Shown below the quantity. */
  children?: ReactNode;
};

/** An item on a phone: name, status, usable quantity and nearest expiry. */
export function ItemCard({ item, children }: ItemCardProps) {
  const { name, itemCode, category, nearestExpiry, laboratoryId, storageLocation } = item;
  const place = [itemCode, inventoryCategoryLabels[category], laboratoryId.code, storageLocation].filter(Boolean);
  return (
    <StockCard title={name} chip={<ItemStatusChip item={item} />}>
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        {place.join(' · ')}
      </Typography>
      <Stack direction="row" useFlexGap className="tabular" sx={{ gap: 4, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          <UsableQuantity item={item} />
        </Typography>
        {nearestExpiry !== null && (
          <Typography component="span" variant="body2" color="textSecondary">
            {formatDay(nearestExpiry)}, <DaysLeft day={nearestExpiry} timeZone={laboratoryId.timezone} />
          </Typography>
        )}
      </Stack>
      {children}
    </StockCard>
  );
}

type StockCardProps = { title: ReactNode; chip?: ReactNode; children: ReactNode };

/** A row on a phone: its title and status above what is known of it, with room for a menu or checkbox in the corner. */
export function StockCard({ title, chip, children }: StockCardProps) {
  return (
    <Stack className="tabular" sx={{ gap: 2, pr: 6 }}>
      <Spread sx={{ mr: -6 }}>
        <Typography variant="h4" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {chip}
      </Spread>
      {children}
    </Stack>
  );
}
