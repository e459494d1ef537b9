import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatQuantity, ReorderQuery, type ReorderSuggestion, type ReorderTotals as Totals } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { z } from 'zod';
import { Dash } from '../../../ui/dash';
import { TwoLines } from '../../../ui/grid/two-lines';
import type { RowListDefinition } from '../../../screens/list/define-list';
import { fetched, type FilterContext, oneLaboratory, oneOf } from '../../../screens/list/list-filters';
import { RowList } from '../../../screens/list/list-view';
import { PageHeader } from '../../../ui/page-header';
import { PermissionButton, useDeniedReason } from '../../../screens/actions/permission-button';
import { FigureLine } from '../../../ui/figure-line';
import { Spread } from '../../../ui/spread';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatCount, formatDay, formatMoney } from '../../../lib/format';
import { pageQuery, queryOf } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import { withQuery } from '../../../lib/with-query';
import { InventoryTabs } from '../inventory-tabs';
import { laboratoryColumn, moneyColumn } from '../../../screens/list/columns';
import { supplierColumn } from '../items/item-columns';
import { StockCard, StockStatusChip } from '../item-display';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { OrderDrawer } from './order.actions';
import { WhySuggestion } from './why-suggestion';

const DraftOrders = lazyForm(
  () => 'Draft orders',
  async () => (await import('./draft-orders')).DraftOrders,
);

/** The server has one order. */
const ReorderState = ReorderQuery.omit({ itemId: true }).extend({ sort: z.literal('cost').default('cost') });
type ReorderState = z.output<typeof ReorderState>;

const reorderList: RowListDefinition<ReorderSuggestion, ReorderState> = {
  resource: {
    name: 'reorder',
    noun: 'item',
    plural: 'items',
    nameOf: ({ name }: ReorderSuggestion) => name,
    page: (query) => pageQuery(api.stockAlerts.reorder, { query }),
  },
  schema: ReorderState,
  permission: 'inventory.view',
  empty: 'Nothing to order. Every item will last until the next delivery could arrive.',
  filters: [
    oneOf<ReorderState, 'supplier', string>('supplier', 'Supplier', fetched(allTotals, supplierOptions)),
    oneLaboratory(),
  ],
  sorts: { cost: 'Most expensive order first' },
  columns: [
    {
      field: 'name',
      headerName: 'Item',
      display: 'flex',
      flex: 3,
      minWidth: 168,
      hideable: false,
      renderCell: ({ row }) => (
        <Link component={RouterLink} to={paths.inventoryItem(row._id)} color="inherit" underline="hover" sx={linkStyle}>
          <TwoLines strong first={row.name} second={row.itemCode} />
        </Link>
      ),
    },
    {
      field: 'stockStatus',
      headerName: 'Stock',
      width: 124,
      from: 'xl',
      renderCell: ({ row }) => <StockStatusChip status={row.stockStatus} />,
    },
    {
      field: 'usableQuantity',
      headerName: 'Usable',
      type: 'number',
      width: 108,
      valueFormatter: (_, { usableQuantity, unit }) => formatQuantity(usableQuantity, unit),
    },
    {
      field: 'orderedQuantity',
      headerName: 'Ordered',
      width: 104,
      display: 'flex',
      renderCell: ({ row: { orderedQuantity, expectedOn, unit } }) =>
        expectedOn === null ? (
          <Dash label="Nothing on order" />
        ) : (
          <TwoLines first={formatQuantity(orderedQuantity, unit)} second={formatDay(expectedOn)} />
        ),
    },
    {
      field: 'suggestedQuantity',
      headerName: 'Suggested',
      width: 148,
      renderCell: ({ row }) => <Suggested suggestion={row} />,
    },
    moneyColumn('costPaise', 'Cost'),
    supplierColumn(),
    laboratoryColumn(),
  ],
  card: (row) => <SuggestionCard suggestion={row} />,
};

