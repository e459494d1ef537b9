import { Injectable } from '@nestjs/common';
import { LabScope } from '../../../platform/domain/lab-scope';
import { findDifferences, type NumberDifference } from '../../../platform/mongo/stored-integer';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { LedgerTotals, totalsCorrected } from './ledger-totals';
import { keyOf, LedgerTotalsRepository, toIncrements, toNumbers } from './ledger-totals.repository';

/** A stored number that differs from the entries, such as `cells.test_fees.upi.approved.paise`. */
export type Difference = { period: string } & NumberDifference;
export type LaboratoryCheck = { laboratory: string; documents: number; differences: Difference[] };

/** Verifies the ledger totals against all entries, and corrects them. */
@Injectable()
export class CheckTotals {
  constructor(
    private readonly totals: LedgerTotalsRepository,
    private readonly model: LedgerTotals,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Reports the differences of each laboratory; the product may be running. */
  check(): Promise<LaboratoryCheck[]> {
    return this.checkEach(false);
  }

  /** As `check`, and corrects the differences of each laboratory in one transaction. */
  rebuild(): Promise<LaboratoryCheck[]> {
    return this.checkEach(true);
  }

  private async checkEach(repair: boolean): Promise<LaboratoryCheck[]> {
    const [withEntries, withTotals] = await Promise.all([
      this.model.laboratoryIds(LabScope.everywhere()),
      this.totals.laboratoryIds(),
    ]);
    const checks: LaboratoryCheck[] = [];
    for (const id of new Set([...withEntries, ...withTotals])) {
      const laboratory = await this.laboratories.find(id);
      const found = await this.unitOfWork.run(() => this.compare(id, repair));
      checks.push({ laboratory: laboratory?.code ?? id, ...found });
    }
    return checks;
  }

  private async compare(laboratoryId: string, repair: boolean): Promise<Omit<LaboratoryCheck, 'laboratory'>> {
    const scope = LabScope.ofLaboratory(laboratoryId);
    const recounted = toIncrements(await this.model.recount(scope, laboratoryId));
    const rows = await this.totals.all(scope);
    const storedByKey = new Map(rows.map((row) => [keyOf(laboratoryId, row.grain, row.period), row]));
    const expectedByKey = new Map(recounted.map((one) => [keyOf(laboratoryId, one.grain, one.period), one]));
    const wrong = [...new Set([...storedByKey.keys(), ...expectedByKey.keys()])].flatMap((key) => {
      const [stored, expected] = [storedByKey.get(key), expectedByKey.get(key)];
      const period = expected?.period ?? stored?.period ?? '';
      const differences = findDifferences(stored ? toNumbers(stored) : {}, expected?.by ?? {});
      return differences.length === 0 ? [] : [{ stored, expected, period, differences }];
    });
    if (repair) {
      const corrected = wrong.flatMap(({ expected }) => expected ?? []);
      await this.totals.remove(wrong.flatMap(({ stored }) => stored?._id ?? []));
      await this.totals.add(corrected, this.clock.now());
      await this.unitOfWork.raise(totalsCorrected, laboratoryId);
    }
    return {
      documents: expectedByKey.size,
      differences: wrong.flatMap(({ period, differences }) => differences.map((one) => ({ period, ...one }))),
    };
  }
}
