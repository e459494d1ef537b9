import {
  paymentMethodLabels,
  type SheetFormat,
  transactionCategoryLabels,
  transactionExportColumns,
  type TransactionExportQuery,
  transactionFlagLabels,
  transactionSheetColumns,
  transactionStatusLabels,
  transactionTypeLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { type SheetColumn, sheetFile, type SheetValue } from '../../platform/sheet/sheet-writer';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { signedPaise } from './finance-figures';
import { PeriodLocks } from './period-lock.service';
import { filterOf } from './transaction-filter';
import type { TransactionRow } from './transaction.document';
import { TransactionRepository } from './transaction.repository';

export const MAX_EXPORT_ROWS = 50_000;

type ExportField = keyof typeof transactionExportColumns;

const shapes: Record<ExportField, Omit<SheetColumn, 'heading'>> = {
  transactionNo: { kind: 'text', width: 22 },
  date: { kind: 'day', width: 12 },
  type: { kind: 'text', width: 10 },
  amount: { kind: 'amount', width: 16 },
  category: { kind: 'text', width: 24 },
  paymentMethod: { kind: 'text', width: 16 },
  reference: { kind: 'text', width: 22 },
  party: { kind: 'text', width: 28 },
  description: { kind: 'text', width: 40 },
  laboratoryId: { kind: 'text', width: 16 },
  status: { kind: 'text', width: 18 },
  flags: { kind: 'text', width: 30 },
  reversalOf: { kind: 'text', width: 22 },
  reversedBy: { kind: 'text', width: 22 },
  createdBy: { kind: 'text', width: 22 },
  createdAt: { kind: 'moment', width: 28 },
  approvals: { kind: 'text', width: 30 },
  rejectionReason: { kind: 'text', width: 30 },
  receipts: { kind: 'count', width: 10 },
};
const fields = Object.keys(shapes) as ExportField[];
const column = (field: ExportField): SheetColumn => ({ heading: transactionExportColumns[field], ...shapes[field] });
const columns = fields.map(column);
const importColumns = fields.filter((field) => field in transactionSheetColumns).map(column);

/** The list as a file that an import reads back. */
@Injectable()
export class TransactionExportService {
  constructor(
    private readonly entries: TransactionRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly locks: PeriodLocks,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError EXPORT_TOO_LARGE with how many there are. */
  async list(actor: Actor, { format, ...query }: TransactionExportQuery): Promise<File> {
    const scope = actor.scope('transactions.export');
    const filter = filterOf(query, { actor, lockedThrough: await this.locks.through() });
    const count = await this.entries.count(scope, filter);
    if (count > MAX_EXPORT_ROWS) {
      const [found, most] = [count, MAX_EXPORT_ROWS].map((number) => number.toLocaleString('en-US'));
      const message = `These are ${found} entries, and a file takes ${most}: narrow the filter`;
      throw new DomainError('EXPORT_TOO_LARGE', { message });
    }
    const own = actor.laboratoryId === null ? null : await this.laboratories.find(actor.laboratoryId);
    const today = businessDay(this.clock.now(), own?.timezone ?? NETWORK_TIMEZONE);
    const rows = this.rowsOf(this.entries.each(scope, filter, query.sort));
    return sheetFile(`transactions-${today}`, format, { name: 'Transactions', columns, rows });
  }

  template(format: SheetFormat): Promise<File> {
    return sheetFile('transactions-import', format, { name: 'Transactions', columns: importColumns, rows: [] });
  }

  private async *rowsOf(entries: AsyncIterable<TransactionRow>): AsyncGenerator<SheetValue[]> {
    const laboratories = new Map<string, LaboratoryRow | null>();
    for await (const entry of entries) {
      const id = entry.laboratoryId.toHexString();
      const laboratory = laboratories.get(id) ?? (await this.laboratories.find(id));
      laboratories.set(id, laboratory);
      const values = valuesOf(entry, laboratory);
      yield fields.map((field) => values[field]);
    }
  }
}

function valuesOf(entry: TransactionRow, laboratory: LaboratoryRow | null): Record<ExportField, SheetValue> {
  return {
    transactionNo: entry.transactionNo,
    date: entry.date,
    type: transactionTypeLabels[entry.type],
    amount: signedPaise(entry),
    category: transactionCategoryLabels[entry.category],
    paymentMethod: paymentMethodLabels[entry.paymentMethod],
    reference: entry.reference,
    party: entry.party,
    description: entry.description,
    laboratoryId: laboratory ? laboratory.code : null,
    status: transactionStatusLabels[entry.status],
    flags: listed(entry.flags.map((flag) => transactionFlagLabels[flag])),
    reversalOf: entry.reversalOf ? entry.reversalOf.transactionNo : null,
    reversedBy: entry.reversedBy ? entry.reversedBy.transactionNo : null,
    createdBy: entry.createdBy.name,
    createdAt: { at: entry.createdAt, timezone: laboratory?.timezone ?? NETWORK_TIMEZONE },
    approvals: listed(entry.approvals.map(({ by }) => by.name)),
    rejectionReason: entry.rejection ? entry.rejection.reason : null,
    receipts: entry.receipts.length,
  };
}

function listed(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(', ');
}
