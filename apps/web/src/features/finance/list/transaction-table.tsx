import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { GridColDef, GridColumnVisibilityModel } from '@mui/x-data-grid';
import { paymentMethodLabels, transactionCategoryLabels, type TransactionListItem } from '@shifa/contract';
import { type ComponentProps, useMemo } from 'react';
import type { ActionEntry } from '../../../components/action-menu';
import { actionsColumn } from '../../../components/data-grid/actions-column';
import { ServerGrid } from '../../../components/data-grid/server-grid';
import { TwoLines } from '../../../components/data-grid/two-lines';
import { RelativeTime } from '../../../components/relative-time';
import { formatDay } from '../../../lib/format';
import { usePermission } from '../../../lib/use-session';
import { EntryAmount } from '../entry-amount';
import { FlagMarks, ReceiptMark } from '../entry-marks';
import { TransactionStatusChip } from '../transaction-status';
import { TransactionCard } from './transaction-card';

type Grid = ComponentProps<typeof ServerGrid<TransactionListItem>>;

type TransactionTableProps = Pick<Grid, 'query' | 'state' | 'onChange' | 'empty' | 'onOpen' | 'selection'> & {
  actionsFor: (entry: TransactionListItem) => readonly ActionEntry[];
};

/** The entries within reach; cards on a phone. */
export function TransactionTable({ actionsFor, ...grid }: TransactionTableProps) {
  const roomy = useMediaQuery(useTheme().breakpoints.up('xl'));
  // The first to go is what another column tells as well: a number begins with the laboratory's code.
  const columnVisibility = useMemo((): GridColumnVisibilityModel => {
    return roomy ? {} : { laboratory: false, category: false };
  }, [roomy]);
  const columns = useTransactionColumns();
  return (
    <ServerGrid<TransactionListItem>
      {...grid}
      grid={transactionGrid}
      label="Entries"
      columnVisibility={columnVisibility}
      nameOf={({ transactionNo }) => transactionNo}
      card={(entry) => <TransactionCard entry={entry} />}
      columns={[...columns, actionsColumn({ nameOf: ({ transactionNo }) => transactionNo, entriesFor: actionsFor })]}
    />
  );
}

export const transactionGrid = { name: 'transactions', hiddenByDefault: ['paymentMethod', 'createdBy', 'createdAt'] };

/** The columns of the grid; laboratories only for who reaches more than one. */
export function useTransactionColumns(): GridColDef<TransactionListItem>[] {
  const seesAll = usePermission('transactions.view').scope === 'all';
  return seesAll ? columns : columns.filter(({ field }) => field !== 'laboratory');
}

const columns: GridColDef<TransactionListItem>[] = [
  {
    field: 'date',
    headerName: 'Date',
    width: 108,
    hideable: false,
    cellClassName: 'tabular',
    renderCell: ({ row }) => (
      <Tooltip title={formatDay(row.date, 'long')}>
        <time dateTime={row.date}>{formatDay(row.date)}</time>
      </Tooltip>
    ),
  },
  {
    field: 'transactionNo',
    headerName: 'Number',
    width: 188,
    hideable: false,
    cellClassName: 'tabular',
    renderCell: ({ row: { transactionNo } }) => <span title={transactionNo}>{transactionNo}</span>,
  },
  {
    field: 'party',
    headerName: 'Party, description',
    display: 'flex',
    flex: 2,
    minWidth: 160,
    sortable: false,
    renderCell: ({ row: { party, description, category } }) => {
      const label = transactionCategoryLabels[category];
      return (
        <TwoLines strong first={party ?? description} second={party === null ? label : `${label} · ${description}`} />
      );
    },
  },
  {
    field: 'category',
    headerName: 'Category',
    flex: 1,
    minWidth: 112,
    sortable: false,
    valueGetter: (_, { category }) => transactionCategoryLabels[category],
  },
  {
    field: 'paymentMethod',
    headerName: 'Method',
    width: 116,
    sortable: false,
    valueGetter: (_, { paymentMethod }) => paymentMethodLabels[paymentMethod],
  },
  {
    field: 'laboratory',
    headerName: 'Laboratory',
    width: 96,
    sortable: false,
    cellClassName: 'tabular',
    renderCell: ({ row: { laboratoryId } }) => (
      <Tooltip title={laboratoryId.name}>
        <span>{laboratoryId.code}</span>
      </Tooltip>
    ),
  },
  {
    field: 'status',
    headerName: 'Status',
    width: 152,
    sortable: false,
    renderCell: ({ row }) => <TransactionStatusChip status={row.status} />,
  },
  {
    field: 'marks',
    headerName: 'Marks',
    description: 'Exceptions and receipts',
    width: 76,
    sortable: false,
    display: 'flex',
    renderCell: ({ row }) => (
      <Stack component="span" direction="row" sx={{ gap: 2 }}>
        <FlagMarks flags={row.flags} />
        <ReceiptMark receiptCount={row.receiptCount} />
      </Stack>
    ),
  },
  {
    field: 'amountPaise',
    headerName: 'Amount',
    width: 180,
    hideable: false,
    align: 'right',
    headerAlign: 'right',
    renderCell: ({ row }) => <EntryAmount entry={row} />,
  },
  {
    field: 'createdBy',
    headerName: 'Entered by',
    flex: 1,
    minWidth: 120,
    sortable: false,
    valueGetter: (_, { createdBy }) => createdBy.name,
  },
  {
    field: 'createdAt',
    headerName: 'Entered',
    width: 124,
    renderCell: ({ row }) => <RelativeTime instant={row.createdAt} timeZone={row.laboratoryId.timezone} />,
  },
];
