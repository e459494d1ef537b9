import {
  type ImportTransactionsBody,
  MAX_SHEET_ROWS,
  type SheetRowFault,
  transactionExportColumns,
  type TransactionImport,
  transactionSheetColumns,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { LabScope } from '../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { readTable } from '../../platform/sheet/sheet-reader';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { PeriodLocks } from './period-lock.service';
import { codeIn, faultIn, type ReadRow, readRow, sumsOf } from './transaction-import-rows';
import { referenceKeyOf } from './transaction-keys';
import { TransactionPlaces } from './transaction-places';
import { TransactionPosting } from './transaction-posting';
import { TransactionRepository } from './transaction.repository';

const required = ['type', 'amount', 'category', 'paymentMethod', 'description'] as const;

/** A sheet that was read and judged; its rows are there where they are to be written. */
type PreparedImport = Omit<TransactionImport, 'applied' | 'created'> & { toEnter: ReadRow[] };

/** Entries from a sheet, all or none. */
@Injectable()
export class TransactionImportService {
  constructor(
    private readonly entries: TransactionRepository,
    private readonly posting: TransactionPosting,
    private readonly places: TransactionPlaces,
    private readonly laboratories: LaboratoriesPort,
    private readonly locks: PeriodLocks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads and judges the whole file.
   * @throws DomainError SHEET_UNREADABLE, FORBIDDEN without `transactions.create`.
   */
  async prepare(actor: Actor, { content, dryRun }: ImportTransactionsBody): Promise<() => Promise<TransactionImport>> {
    const scope = actor.scope('transactions.create');
    const lines = await readTable(Buffer.from(content, 'base64'), {
      columns: transactionSheetColumns,
      ignored: Object.values(transactionExportColumns),
      required: scope.reachesAll ? [...required, 'laboratoryId'] : required,
      maxRows: MAX_SHEET_ROWS,
    });
    const [laboratories, ownLaboratory, lockedThrough] = await Promise.all([
      this.laboratories.findByCodes([...new Set(lines.map(codeIn))]),
      scope.laboratoryId === null ? null : this.laboratories.find(scope.laboratoryId),
      this.locks.through(),
    ]);
    const surroundings = {
      actor,
      scope,
      laboratories: new Map(laboratories.map((laboratory) => [laboratory.code, laboratory])),
      ownLaboratory,
      lockedThrough,
      now: this.clock.now(),
    };
    const rows = lines.map((line) => readRow(line, surroundings));
    const faults = faultsOf(rows, await this.knownReferences(rows));
    const toEnter = dryRun || faults.length > 0 ? [] : rows;
    const prepared = { rows: lines.length, faults, ...sumsOf(rows), toEnter };
    return () => this.apply(actor, prepared);
  }

  /**
   * Enters the rows in their order. What came into the books since the file was read is told as it would have been.
   * @throws DomainError LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, PERIOD_LOCKED when that came to be since.
   */
  private apply(actor: Actor, { toEnter, ...told }: PreparedImport): Promise<TransactionImport> {
    if (toEnter.length === 0) return Promise.resolve({ applied: false, ...told, created: [] });
    return this.unitOfWork.run(async () => {
      for (const id of laboratoriesOf(toEnter)) await this.places.toPost(actor.scope('transactions.create'), id);
      const faults = faultsOf(toEnter, await this.knownReferences(toEnter));
      if (faults.length > 0) return { applied: false, ...told, faults, created: [] };
      const postings = toEnter.flatMap(({ posting }) => posting ?? []);
      const entered = await this.posting.post(actor, postings);
      const created = entered.map(({ _id, transactionNo }) => ({ _id: _id.toHexString(), transactionNo }));
      return { applied: true, ...told, created };
    });
  }

  /** By their rows, those whose reference an entry of the laboratory bears already, or an earlier row for it. */
  private async knownReferences(rows: readonly ReadRow[]): Promise<Map<number, string>> {
    const known = new Map<number, string>();
    for (const id of laboratoriesOf(rows)) {
      const own = rows.flatMap(({ row, laboratory, reference }) =>
        laboratory?._id.equals(id) && reference !== null ? [{ row, key: referenceKeyOf(reference) }] : [],
      );
      const keys = own.map(({ key }) => key);
      const bearers = await this.entries.bearersOf(LabScope.ofLaboratory(id), keys);
      const rowByKey = new Map<string, number>();
      for (const { row, key } of own) {
        const [bearer, earlier] = [bearers.get(key), rowByKey.get(key)];
        if (bearer !== undefined) known.set(row, `${bearer} bears this reference already`);
        else if (earlier !== undefined) known.set(row, `Row ${earlier} bears the same reference`);
        else rowByKey.set(key, row);
      }
    }
    return known;
  }
}

function faultsOf(rows: readonly ReadRow[], known: ReadonlyMap<number, string>): SheetRowFault[] {
  return rows.flatMap(({ row, label, errors }) => {
    const reference = known.get(row);
    const all = reference === undefined ? errors : [...errors, faultIn('reference', reference)];
    return all.length === 0 ? [] : [{ row, label, errors: all }];
  });
}

/** In an order that all imports share, so that of two at once neither waits for the other. */
function laboratoriesOf(rows: readonly ReadRow[]): string[] {
  return [...new Set(rows.flatMap(({ laboratory }) => laboratory?._id.toHexString() ?? []))].sort();
}
