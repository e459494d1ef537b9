import Add from '@mui/icons-material/AddOutlined';
import Stack from '@mui/material/Stack';
import {
  categoriesOf,
  paymentMethodLabels,
  transactionCategories,
  type TransactionCategory,
  transactionCategoryLabels,
  transactionFlagLabels,
  transactionStatusLabels,
  type TransactionType,
  transactionTypeLabels,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { TwoLines } from '../../../ui/grid/two-lines';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { laboratoryColumn } from '../../../screens/list/columns';
import { defineList } from '../../../screens/list/define-list';
import {
  amountRange,
  choice,
  computed,
  dayRange,
  type FilterContext,
  flags,
  laboratoryChoice,
  linkedPerson,
  oneOf,
  typed,
} from '../../../screens/list/list-filters';
import { ListPage } from '../../../screens/list/list-page';
import { PermissionButton, useDeniedReason } from '../../../screens/actions/permission-button';
import { suggestedFilter } from '../../../ui/fields/suggested-filter';
import { lazyPart } from '../../../ui/lazy-part';
import { RelativeTime } from '../../../ui/relative-time';
import { api } from '../../../data/api';
import { product } from '../../../config/product';
import { dayAhead } from '../../../lib/calendar';
import { formatDay, formatMonth } from '../../../lib/format';
import { useShowConflict } from '../conflict';
import { EntryAmount, EntryMarks, TransactionCard, TransactionStatusChip } from '../entry-display';
import { entryPath, useFinanceDialog, useOpenedEntry } from '../finance-navigation';
import { recentMonths } from '../period/finance-period';
import { transactionActions } from '../transaction.actions';
import { MAX_DECIDED, partySuggestions, TransactionListState, transactionResource } from '../transaction.resource';
import { TransactionTotals } from './transaction-totals';

const TransactionSelectionBar = lazyPart(
  async () => (await import('../decisions/entry-decisions')).TransactionSelectionBar,
);

/** A party by its full name, with suggestions from earlier entries. */
const PartyFilter = suggestedFilter('Party', 'The full name, as entered.', usePartyNames);

const transactionList = defineList(transactionResource, TransactionListState, {
  permission: 'transactions.view',
  search: 'Search entries',
  empty: NoEntries,
  href: entryPath,
  actions: transactionActions,
  selectionBar: TransactionSelectionBar,
  mostSelected: MAX_DECIDED,
  export: {
    permission: 'transactions.export',
    fileName: 'transactions',
    place: 'button',
    fetch: (query, format, waitMs) => api.transactions.export.query({ query: { ...query, format }, waitMs }),
  },
  filters: [
    choice('status', 'Status', transactionStatusLabels),
    choice('type', 'Type', transactionTypeLabels, {
      alsoChanges: (types, { category }) => {
        const left = category?.filter((one) => categoriesOfTypes(types).includes(one)) ?? [];
        return { category: left.length === 0 ? undefined : left };
      },
    }),
    choice<TransactionListState, 'category', TransactionCategory>('category', 'Category', computed(categoryOptions)),
    laboratoryChoice(),
    choice('paymentMethod', 'Payment method', paymentMethodLabels, { rare: true }),
    choice('flag', 'Exceptions', transactionFlagLabels, { rare: true }),
    flags('Receipts', { withoutReceipt: 'Without a receipt' }, { rare: true }),
    oneOf<TransactionListState, 'unusualIn', string>('unusualIn', 'Unusual amounts', computed(monthOptions), {
      rare: true,
    }),
    flags('My entries', { mine: 'Created by me', waitingForMe: 'Needs my decision' }, { rare: true }),
    linkedPerson(
      'enteredBy',
      'Entered by',
      (enteredBy) => transactionResource.page({ enteredBy, limit: 1 }),
      ({ createdBy }) => createdBy.name,
    ),
    dayRange('Date', 'from', 'to'),
    amountRange('Amount', 'minAmount', 'maxAmount'),
    typed('party', 'Party', PartyFilter, { rare: true }),
  ],
  sorts: {
    '-date': 'Date, latest first',
    date: 'Date, earliest first',
    '-amountPaise': 'Largest amount first',
    amountPaise: 'Smallest amount first',
    '-transactionNo': 'Highest number first',
    transactionNo: 'Lowest number first',
    '-createdAt': 'Entered last',
    createdAt: 'Entered first',
  },
  columns: [
    {
      field: 'date',
      headerName: 'Date',
      width: 108,
      hideable: false,
      renderCell: ({ row }) => <time dateTime={row.date}>{formatDay(row.date)}</time>,
    },
    {
      field: 'transactionNo',
      headerName: 'Number',
      linked: true,
      width: 188,
      hideable: false,
      renderCell: ({ row: { transactionNo } }) => <span title={transactionNo}>{transactionNo}</span>,
    },
    {
      field: 'party',
      headerName: 'Party, description',
      display: 'flex',
      flex: 2,
      minWidth: 160,
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
      from: 'xl',
      valueGetter: (_, { category }) => transactionCategoryLabels[category],
    },
    {
      field: 'paymentMethod',
      headerName: 'Method',
      width: 116,
      hiddenByDefault: true,
      valueGetter: (_, { paymentMethod }) => paymentMethodLabels[paymentMethod],
    },
    // A number begins with the laboratory's code.
    { ...laboratoryColumn(), headerName: 'Laboratory', width: 96, from: 'xl' },
    {
      field: 'status',
      headerName: 'Status',
      width: 160,
      renderCell: ({ row }) => <TransactionStatusChip status={row.status} />,
    },
    {
      field: 'marks',
      headerName: 'Marks',
      description: 'Reversals, exceptions and receipts',
      width: 80,
      display: 'flex',
      renderCell: ({ row }) => (
        <Stack component="span" direction="row" sx={{ gap: 2 }}>
          <EntryMarks entry={row} />
        </Stack>
      ),
    },
    {
      field: 'amountPaise',
      headerName: 'Amount',
      width: 164,
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
      hiddenByDefault: true,
      valueGetter: (_, { createdBy }) => createdBy.name,
    },
    {
      field: 'createdAt',
      headerName: 'Entered',
      width: 124,
      hiddenByDefault: true,
      renderCell: ({ row }) => <RelativeTime instant={row.createdAt} timeZone={row.laboratoryId.timezone} />,
    },
  ],
  card: (row) => <TransactionCard entry={row} />,
});

/** All entries within the viewer's scope, with their totals. */
export function TransactionsPage() {
  const { show } = useOpenedEntry();
  const onFailed = useShowConflict();
  return (
    <ListPage
      list={transactionList}
      below={({ page: _page, limit: _limit, sort: _sort, ...filter }) => <TransactionTotals filter={filter} />}
      create={<NewEntry />}
      onOpen={show}
      onDone={({ action, saved }, selection) => {
        if (action === 'reverse') show(saved);
        if (action === 'approve' || action === 'reject') selection.drop([saved._id]);
      }}
      onFailed={onFailed}
    />
  );
}

function usePartyNames(search: string, open: boolean): string[] {
  const { data = [] } = useQuery({ ...partySuggestions(search === '' ? {} : { search }), enabled: open });
  return [...new Set(data.map(({ party }) => party))];
}

type Context = FilterContext<TransactionListState>;

/** The months whose unusual amounts can be listed. */
function monthOptions({ state: { unusualIn }, viewer, seesNetwork }: Context) {
  const months = recentMonths(
    dayAhead(0, (seesNetwork ? undefined : viewer.laboratoryId?.timezone) ?? product.timezone),
  );
  const offered = new Set(unusualIn === undefined ? months : [...months, unusualIn]);
  return [...offered].map((value) => ({ value, label: `In ${formatMonth(value, 'long')}` }));
}

function categoryOptions({ state }: Context) {
  return categoriesOfTypes(state.type).map((value) => ({ value, label: transactionCategoryLabels[value] }));
}

/** The categories of the given types; all categories if no type is given. */
function categoriesOfTypes(types: readonly TransactionType[] = []) {
  return types.length === 0 ? transactionCategories : types.flatMap((type) => categoriesOf[type]);
}

function NewEntry() {
  const open = useFinanceDialog();
  return (
    <PermissionButton
      permission="transactions.create"
      variant="contained"
      startIcon={<Add />}
      onClick={() => open({ dialog: 'entry' })}
    >
      New entry
    </PermissionButton>
  );
}

function NoEntries() {
  const open = useFinanceDialog();
  const createDenied = useDeniedReason('transactions.create');
  return (
    <EmptyState
      action={
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
          <NewEntry />
          <PermissionButton
            permission="transactions.import"
            disabledReason={createDenied}
            variant="outlined"
            color="inherit"
            onClick={() => open({ dialog: 'import' })}
          >
            Import entries
          </PermissionButton>
        </Stack>
      }
    >
      No income or expenses yet. Create the first entry, or import a sheet.
    </EmptyState>
  );
}
