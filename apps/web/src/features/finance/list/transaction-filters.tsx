import {
  categoriesOf,
  type PaymentMethod,
  paymentMethodLabels,
  paymentMethods,
  transactionCategories,
  type TransactionCategory,
  transactionCategoryLabels,
  type TransactionFlag,
  transactionFlagLabels,
  transactionFlags,
  type TransactionStatus,
  transactionStatuses,
  transactionStatusLabels,
  type TransactionType,
  transactionTypeLabels,
  transactionTypes,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { Filter, Sort, TypedFilter } from '../../../components/filters';
import { amountRangeFilter, dayRangeFilter } from '../../../components/range-filter';
import { laboratoryOptions } from '../../../lib/laboratory-options';
import { usePermission } from '../../../lib/use-session';
import { PartyField } from './party-field';
import type { TransactionListState } from './transaction-list-state';

type Change = (patch: Partial<TransactionListState>) => void;

/** What the list of entries can be narrowed by; laboratories only for who reaches more than one. */
export function useTransactionFilters(
  state: TransactionListState,
  change: Change,
): { filters: Filter[]; typed: TypedFilter[] } {
  const seesAll = usePermission('transactions.view').scope === 'all';
  const laboratories = useQuery({ ...laboratoryOptions, enabled: seesAll });
  const laboratory: Filter = {
    label: 'Laboratory',
    options: (laboratories.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
    selected: state.laboratoryId ?? [],
    onChange: (selected) => change({ laboratoryId: orNone(selected) }),
  };
  return {
    filters: [...choicesOf(state, change), ...(seesAll ? [laboratory] : []), ...rareChoicesOf(state, change)],
    typed: typedOf(state, change),
  };
}

function choicesOf(state: TransactionListState, change: Change): Filter[] {
  return [
    {
      label: 'Status',
      options: optionsOf(transactionStatuses, transactionStatusLabels),
      selected: state.status ?? [],
      onChange: (selected) => change({ status: orNone(selected) as TransactionStatus[] | undefined }),
    },
    {
      label: 'Type',
      options: optionsOf(transactionTypes, transactionTypeLabels),
      selected: state.type ?? [],
      onChange: (selected) => {
        const type = orNone(selected) as TransactionType[] | undefined;
        const left = state.category?.filter((category) => categoriesFor(type).includes(category));
        change({ type, category: orNone(left ?? []) as TransactionCategory[] | undefined });
      },
    },
    {
      label: 'Category',
      options: optionsOf(categoriesFor(state.type), transactionCategoryLabels),
      selected: state.category ?? [],
      onChange: (selected) => change({ category: orNone(selected) as TransactionCategory[] | undefined }),
    },
  ];
}

function rareChoicesOf(state: TransactionListState, change: Change): Filter[] {
  return [
    {
      label: 'Payment method',
      rare: true,
      options: optionsOf(paymentMethods, paymentMethodLabels),
      selected: state.paymentMethod ?? [],
      onChange: (selected) => change({ paymentMethod: orNone(selected) as PaymentMethod[] | undefined }),
    },
    {
      label: 'Exceptions',
      rare: true,
      options: optionsOf(transactionFlags, transactionFlagLabels),
      selected: state.flag ?? [],
      onChange: (selected) => change({ flag: orNone(selected) as TransactionFlag[] | undefined }),
    },
    {
      label: 'Concerning me',
      rare: true,
      options: [
        { value: 'mine', label: 'Entered by me' },
        { value: 'waitingForMe', label: 'Waiting for me' },
      ],
      selected: [state.mine && 'mine', state.waitingForMe && 'waitingForMe'].filter((value) => value !== undefined),
      onChange: (selected) =>
        change({
          mine: selected.includes('mine') ? 'true' : undefined,
          waitingForMe: selected.includes('waitingForMe') ? 'true' : undefined,
        }),
    },
  ];
}

function typedOf(state: TransactionListState, change: Change): TypedFilter[] {
  return [
    dayRangeFilter({
      label: 'Date',
      from: state.from,
      to: state.to,
      onChange: ({ from, to }) => change({ from, to }),
    }),
    amountRangeFilter({
      label: 'Amount',
      from: state.minAmount,
      to: state.maxAmount,
      onChange: ({ from, to }) => change({ minAmount: from, maxAmount: to }),
    }),
    {
      label: 'Party',
      summary: state.party,
      onClear: () => change({ party: undefined }),
      fields: <PartyField key={state.party ?? ''} party={state.party} onChange={(party) => change({ party })} />,
      rare: true,
    },
  ];
}

/** The categories of the chosen types; of both where none is. */
function categoriesFor(types: readonly TransactionType[] | undefined): readonly TransactionCategory[] {
  return types === undefined ? transactionCategories : types.flatMap((type) => categoriesOf[type]);
}

const sortLabels: Record<TransactionListState['sort'], string> = {
  '-date': 'Date, latest first',
  date: 'Date, earliest first',
  '-amountPaise': 'Largest amount first',
  amountPaise: 'Smallest amount first',
  '-transactionNo': 'Number, last first',
  transactionNo: 'Number, first first',
  '-createdAt': 'Entered last',
  createdAt: 'Entered first',
};

/** What the list can be ordered by, for a phone. */
export function transactionSortOf({ sort }: TransactionListState, change: Change): Sort {
  return {
    options: Object.entries(sortLabels).map(([value, label]) => ({ value, label })),
    selected: sort,
    onChange: (selected) => change({ sort: selected as TransactionListState['sort'] }),
  };
}

function optionsOf<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, label: labels[value] }));
}

function orNone(selected: readonly string[]): string[] | undefined {
  return selected.length === 0 ? undefined : [...selected];
}
