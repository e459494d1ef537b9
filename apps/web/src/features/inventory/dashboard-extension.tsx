import { type InventoryStats, type LaboratoryComparison, movementTypeLabels, plural } from '@shifa/contract';
import type { DashboardExtension } from '../../screens/detail/dashboard-extensions';
import { type Figure, Figures } from '../../ui/figures';
import { paths } from '../../config/paths';
import { formatCount, formatMoney, formatMoneyShort } from '../../lib/format';
import { withQuery } from '../../lib/with-query';
import { activeItemsText } from './inventory.messages';

const of = ({ laboratory }: LaboratoryComparison) => ({ laboratoryId: laboratory._id });

/** What is running out, what expires and what all of it is worth. */
export const inventoryExtension: DashboardExtension<'inventory'> = {
  block: 'inventory',
  title: 'Stock',
  permission: 'inventory.view',
  Block: ({ data, laboratoryId }) => <Figures figures={figuresOf(data, laboratoryId)} />,
  columns: [
    {
      heading: 'Low',
      value: ({ inventory }) => inventory?.low,
      format: formatCount,
      to: (row) => withQuery(paths.inventory, { ...of(row), stockStatus: 'low' }),
    },
    {
      heading: 'Out',
      value: ({ inventory }) => inventory?.out,
      format: formatCount,
      to: (row) => withQuery(paths.inventory, { ...of(row), stockStatus: 'out' }),
    },
    {
      heading: 'Expired',
      value: ({ inventory }) => inventory?.expiredBatches,
      format: formatCount,
      to: (row) => withQuery(paths.expiringStock, { ...of(row), expired: 'true' }),
    },
    {
      heading: 'Stock value',
      value: ({ inventory }) => inventory && Number(inventory.valuePaise),
      format: (paise) => formatMoneyShort(paise),
      to: (row) => withQuery(paths.inventory, of(row)),
    },
  ],
  documents: {
    inventory: { noun: 'Item', path: paths.inventoryItem, actions: movementTypeLabels },
    'write-off': { noun: 'Write-off', path: () => paths.writeOffs },
    'stock-transfer': { noun: 'Transfer', path: paths.transfer },
    'batch-recall': { noun: 'Recall', path: () => paths.batchRecalls },
  },
};

function figuresOf(stats: InventoryStats, laboratoryId: string | undefined): Figure[] {
  const { low, out, expiredBatches, expiring7, expiring30, expiring90, items, valuePaise } = stats;
  const expiring = (days: string) => withQuery(paths.expiringStock, { laboratoryId, days, expired: 'false' });
  return [
    {
      label: 'Low',
      figure: formatCount(low),
      note: 'At or below the minimum',
      to: withQuery(paths.inventory, { laboratoryId, stockStatus: 'low' }),
      tone: low > 0 ? 'warning' : undefined,
    },
    {
      label: 'Out of stock',
      figure: formatCount(out),
      to: withQuery(paths.inventory, { laboratoryId, stockStatus: 'out' }),
      tone: out > 0 ? 'error' : undefined,
    },
    {
      label: 'Expired',
      ...batches(expiredBatches),
      to: withQuery(paths.expiringStock, { laboratoryId, expired: 'true' }),
      tone: expiredBatches > 0 ? 'error' : undefined,
    },
    { label: 'Expire in 7 days', ...batches(expiring7), to: expiring('7') },
    { label: 'In 30 days', ...batches(expiring30), to: expiring('30') },
    { label: 'In 90 days', ...batches(expiring90), to: expiring('90') },
    {
      label: 'Value',
      wide: true,
      figure: formatMoney(valuePaise),
      note: activeItemsText(items),
      to: withQuery(paths.inventory, { laboratoryId }),
    },
  ];
}

function batches(count: number) {
  return { figure: formatCount(count), note: plural(count, 'Batch', 'Batches') };
}
