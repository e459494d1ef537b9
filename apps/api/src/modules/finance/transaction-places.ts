import { financialYearOf, transactionNo } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../platform/counters/counter.repository';
import { DomainError } from '../../platform/http/domain-error';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { closedLaboratory } from './transaction-rules';

/** Where entries are made, and the numbers they get there. */
@Injectable()
export class TransactionPlaces {
  constructor(
    private readonly laboratories: LaboratoriesPort,
    private readonly counters: CounterRepository,
  ) {}

  /** The laboratory of an entry, which is never without one. */
  async of({ laboratoryId }: { laboratoryId: LaboratoryRow['_id'] }): Promise<LaboratoryRow> {
    const laboratory = await this.laboratories.find(laboratoryId.toHexString());
    if (!laboratory) throw new DomainError('LABORATORY_NOT_FOUND');
    return laboratory;
  }

  /**
   * The laboratory to enter something in: the own one where none is named.
   * @throws DomainError VALIDATION_FAILED to who has to name one, LABORATORY_NOT_FOUND outside the scope,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  async toPost(scope: LabScope, laboratoryId: string | null = scope.laboratoryId): Promise<LaboratoryRow> {
    if (laboratoryId === null) throw DomainError.onField('VALIDATION_FAILED', 'laboratoryId', 'Laboratory is required');
    const laboratory = scope.reaches(laboratoryId) ? await this.laboratories.find(laboratoryId) : null;
    if (!laboratory) throw DomainError.onField('LABORATORY_NOT_FOUND', 'laboratoryId');
    await this.meet(laboratoryId);
    const closed = closedLaboratory(laboratory);
    if (closed) throw DomainError.onField(closed.code, 'laboratoryId', closed.message);
    return laboratory;
  }

  /**
   * Whoever gives a laboratory something to decide and whoever archives it meet here, within their transactions: of
   * two at once the later one begins again, and finds what the earlier one did.
   */
  async meet(laboratoryId: string): Promise<void> {
    await this.counters.take(`posting:${laboratoryId}`, 1);
  }

  /**
   * A number for an entry of each of the days, in their order, none of them given out before. Within the transaction
   * of the entries that get them, so that none is lost.
   */
  async takeNumbers({ _id, code }: Pick<LaboratoryRow, '_id' | 'code'>, days: readonly string[]): Promise<string[]> {
    const next = new Map<string, number>();
    for (const year of [...new Set(days.map(financialYearOf))].sort()) {
      const count = days.filter((day) => financialYearOf(day) === year).length;
      next.set(year, await this.counters.take(`transaction-no:${_id.toHexString()}:${year}`, count));
    }
    return days.map((day) => {
      const year = financialYearOf(day);
      const number = next.get(year) ?? 1;
      next.set(year, number + 1);
      return transactionNo(code, day, number);
    });
  }
}
