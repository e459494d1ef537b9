import {
  type ImportTransactionsBody,
  type SheetFormat,
  transactionExportColumns,
  type TransactionExportQuery,
  type TransactionImport,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import type { FileStream } from '../../../platform/http/file-stream';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { assertExportable } from '../../../platform/sheet/sheet';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { PeriodCloseService } from '../period-close/period-close.service';
import { likenessOf, referenceKeyOf } from './transaction-derived';
import { TransactionFilters } from './transaction-filters.service';
import { TransactionPostingService } from './transaction-posting.service';
import { type ParsedRow, parseRow, sheetTotals, type TransactionLine, transactionSheet } from './transaction-sheet';
import type { TransactionRow } from './transaction.document';
import { TransactionRepository } from './transaction.repository';

export const MAX_EXPORT_ROWS = 50_000;

/** A validated file; `toCreate` is empty if nothing is to be written. */
type PreparedImport = Omit<TransactionImport, 'applied' | 'created'> & { toCreate: readonly ParsedRow[] };

/** Export and import of entries. */
@Injectable()
export class TransactionSheetService {
  constructor(
    private readonly transactions: TransactionRepository,
    private readonly filters: TransactionFilters,
    private readonly posting: TransactionPostingService,
    private readonly laboratories: LaboratoriesPort,
    private readonly periods: PeriodCloseService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The filtered list as a file that an import can read.
   * @throws DomainError EXPORT_TOO_LARGE with the number of entries.
   */
  async export(actor: Actor, { format, ...query }: TransactionExportQuery): Promise<FileStream> {
    const scope = actor.scope('transactions.export');
    const filter = await this.filters.of(actor, scope, query);
    assertExportable(await this.transactions.count(scope, filter), MAX_EXPORT_ROWS, 'entries');
    const own = actor.laboratoryId === null ? null : await this.laboratories.find(actor.laboratoryId);
    const today = businessDay(this.clock.now(), own?.timezone ?? NETWORK_TIMEZONE);
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
    { content, dryRun, validRowsOnly }: ImportTransactionsBody,
  ): Promise<() => Promise<TransactionImport>> {
    const scope = actor.scope('transactions.create');
    const lines = await transactionSheet.read(actor, content, scope.reachesAll ? ['laboratoryId'] : []);
    const codes = lines.map(({ values }) => values.laboratoryId ?? '');
    const [laboratories, closed] = await Promise.all([
      this.laboratories.namedInSheet(scope, codes),
      this.periods.closedDays(),
    ]);
    const context = { actor, laboratories, closed, now: this.clock.now() };
    const rows = lines.map((line) => parseRow(line, context));
    for (const [line, message] of await this.usedReferences(rows)) line.addFault('reference', message);
    const faults = transactionSheet.faultsOf(lines);
    const valid = rows.filter(({ line }) => line.complete);
    const duplicates = await this.duplicatesAmong(valid);
    const toCreate = dryRun || (faults.length > 0 && !validRowsOnly) ? [] : valid;
    const totals = sheetTotals(validRowsOnly ? valid : rows);
    return () => this.apply(actor, { rows: lines.length, faults, ...totals, duplicates, toCreate });
  }

  /**
   * Creates the entries in the order of the file, unless one of their references has come into use since it was read.
   * @throws DomainError LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, PERIOD_LOCKED if that has changed since then.
   */
  private apply(actor: Actor, { toCreate, ...prepared }: PreparedImport): Promise<TransactionImport> {
    if (toCreate.length === 0) return Promise.resolve({ applied: false, ...prepared, created: [] });
    return this.unitOfWork.exclusive('finance', laboratoryIdsOf(toCreate), async () => {
      const scope = actor.scope('transactions.create');
      for (const id of laboratoryIdsOf(toCreate)) await this.posting.laboratoryToPostTo(scope, id);
      const faults = [...(await this.usedReferences(toCreate))].map(([{ row, label, cells }, message]) => {
        return { row, label, cells, errors: [{ field: transactionExportColumns.reference, message }] };
      });
      if (faults.length > 0) {
        return { applied: false, ...prepared, faults: [...prepared.faults, ...faults], created: [] };
      }
      const postings = toCreate.flatMap(({ posting }) => posting ?? []);
      const entered = await this.posting.post(actor, postings);
      const created = entered.map(({ _id, transactionNo }) => ({ _id: _id.toHexString(), transactionNo }));
      return { applied: true, ...prepared, created };
    });
  }

  /** Rows whose reference is already in use in their laboratory, by an entry or by an earlier row. */
  private async usedReferences(rows: readonly ParsedRow[]): Promise<Map<TransactionLine, string>> {
    const faults = new Map<TransactionLine, string>();
    for (const id of laboratoryIdsOf(rows)) {
      const referenced = rows.flatMap(({ line, laboratory }) => {
        const { reference } = line.values;
        return laboratory?._id.equals(id) && reference ? [{ line, key: referenceKeyOf(reference) }] : [];
      });
      const keys = referenced.map(({ key }) => key);
      const existing = await this.transactions.findByReference(LabScope.ofLaboratory(id), keys);
      const rowByKey = new Map<string, number>();
      for (const { line, key } of referenced) {
        const [transactionNo, earlier] = [existing.get(key), rowByKey.get(key)];
        if (transactionNo !== undefined) faults.set(line, `${transactionNo} already has this reference`);
        else if (earlier !== undefined) faults.set(line, `Row ${earlier} has the same reference`);
        else rowByKey.set(key, line.row);
      }
    }
    return faults;
  }

  /** Valid rows that look like an existing entry or an earlier row. */
  private async duplicatesAmong(rows: readonly ParsedRow[]): Promise<TransactionImport['duplicates']> {
    const originals = new Map<string, string>();
    for (const id of laboratoryIdsOf(rows)) {
      const entries = rows.flatMap(({ posting }) => (posting?.laboratory._id.equals(id) ? posting.entry : []));
      const existing = await this.transactions.findAlike(LabScope.ofLaboratory(id), {
        dates: [...new Set(entries.flatMap(({ date }) => date ?? []))],
        amounts: [...new Set(entries.map(({ amountPaise }) => amountPaise))],
      });
      for (const entry of existing) originals.set(keyOf(id, entry), entry.transactionNo);
    }
    return rows.flatMap(({ line: { row, label }, posting }) => {
      if (!posting) return [];
      const likeness = keyOf(posting.laboratory._id.toHexString(), posting.entry);
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

/** Equal for entries that look the same. */
function keyOf(laboratoryId: string, entry: Parameters<typeof likenessOf>[0]): string {
  return JSON.stringify([laboratoryId, likenessOf(entry)]);
}
