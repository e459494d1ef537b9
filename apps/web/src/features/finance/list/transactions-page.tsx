import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { GridTools } from '../../../components/data-grid/grid-tools';
import { FilterBar } from '../../../components/filter-bar';
import { NoResults } from '../../../components/no-results';
import { SearchInput } from '../../../components/search-input';
import { useUrlState } from '../../../lib/use-url-state';
import { BulkDecideDialog } from '../decide/bulk-decide-dialog';
import { DecideBar } from '../decide/decide-bar';
import { RejectEntry } from '../decide/reject-entry';
import type { BulkDeed } from '../decide/use-bulk-decide';
import { useChosenEntries } from '../decide/use-chosen-entries';
import { TransactionDeedDialog } from '../deeds/transaction-deed-dialog';
import { transactionQueries } from '../transaction.queries';
import { ExportMenu } from './export-menu';
import { NothingEntered } from './nothing-entered';
import { transactionSortOf, useTransactionFilters } from './transaction-filters';
import { isNarrowed, narrowingOf, nothingNarrowed, TransactionListState } from './transaction-list-state';
import { transactionGrid, TransactionTable, useTransactionColumns } from './transaction-table';
import { TransactionTotals } from './transaction-totals';
import { useRowDeeds } from './use-row-deeds';

/** Every entry within reach, to be found, summed up, decided and exported. */
export function TransactionsPage() {
  const [state, change] = useUrlState(TransactionListState);
  const query = useQuery(transactionQueries.list(state));
  const chosen = useChosenEntries(query.data?.data);
  const [bulk, setBulk] = useState<BulkDeed>();
  const { filters, typed } = useTransactionFilters(state, change);
  const columns = useTransactionColumns().filter(({ hideable }) => hideable !== false);
  const row = useRowDeeds((id) => chosen.drop([id]));

  const clear = () => change(nothingNarrowed);
  const decideChosen = (deed: BulkDeed) => {
    const [only] = chosen.entries;
    // One approval is undisputed; a rejection always asks why.
    if (deed === 'approve' && chosen.entries.length === 1 && only) row.decide.approve(only);
    else setBulk(deed);
  };
  const empty = isNarrowed(state) ? (
    <NoResults thing="entry" search={state.search} filters={filters} typed={typed} onClear={clear} />
  ) : (
    <NothingEntered />
  );
  return (
    <>
      <FilterBar
        search={
          <SearchInput
            label="Search entries"
            value={state.search ?? ''}
            onChange={(search) => change({ search: search === '' ? undefined : search })}
          />
        }
        filters={filters}
        typed={typed}
        sort={transactionSortOf(state, change)}
        onClear={clear}
        tools={
          <Stack direction="row" useFlexGap sx={{ gap: 2, ml: { sm: 'auto' }, flexWrap: 'wrap' }}>
            <GridTools grid={transactionGrid} schema={TransactionListState} columns={columns} />
            <ExportMenu state={state} />
          </Stack>
        }
      />
      <DecideBar entries={chosen.entries} pending={row.decide.pending} onDeed={decideChosen} onClear={chosen.clear} />
      <TransactionTable
        query={query}
        state={state}
        onChange={(patch) => change(patch as Partial<TransactionListState>)}
        selection={{ ids: chosen.ids, onChange: chosen.choose }}
        empty={empty}
        onOpen={row.show}
        actionsFor={row.actionsFor}
      />
      <TransactionTotals filter={narrowingOf(state)} />
      {bulk && (
        <BulkDecideDialog
          deed={bulk}
          entries={chosen.entries}
          onDecided={chosen.drop}
          onClose={() => setBulk(undefined)}
        />
      )}
      <AskedDeed {...row} />
    </>
  );
}

/** The dialog of the deed that was chosen from a row's menu. */
function AskedDeed({ asked, decide, close, show }: ReturnType<typeof useRowDeeds>) {
  if (!asked) return null;
  const { deed, entry } = asked;
  if (deed !== 'reject') return <TransactionDeedDialog deed={deed} entry={entry} onClose={close} onReversed={show} />;
  return <RejectEntry entry={entry} decide={decide} onCancel={close} />;
}
