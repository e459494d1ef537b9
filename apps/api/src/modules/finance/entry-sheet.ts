import {
  entryFaults,
  type ImportTransactionsBody,
  paymentMethodLabels,
  type SheetFormat,
  transactionCategoryLabels,
  transactionExportColumns as headings,
  type TransactionExportQuery,
  transactionFields,
  transactionFlagLabels,
  type TransactionImport,
  transactionStatusLabels,
  type TransactionType,
  transactionTypeLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../../platform/domain/actor';
import type { FileStream } from '../../platform/http/file-stream';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { assertExportable, choiceRule, defineSheet, writesRows } from '../../platform/sheet/sheet';
import { NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import {
  LaboratoriesPort,
  type LaboratoryRow,
  namedInLine,
  type SheetLaboratories,
} from '../laboratories/laboratories.port';
import { Books, type ClosedDays, FINANCE_LOCK } from './books/books';
import { EnterEntry, type Posting } from './enter-entry';
import { signedPaise } from './entry/entry';
import type { TransactionRow } from './entry/entry.document';
import { EntryRepository } from './entry/entry.repository';
import { dateFault, duplicateKeys, postingContext, toReferenceKey } from './entry/new-entry';
import { EntryQueries } from './entry-queries';

export const MAX_EXPORT_ROWS = 50_000;

type ExportedEntry = { entry: TransactionRow; laboratory: LaboratoryRow | null };

const { amount, date, description, party, reference } = transactionFields;

const transactionSheet = defineSheet<ExportedEntry>()({
  name: 'Transactions',
  headings,
  label: ['description', 'party'],
  columns: {
    transactionNo: { width: 22, value: ({ entry }) => entry.transactionNo },
    date: { kind: 'day', width: 12, value: ({ entry }) => entry.date, read: date.optional() },
    type: {
      width: 10,
      value: ({ entry }) => transactionTypeLabels[entry.type],
      read: choiceRule(headings.type, transactionTypeLabels),
      required: true,
    },
    amount: { kind: 'amount', width: 16, value: ({ entry }) => signedPaise(entry), read: amount, required: true },
    category: {
      width: 24,
      value: ({ entry }) => transactionCategoryLabels[entry.category],
      read: choiceRule(headings.category, transactionCategoryLabels),
      required: true,
    },
    paymentMethod: {
      width: 16,
      value: ({ entry }) => paymentMethodLabels[entry.paymentMethod],
      read: choiceRule(headings.paymentMethod, paymentMethodLabels),
      required: true,
    },
    reference: { width: 22, value: ({ entry }) => entry.reference, read: reference },
    party: { width: 28, value: ({ entry }) => entry.party, read: party },
    description: { width: 40, value: ({ entry }) => entry.description, read: description, required: true },
    laboratoryId: { width: 16, value: ({ laboratory }) => laboratory?.code ?? null, read: z.string().toUpperCase() },
    status: { width: 18, value: ({ entry }) => transactionStatusLabels[entry.status] },
    flags: { width: 30, value: ({ entry }) => joined(entry.flags.map((flag) => transactionFlagLabels[flag])) },
    reversalOf: { width: 22, value: ({ entry }) => entry.reversalOf?.transactionNo ?? null },
    reversedBy: { width: 22, value: ({ entry }) => entry.reversedBy?.transactionNo ?? null },
    createdBy: { width: 22, value: ({ entry }) => entry.createdBy.name },
    createdAt: {
      kind: 'moment',
      width: 28,
      value: ({ entry, laboratory }) => ({ at: entry.createdAt, timezone: laboratory?.timezone ?? NETWORK_TIMEZONE }),
    },
    approvals: { width: 30, value: ({ entry }) => joined(entry.approvals.map(({ by }) => by.name)) },
    rejectionReason: { width: 30, value: ({ entry }) => entry.rejection?.reason ?? null },
    receipts: { kind: 'count', width: 10, value: ({ entry }) => entry.receipts.length },
  },
});

type TransactionLine = Awaited<ReturnType<typeof transactionSheet.read>>[number];

/** A row of the sheet; with a posting if it has no fault. */
type ParsedRow = { line: TransactionLine; laboratory: LaboratoryRow | null; posting: Posting | undefined };

type ImportContext = { actor: Actor; laboratories: SheetLaboratories; closed: ClosedDays; now: Date };

/** A validated file; `toCreate` is empty if nothing is to be written. */
type PreparedImport = Omit<TransactionImport, 'applied' | 'created'> & { toCreate: readonly ParsedRow[] };

/** Export and import of entries. */
@Injectable()
export class EntrySheets {
  constructor(
    private readonly transactions: EntryRepository,
    private readonly queries: EntryQueries,
    private readonly entering: EnterEntry,
    private readonly laboratories: LaboratoriesPort,
    private readonly books: Books,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The filtered list as a file that an import can read.
   * @throws DomainError EXPORT_TOO_LARGE with the number of entries.
   */
  async export(actor: Actor, { format, ...query }: TransactionExportQuery): Promise<FileStream> {
    const scope = actor.scope('transactions.export');
    const filter = await this.queries.filter(actor, scope, query);
    assertExportable(await this.transactions.count(scope, filter), MAX_EXPORT_ROWS, 'entries');
    const today = await this.laboratories.readDay(actor, this.clock.now());
    const entries = this.withLaboratories(this.transactions.each(scope, filter, query.sort));
    return transactionSheet.export(actor, `transactions-${today}`, format, entries);
  }

  template(actor: Actor, format: SheetFormat): Promise<FileStream> {
    return transactionSheet.template(actor, 'transactions-import', format);
  }

  /**
   * Reads and validates the whole file.
   * @throws DomainError SHEET_UNREADABLE, FORBIDDEN without `transactions.create`.
   */
  async prepareImport(
    actor: Actor,
    { content, ...wanted }: ImportTransactionsBody,
  ): Promise<() => Promise<TransactionImport>> {
    const scope = actor.scope('transactions.create');
    const { lines, laboratories } = await this.laboratories.readSheet(transactionSheet, { actor, scope, content });
    const context = { actor, laboratories, closed: await this.books.closedDays(), now: this.clock.now() };
    const rows = lines.map((line) => parseRow(line, context));
    for (const [line, message] of await this.usedReferences(actor, rows)) line.addFault('reference', message);
    const faults = transactionSheet.listFaults(lines);
    const valid = rows.filter(({ line }) => line.complete);
    const duplicates = await this.duplicatesAmong(actor, valid);
    const toCreate = writesRows(wanted, { valid, faults }) ? valid : [];
    const totals = sheetTotals(wanted.validRowsOnly ? valid : rows);
    return () => this.apply(actor, { rows: lines.length, faults, ...totals, duplicates, toCreate });
  }

  /**
   * Creates the entries in the order of the file, unless one of their references has come into use since it was read.
   * @throws DomainError LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, PERIOD_LOCKED if that has changed since then.
   */
  private apply(actor: Actor, { toCreate, ...prepared }: PreparedImport): Promise<TransactionImport> {
    if (toCreate.length === 0) return Promise.resolve({ applied: false, ...prepared, created: [] });
    return this.unitOfWork.exclusive(FINANCE_LOCK, laboratoryIdsOf(toCreate), async () => {
      const scope = actor.scope('transactions.create');
      for (const id of laboratoryIdsOf(toCreate)) await this.laboratories.getForNewRecords(scope, id);
      const faults = [...(await this.usedReferences(actor, toCreate))].map(([{ row, label, cells }, message]) => {
        return { row, label, cells, errors: [{ field: headings.reference, message }] };
      });
      if (faults.length > 0) {
        return { applied: false, ...prepared, faults: [...prepared.faults, ...faults], created: [] };
      }
      const postings = toCreate.flatMap(({ posting }) => posting ?? []);
      const entered = await this.entering.post(actor, postings);
      const created = entered.map(({ _id, transactionNo }) => ({ _id: _id.toHexString(), transactionNo }));
      return { applied: true, ...prepared, created };
    });
  }

  /** Rows whose reference is already in use in their laboratory, by an entry or by an earlier row. */
  private async usedReferences(actor: Actor, rows: readonly ParsedRow[]): Promise<Map<TransactionLine, string>> {
    const faults = new Map<TransactionLine, string>();
    for (const id of laboratoryIdsOf(rows)) {
      const referenced = rows.flatMap(({ line, laboratory }) => {
        const { reference } = line.values;
        return laboratory?._id.equals(id) && reference ? [{ line, key: toReferenceKey(reference) }] : [];
      });
      const keys = referenced.map(({ key }) => key);
      const existing = await this.transactions.findByReference(LabScope.ofLaboratory(id), keys);
      const rowByKey = new Map<string, number>();
      for (const { line, key } of referenced) {
        const [transactionNo, earlier] = [existing.get(key), rowByKey.get(key)];
        const holder = sees(actor, id) ? transactionNo : 'Another entry';
        if (transactionNo !== undefined) faults.set(line, `${holder} already has this reference`);
        else if (earlier !== undefined) faults.set(line, `Row ${earlier} has the same reference`);
        else rowByKey.set(key, line.row);
      }
    }
    return faults;
  }

  /** Valid rows that look like an earlier row, or like an existing entry that the person can see. */
  private async duplicatesAmong(actor: Actor, rows: readonly ParsedRow[]): Promise<TransactionImport['duplicates']> {
    const originals = new Map<string, string>();
    for (const id of laboratoryIdsOf(rows)) {
      const entries = rows.flatMap(({ posting }) => (posting?.laboratory._id.equals(id) ? posting.entry : []));
      if (!sees(actor, id)) continue;
      const existing = await this.transactions.findAlike(LabScope.ofLaboratory(id), {
        dates: [...new Set(entries.flatMap(({ date }) => date ?? []))],
        amounts: [...new Set(entries.map(({ amountPaise }) => amountPaise))],
      });
      for (const entry of existing) originals.set(duplicateKey(id, entry), entry.transactionNo);
    }
    return rows.flatMap(({ line: { row, label }, posting }) => {
      if (!posting) return [];
      const likeness = duplicateKey(posting.laboratory._id.toHexString(), posting.entry);
      const of = originals.get(likeness);
      if (of === undefined) originals.set(likeness, `row ${row}`);
      return of === undefined ? [] : [{ row, label, of }];
    });
  }

  private async *withLaboratories(entries: AsyncIterable<TransactionRow>) {
    const laboratories = new Map<string, LaboratoryRow | null>();
    for await (const entry of entries) {
      const id = entry.laboratoryId.toHexString();
      const laboratory = laboratories.get(id) ?? (await this.laboratories.find(id));
      laboratories.set(id, laboratory);
      yield { entry, laboratory };
    }
  }
}

/** Sorted, so that concurrent imports take the laboratories in the same order and none waits for another in a cycle. */
function laboratoryIdsOf(rows: readonly ParsedRow[]): string[] {
  return [...new Set(rows.flatMap(({ laboratory }) => laboratory?._id.toHexString() ?? []))].sort();
}

/** Whether the person can see the entries of the laboratory, and not only enter some. */
function sees(actor: Actor, laboratoryId: string): boolean {
  return actor.may('transactions.view') && actor.scope('transactions.view').reaches(laboratoryId);
}

/** Equal for entries that look the same. */
function duplicateKey(laboratoryId: string, entry: Parameters<typeof duplicateKeys>[0]): string {
  return JSON.stringify([laboratoryId, duplicateKeys(entry)]);
}

/** Adds the faults of the row itself. Whether its reference is already in use is checked separately. */
function parseRow(line: TransactionLine, context: ImportContext): ParsedRow {
  const laboratory = namedInLine(line, context.laboratories(line.values.laboratoryId ?? ''), 'enterRecords');
  const postingDate = laboratory ? dateIn(line, laboratory, context) : undefined;
  const { type, category, paymentMethod, reference: ownReference = null } = line.values;
  if (type && category && paymentMethod) {
    const faults = entryFaults({ type, category, paymentMethod, reference: ownReference });
    for (const { field, message } of faults) line.addFault(field, message);
  }
  const { complete } = line;
  if (!laboratory || !complete) return { line, laboratory, posting: undefined };
  const { amount: amountPaise, laboratoryId: _, ...entry } = complete;
  return { line, laboratory, posting: { laboratory, entry: { ...entry, amountPaise, date: postingDate } } };
}

/** The totals of all amounts that can be read. */
function sheetTotals(rows: readonly ParsedRow[]): { incomePaise: number; expensePaise: number } {
  const totalOf = (wanted: TransactionType) =>
    rows.reduce((sum, { line: { values } }) => (values.type === wanted ? sum + (values.amount ?? 0) : sum), 0);
  return { incomePaise: totalOf('income'), expensePaise: totalOf('expense') };
}

/** Defaults to the laboratory's today. */
function dateIn(line: TransactionLine, laboratory: LaboratoryRow, { actor, closed, now }: ImportContext): string {
  const context = postingContext(laboratory, closed.of(laboratory._id.toHexString()), now);
  const postingDate = line.values.date ?? context.today;
  const fault = dateFault(postingDate, actor.role, context);
  if (fault) line.addFault('date', fault.message);
  return postingDate;
}

function joined(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(', ');
}
