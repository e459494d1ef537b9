import Link from '@mui/material/Link';
import {
  type RehearsedEntries,
  type TransactionRehearsal as Rehearsed,
  TransactionRehearsalQuery,
} from '@shifa/contract';
import type { RehearsalProps } from '../../screens/detail/laboratory-extensions';
import { BeforeAfter, isProposed, Rehearsal, type RehearsedColumn, type RehearsedValue } from '../../screens/rehearsal';
import { api } from '../../data/api';
import { formatCount, formatDay, formatMoney } from '../../lib/format';
import { queryOf } from '../../data/queries';
import { useDebounced } from '../../lib/use-debounced';
import { entryPath } from './finance-navigation';

type Row = Rehearsed['periods'][number]['rows'][number];

const values: readonly RehearsedValue<keyof RehearsedEntries>[] = [
  { name: 'twoApprovals', nouns: ['entry with two approvals', 'entries with two approvals'] },
  { name: 'aboveLimit', nouns: ['entry above the limit', 'entries above the limit'] },
  { name: 'backDated', nouns: ['backdated entry', 'backdated entries'] },
];

const isFlagged = ({ flags }: Row['before'], flag: Row['before']['flags'][number]) => flags.includes(flag);

const flagColumn = (head: string, flag: Row['before']['flags'][number]): RehearsedColumn<Row> => ({
  head,
  cell: ({ before, after }) => (
    <BeforeAfter before={isFlagged(before, flag) ? 'Yes' : 'No'} after={isFlagged(after, flag) ? 'Yes' : 'No'} />
  ),
  differs: ({ before, after }) => isFlagged(before, flag) !== isFlagged(after, flag),
});

const columns: readonly RehearsedColumn<Row>[] = [
  {
    head: 'Approvals',
    cell: ({ before, after }) => (
      <BeforeAfter before={formatCount(before.approvals)} after={formatCount(after.approvals)} />
    ),
  },
  { head: 'Amount', cell: ({ entry }) => formatMoney(entry.amountPaise) },
  flagColumn('Above the limit', 'above_limit'),
  flagColumn('Backdated', 'back_dated'),
  { head: 'Date', cell: ({ entry }) => formatDay(entry.date) },
];

/** What other approval rules would have made of the last entries. */
export function TransactionRehearsal({ laboratory, proposed }: RehearsalProps) {
  const inForce = laboratory.policies.finance;
  const typed = {
    approvalLimitPaise: useDebounced(proposed.finance.approvalLimitPaise),
    backdatedAfterDays: useDebounced(proposed.finance.backdatedAfterDays),
  };
  const asked = TransactionRehearsalQuery.safeParse({ laboratoryId: laboratory._id, ...typed });
  return (
    <Rehearsal
      query={
        isProposed(typed, inForce) && asked.success
          ? queryOf(api.transactions.rehearsal, { query: asked.data })
          : undefined
      }
      nouns={['entry', 'entries']}
      values={values}
      subject={{
        head: 'Entry',
        cell: ({ entry }) => (
          // In another tab, because what is typed here is not saved yet.
          <Link href={entryPath(entry)} target="_blank" rel="noopener" className="tabular">
            {entry.transactionNo}
          </Link>
        ),
      }}
      keyOf={({ entry }) => entry._id}
      columns={columns}
    />
  );
}
