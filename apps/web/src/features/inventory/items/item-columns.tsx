import type { InventoryListItem } from '@shifa/contract';
import { Dash } from '../../../ui/dash';
import type { ListColumn, PlainRow } from '../../../screens/list/define-list';
import { ItemStatusChip, UsableQuantity } from '../item-display';

/** Columns that several lists of items have. */
export const itemColumns = {
  stockStatus: {
    field: 'stockStatus',
    headerName: 'Stock',
    width: 132,
    renderCell: ({ row }) => <ItemStatusChip item={row} />,
  },
  usableQuantity: {
    field: 'usableQuantity',
    headerName: 'Usable',
    type: 'number',
    width: 148,
    renderCell: ({ row }) => <UsableQuantity item={row} />,
  },
} as const satisfies Record<string, ListColumn<InventoryListItem>>;

export function supplierColumn<Row extends PlainRow & { supplier: string | null }>(): ListColumn<Row> {
  return {
    field: 'supplier',
    headerName: 'Supplier',
    flex: 1,
    minWidth: 132,
    renderCell: ({ row: { supplier } }) => supplier ?? <Dash label="Not set" />,
  };
}