/** What to order, why that much, and what it will cost. */
export function ReorderPage() {
  const [{ laboratoryId, supplier }] = useUrlState(ReorderState);
  const [ordering, setOrdering] = useState<string>();
  const [drafting, setDrafting] = useState(false);
  const denied = useDeniedReason('inventory.stock');
  return (
    <>
      <PageHeader
        title="Inventory Management"
        documentTitle="Reorder"
        action={
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
            <Button
              component={RouterLink}
              to={withQuery(paths.orderList, { laboratoryId, supplier })}
              variant="outlined"
              startIcon={<Print />}
            >
              Order list
            </Button>
            <PermissionButton permission="purchaseOrders.create" variant="contained" onClick={() => setDrafting(true)}>
              Draft orders
            </PermissionButton>
          </Stack>
        }
      />
      <InventoryTabs />
      <ReorderTotals laboratoryId={laboratoryId} supplier={supplier} />
      <RowList
        list={reorderList}
        entriesFor={({ _id }) => [
          { label: 'Record an order', disabledReason: denied, onSelect: () => setOrdering(_id) },
        ]}
      />
      {drafting && <DraftOrders filter={{ laboratoryId, supplier }} onClose={() => setDrafting(false)} />}
      {ordering !== undefined && <OrderDrawer itemId={ordering} onClose={() => setOrdering(undefined)} />}
    </>
  );
}

const totalsOf = (query: Pick<ReorderState, 'laboratoryId' | 'supplier'>) => ({
  ...queryOf(api.stockAlerts.reorderTotals, { query }),
  placeholderData: keepPreviousData,
});

function ReorderTotals(filter: Pick<ReorderState, 'laboratoryId' | 'supplier'>) {
  const { data, error } = useQuery(totalsOf(filter));
  // The list below has the same source and says what is wrong.
  if (error && !data) return null;
  return (
    <FigureLine
      label="Totals of the suggestions"
      figures={
        data && [
          { label: 'Items to order', figure: formatCount(data.items) },
          { label: 'Cost', figure: formatMoney(data.costPaise), note: 'At the latest unit cost' },
          { label: 'Suppliers', figure: formatCount(data.suppliers.filter(hasSupplier).length) },
        ]
      }
    />
  );
}

const hasSupplier = ({ supplier }: { supplier: string | null }) => supplier !== null;

/** The totals whatever the supplier. */
function allTotals({ state: { laboratoryId } }: FilterContext<ReorderState>) {
  return totalsOf({ laboratoryId });
}

function supplierOptions(totals: Totals | undefined) {
  return (totals?.suppliers ?? []).flatMap(({ supplier }) =>
    supplier === null ? [] : [{ value: supplier, label: supplier }],
  );
}

/** Keys and clicks in the explanation are none of the grid's around it. */
const keepFromGrid = (event: SyntheticEvent) => event.stopPropagation();

function Suggested({ suggestion }: { suggestion: ReorderSuggestion }) {
  return (
    <Box component="span" role="presentation" onClick={keepFromGrid} onKeyDown={keepFromGrid}>
      <strong>{formatQuantity(suggestion.suggestedQuantity, suggestion.unit)}</strong>{' '}
      <WhySuggestion suggestion={suggestion} />
    </Box>
  );
}

function SuggestionCard({ suggestion }: { suggestion: ReorderSuggestion }) {
  const { _id, name, itemCode, laboratoryId, stockStatus, usableQuantity, unit, costPaise, supplier } = suggestion;
  const { orderedQuantity, expectedOn } = suggestion;
  return (
    <StockCard
      title={
        <Link component={RouterLink} to={paths.inventoryItem(_id)} color="inherit" underline="hover">
          {name}
        </Link>
      }
      chip={<StockStatusChip status={stockStatus} />}
    >
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[itemCode, laboratoryId.code, supplier].filter(Boolean).join(' · ')}
      </Typography>
      <Spread sx={{ alignItems: 'baseline', mr: -6 }}>
        <Suggested suggestion={suggestion} />
        <span>{formatMoney(costPaise)}</span>
      </Spread>
      <Typography variant="body2" color="textSecondary">
        {formatQuantity(usableQuantity, unit)} usable
        {expectedOn !== null && ` · ${formatCount(orderedQuantity)} ordered, expected ${formatDay(expectedOn)}`}
      </Typography>
    </StockCard>
  );
}

const linkStyle = { minWidth: 0 };
