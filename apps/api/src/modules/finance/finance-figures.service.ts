import { Injectable } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { incrementsOf, keyOf, numbersOf } from './finance-figures';
import { FinanceFiguresRepository } from './finance-figures.repository';
import { FinanceReportReadModel } from './finance-report.read-model';

/** A number that is kept otherwise than the entries say: `cells.test_fees.upi.approved.paise`. */
export type Difference = { period: string; path: string; kept: number; counted: number };
export type LaboratoryCheck = { laboratory: string; documents: number; differences: Difference[] };

/** Proves the figures by the entries, for when somebody wrote past the product. */
@Injectable()
export class FinanceFigures {
  constructor(
    private readonly figures: FinanceFiguresRepository,
    private readonly model: FinanceReportReadModel,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Tells of each laboratory what its figures have wrong; the product may run meanwhile. */
  check(): Promise<LaboratoryCheck[]> {
    return this.eachLaboratory(false);
  }

  /** As `check`, and puts right what is wrong, a laboratory in one transaction. */
  rebuild(): Promise<LaboratoryCheck[]> {
    return this.eachLaboratory(true);
  }

  private async eachLaboratory(repair: boolean): Promise<LaboratoryCheck[]> {
    const [posted, kept] = await Promise.all([
      this.model.laboratoryIds(LabScope.everywhere()),
      this.figures.laboratoryIds(),
    ]);
    const checks: LaboratoryCheck[] = [];
    for (const id of new Set([...posted, ...kept])) {
      const laboratory = await this.laboratories.find(id);
      const found = await this.unitOfWork.run(() => this.compare(id, repair));
      checks.push({ laboratory: laboratory?.code ?? id, ...found });
    }
    return checks;
  }

  private async compare(laboratoryId: string, repair: boolean): Promise<Omit<LaboratoryCheck, 'laboratory'>> {
    const scope = LabScope.ofLaboratory(laboratoryId);
    const counted = incrementsOf(await this.model.recounted(scope, laboratoryId));
    const rows = await this.figures.all(scope);
    const rowOf = new Map(rows.map((row) => [keyOf(laboratoryId, row.grain, row.period), row]));
    const countedOf = new Map(counted.map((one) => [keyOf(laboratoryId, one.grain, one.period), one]));
    const wrong = [...new Set([...rowOf.keys(), ...countedOf.keys()])].flatMap((key) => {
      const [row, right] = [rowOf.get(key), countedOf.get(key)];
      const period = right?.period ?? row?.period ?? '';
      const differences = differencesOf(row ? numbersOf(row) : {}, right?.by ?? {}).map((one) => ({ period, ...one }));
      return differences.length === 0 ? [] : [{ row, right, differences }];
    });
    if (repair) {
      await this.figures.remove(wrong.flatMap(({ row }) => row?._id ?? []));
      await this.figures.add(
        wrong.flatMap(({ right }) => right ?? []),
        this.clock.now(),
      );
    }
    return { documents: countedOf.size, differences: wrong.flatMap(({ differences }) => differences) };
  }
}

function differencesOf(kept: Record<string, number>, counted: Record<string, number>): Omit<Difference, 'period'>[] {
  return [...new Set([...Object.keys(kept), ...Object.keys(counted)])].flatMap((path) => {
    const [was, is] = [kept[path] ?? 0, counted[path] ?? 0];
    return was === is ? [] : { path, kept: was, counted: is };
  });
}
