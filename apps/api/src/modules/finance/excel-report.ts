import {
  isCounted,
  isWaiting,
  paymentMethodLabels,
  transactionCategoryLabels,
  transactionFlagLabels,
  transactionStatusLabels,
  transactionTypeLabels,
} from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Filter } from '../../platform/mongo/scoped-repository';
import { laboratoryIn } from '../laboratories/laboratories.port';
import {
  column,
  type ReportContent,
  type ReportRequest,
  ReportSources,
  type SheetColumn,
  type SheetRow,
  type SheetTable,
} from '../reports/reports.port';
import { byCategory, groupRows, type LedgerTotal, sumUp, timeRows } from './totals/sums';
import { LedgerTotals } from './totals/ledger-totals';
import { totalsDimensions } from './totals/ledger-totals.repository';
import { signedPaise } from './entry/entry';
import type { TransactionRow } from './entry/entry.document';
import { EntryRepository } from './entry/entry.repository';

const { text, day, amount, moment, sum, total } = column;
const sums = [
  sum('Income'),
  sum('Expense'),
  sum('Net'),
  total('Entries'),
  sum('Pending income'),
  sum('Pending expense'),
];

const rules = [
  'Income and expense include approved and reversed entries. A reversal counts as negative on its own day.',
  'Pending entries are shown separately and not counted. Rejected and cancelled entries are listed but not counted.',
  'An entry counts on its date, not on the day it was entered or approved.',
];

/** The financial report: the ledger totals of the period, and the entries that they are made of. */
@Injectable()
export class ExcelReport implements OnModuleInit {
  constructor(
    private readonly sources: ReportSources,
    private readonly totals: LedgerTotals,
    private readonly transactions: EntryRepository,
  ) {}

  onModuleInit(): void {
    this.sources.register({ kind: 'financial', ledger: 'money', prepare: (request) => this.prepare(request) });
  }

  private async prepare(request: ReportRequest): Promise<ReportContent> {
    const { scope, from, to, laboratories } = request;
    const filter = { date: { $gte: from, $lte: to } };
    const laboratoryId = laboratories.size === 1 ? [...laboratories.keys()] : undefined;
    const entries = await this.transactions.count(scope, filter);
    const totals = await this.totals.read(scope, { from, to, laboratoryId }, { by: totalsDimensions });
    return {
      count: entries,
      noun: 'entries',
      rules,
      tables: [...summaries(request, totals), this.entries(request, filter), this.exceptions(request, filter)],
    };
  }

  private entries(request: ReportRequest, filter: Filter): SheetTable {
    return {
      name: 'Transactions',
      keyColumns: 1,
      columns: [
        ...entryColumns,
        sum('Income'),
        sum('Expense'),
        sum('Pending income'),
        sum('Pending expense'),
        text('Entered by', 22),
        moment('Entered at'),
        text('Approved by', 30),
        text('Reversal of', 22),
        text('Reversed by', 22),
      ],
      rows: this.rows(request, filter, (entry) => [
        ...entryCells(request, entry),
        ...[isCounted(entry.status), isWaiting(entry.status)].flatMap((applies) =>
          (['income', 'expense'] as const).map((type) => (applies && entry.type === type ? signedPaise(entry) : null)),
        ),
        entry.createdBy.name,
        { at: entry.createdAt, timezone: laboratoryIn(request.laboratories, entry.laboratoryId).timezone },
        entry.approvals.map(({ by }) => by.name).join(', ') || null,
        entry.reversalOf?.transactionNo ?? null,
        entry.reversedBy?.transactionNo ?? null,
      ]),
    };
  }

  private exceptions(request: ReportRequest, filter: Filter): SheetTable {
    const unusual = {
      $or: [
        { flagSet: { $ne: null } },
        { status: 'rejected' },
        { reversalOf: { $ne: null } },
        { reversedBy: { $ne: null } },
      ],
    };
    return {
      name: 'Exceptions',
      columns: [...entryColumns, text('Why', 60)],
      rows: this.rows(request, { $and: [filter, unusual] }, (entry) => [
        ...entryCells(request, entry),
        listReasons(entry).join('; '),
      ]),
    };
  }

  private async *rows(
    { scope }: ReportRequest,
    filter: Filter,
    toCells: (entry: TransactionRow) => SheetRow,
  ): AsyncGenerator<SheetRow> {
    for await (const entry of this.transactions.eachForReport(scope, filter)) yield toCells(entry);
  }
}

const entryColumns: SheetColumn[] = [
  text('Entry no', 22),
  day('Date'),
  text('Laboratory', 12),
  text('Type', 10),
  text('Category', 24),
  text('Payment method', 16),
  text('Reference', 22),
  text('Party', 28),
  text('Description', 40),
  text('Status', 18),
  amount('Amount'),
];

function entryCells(request: ReportRequest, entry: TransactionRow): SheetRow {
  return [
    entry.transactionNo,
    entry.date,
    laboratoryIn(request.laboratories, entry.laboratoryId).code,
    transactionTypeLabels[entry.type],
    transactionCategoryLabels[entry.category],
    paymentMethodLabels[entry.paymentMethod],
    entry.reference,
    entry.party,
    entry.description,
    transactionStatusLabels[entry.status],
    signedPaise(entry),
  ];
}

function listReasons({ flags, status, rejection, reversalOf, credit, reversedBy }: TransactionRow): string[] {
  return [
    ...flags.map((flag) => transactionFlagLabels[flag]),
    ...(status === 'rejected' ? [`Rejected: ${rejection?.reason ?? ''}`] : []),
    ...(credit ? [`Credit note ${credit.number}`] : []),
    ...(reversalOf && !credit ? [`Reverses ${reversalOf.transactionNo}`] : []),
    ...(reversedBy ? [`Reversed by ${reversedBy.transactionNo}`] : []),
  ];
}

function summaries({ from, to, laboratories }: ReportRequest, totals: readonly LedgerTotal[]): SheetTable[] {
  const period = { from, to };
  const all = sumUp(totals);
  const nameOf = (id: string) => laboratories.get(id)?.name ?? id;
  return [
    {
      name: 'Summary',
      columns: [text('Total', 24), amount('Amount'), column.count('Entries')],
      rows: [
        ['Income', BigInt(all.incomePaise), null],
        ['Expense', BigInt(all.expensePaise), null],
        ['Net', BigInt(all.netPaise), all.count],
        ['Pending income', BigInt(all.pending.incomePaise), null],
        ['Pending expense', BigInt(all.pending.expensePaise), null],
        ['Pending', null, all.pending.count],
      ],
    },
    {
      name: 'By category',
      columns: [text('Type', 12), text('Category', 28), amount('Amount'), total('Entries')],
      rows: byCategory(totals, []).map(({ type, category, amountPaise, count: entries }) => [
        transactionTypeLabels[type],
        transactionCategoryLabels[category],
        BigInt(amountPaise),
        entries,
      ]),
    },
    { name: 'By month', columns: [text('Month', 16), ...sums], rows: timeRows('month', period, totals).map(toCells) },
    {
      name: 'By laboratory',
      columns: [text('Laboratory', 34), ...sums],
      rows: groupRows(period, ({ laboratoryId }) => laboratoryId, nameOf, totals).map(toCells),
    },
  ];
}

function toCells({ label, pending, ...row }: ReturnType<typeof timeRows>[number]): SheetRow {
  const paise = [row.incomePaise, row.expensePaise, row.netPaise].map(BigInt);
  return [label, ...paise, row.count, BigInt(pending.incomePaise), BigInt(pending.expensePaise)];
}
