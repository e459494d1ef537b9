import Typography from '@mui/material/Typography';
import { formatQuantity, InventoryListQuery, type InventoryListItem } from '@shifa/contract';
import { z } from 'zod';
import { Actions } from '../../../screens/actions/actions';
import { TwoLines } from '../../../ui/grid/two-lines';
import type { RowListDefinition } from '../../../screens/list/define-list';
import { oneLaboratory } from '../../../screens/list/list-filters';
import { ActionRowList } from '../../../screens/list/list-view';
import { PageHeader } from '../../../ui/page-header';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDayCount } from '../../../lib/format';
import { pageQuery } from '../../../data/queries';
import { inventoryActions } from '../inventory.actions';
import { inventoryResource } from '../inventory.resource';
import { InventoryTabs } from '../inventory-tabs';
import { ItemCard } from '../item-display';
import { laboratoryColumn } from '../../../screens/list/columns';
import { itemColumns, supplierColumn } from './item-columns';

/** The server has one order: those with the least usable stock first. */
const LowStockState = InventoryListQuery.pick({ page: true, limit: true }).extend({
  sort: z.literal('shortage').default('shortage'),
  laboratoryId: z.string().optional(),
});
type LowStockState = z.output<typeof LowStockState>;

const lowStockList: RowListDefinition<InventoryListItem, LowStockState> = {
  resource: {
    name: 'low-stock',
    noun: 'item',
    plural: 'items',
    nameOf: inventoryResource.nameOf,
    page: (query) => pageQuery(api.inventory.lowStock, { query }),
  },
  schema: LowStockState,
  permission: 'inventory.view',
  empty: 'Nothing is low. Every item is above its minimum.',
  filters: [oneLaboratory()],
  sorts: { shortage: 'Least usable stock first' },
  href: ({ _id }: InventoryListItem) => paths.inventoryItem(_id),
  columns: [
    {
      field: 'name',
      headerName: 'Item',
      display: 'flex',
      flex: 3,
      minWidth: 200,
      hideable: false,
      renderCell: ({ row }) => <TwoLines strong first={row.name} second={row.itemCode} />,
    },
    itemColumns.stockStatus,
    itemColumns.usableQuantity,
    {
      field: 'minQuantity',
      headerName: 'Minimum',
      type: 'number',
      width: 120,
      valueFormatter: (_, { minQuantity, unit }) => (minQuantity === 0 ? '' : formatQuantity(minQuantity, unit)),
    },
    { ...supplierColumn(), from: 'lg' },
    {
      field: 'leadTimeDays',
      headerName: 'Lead time',
      width: 96,
      from: 'lg',
      valueFormatter: (_, { leadTimeDays }) => formatDayCount(leadTimeDays),
    },
    laboratoryColumn(),
  ],
  card: (row) => (
    <ItemCard item={row}>
      <Typography variant="body2" className="tabular">
        {row.minQuantity === 0 ? 'No minimum' : `Minimum ${formatQuantity(row.minQuantity, row.unit)}`}
        {row.supplier !== null && ` · ${row.supplier}`}
      </Typography>
    </ItemCard>
  ),
};

/** The items that are low or out of stock, with what can be done about each. */
export function LowStockPage() {
  return (
    <>
      <PageHeader title="Inventory Management" documentTitle="Low stock" />
      <InventoryTabs />
      <Actions of={inventoryActions}>
        <ActionRowList list={lowStockList} />
      </Actions>
    </>
  );
}
