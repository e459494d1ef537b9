import { supplierStatusLabels } from '@shifa/contract';
import type { ReactNode } from 'react';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDay, formatDayCount } from '../../../lib/format';
import { defineList } from '../../../screens/list/define-list';
import { alphabetical, choice, flags, laboratoryChoice } from '../../../screens/list/list-filters';
import { ListPage } from '../../../screens/list/list-page';
import { Dash } from '../../../ui/dash';
import { TwoLines } from '../../../ui/grid/two-lines';
import { lazyPart } from '../../../ui/lazy-part';
import { SupplierCard, SupplierStatusChip } from './supplier-display';
import { supplierActions, SupplierForm } from './supplier.actions';
import { SupplierListState, supplierResource } from './supplier.resource';

const ImportSuppliers = lazyPart(async () => (await import('./import-suppliers')).ImportSuppliers);

const supplierList = defineList(supplierResource, SupplierListState, {
  permission: 'suppliers.view',
  search: 'Search suppliers',
  empty: 'No suppliers yet. Create the first one, import a list, or turn the names on items into suppliers.',
  href: ({ _id }) => paths.supplier(_id),
  create: { label: 'New supplier', permission: 'suppliers.create', form: SupplierForm },
  actions: supplierActions,
  menu: [
    { label: 'Import suppliers', permissions: ['suppliers.create'], creates: true, dialog: ImportSuppliers },
    { label: 'Names on items', permissions: ['suppliers.create', 'inventory.edit'], to: () => paths.supplierNames },
  ],
  export: {
    permission: 'suppliers.export',
    fileName: 'suppliers',
    fetch: (query, format, waitMs) => api.suppliers.export.query({ query: { ...query, format }, waitMs }),
  },
  filters: [
    choice('status', 'Status', supplierStatusLabels),
    flags('Review', { reviewDue: 'Due within 30 days' }),
    laboratoryChoice(),
  ],
  sorts: {
    ...alphabetical({ name: 'Name', code: 'Code' }),
    nextReviewOn: 'Next review first',
    '-nextReviewOn': 'Next review last',
  },
  columns: [
    {
      field: 'name',
      headerName: 'Supplier',
      display: 'flex',
      flex: 2,
      minWidth: 200,
      hideable: false,
      renderCell: ({ row: { name, contacts } }) => (
        <TwoLines strong first={name} second={contacts[0]?.name ?? 'No contact'} />
      ),
    },
    { field: 'code', headerName: 'Code', width: 124 },
    {
      field: 'status',
      headerName: 'Status',
      width: 132,
      renderCell: ({ row }) => <SupplierStatusChip status={row.status} />,
    },
    {
      field: 'gstin',
      headerName: 'GSTIN',
      width: 172,
      from: 'lg',
      renderCell: ({ row: { gstin } }) => gstin ?? <Dash label="Not entered" />,
    },
    {
      field: 'leadTimeDays',
      headerName: 'Lead time',
      width: 104,
      valueFormatter: (_, { leadTimeDays }) => formatDayCount(leadTimeDays),
    },
    {
      field: 'nextReviewOn',
      headerName: 'Next review',
      width: 124,
      renderCell: ({ row: { nextReviewOn } }) =>
        nextReviewOn === null ? <Dash label="No review planned" /> : formatDay(nextReviewOn),
    },
  ],
  card: (row) => <SupplierCard supplier={row} />,
});

/** The suppliers that the viewer's laboratory uses, or all of the network. */
export function SupplierListPage({ tabs }: { tabs: ReactNode }) {
  return <ListPage list={supplierList} title="Inventory Management" documentTitle="Suppliers" above={() => tabs} />;
}
