import { Injectable } from '@nestjs/common';
import { LabScope } from '../../../platform/domain/lab-scope';
import { findDifferences, type NumberDifference } from '../../../platform/mongo/stored-integer';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { EntryTotals } from './entry-totals';
import { totalsCorrected } from './ledger-totals';
import {
  type Increments,
  LedgerTotalsRepository,
  type LedgerTotalsRow,
  toIncrements,
  toNumbers,
} from './ledger-totals.repository';
import { PartyTotalsRepository, toPartyIncrements } from './party-totals.repository';

/** A stored number that differs from the entries, such as `cells.test_fees.upi.approved.paise`. */
export type Difference = { period: string; partyKey?: string } & NumberDifference;
export type LaboratoryCheck = { laboratory: string; documents: number; differences: Difference[] };

type Key = { period: string; partyKey?: string };
type StoredTotals = Pick<LedgerTotalsRow, '_id' | 'cells' | 'sums'> & Key;

/** Verifies the ledger totals, and those of parties, against all entries, and corrects them. */
@Injectable()
export class CheckTotals {
  constructor(
    private readonly totals: LedgerTotalsRepository,
    private readonly partyTotals: PartyTotalsRepository,
    private readonly entries: EntryTotals,
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
      this.entries.laboratoryIds(LabScope.everywhere()),
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
    const ledger = compareTotals(
      await this.totals.all(scope),
      toIncrements(await this.entries.recount(scope, laboratoryId)),
    );
    const parties = compareTotals(
      await this.partyTotals.all(scope),
      toPartyIncrements(await this.entries.recountParties(scope, laboratoryId)),
    );
    if (repair) {
      await this.totals.remove(ledger.wrong);
      await this.totals.add(ledger.corrected, this.clock.now());
      await this.partyTotals.remove(parties.wrong);
      await this.partyTotals.add(parties.corrected, this.clock.now());
      await this.unitOfWork.raise(totalsCorrected, laboratoryId);
    }
    return {
      documents: ledger.documents + parties.documents,
      differences: [...ledger.differences, ...parties.differences],
    };
  }
}

/** Which of the stored totals of one laboratory are wrong, and what belongs in their place. */
function compareTotals<One extends Key>(stored: readonly StoredTotals[], expected: readonly Increments<One>[]) {
  const storedByKey = new Map(stored.map((row) => [keyOf(row), row]));
  const expectedByKey = new Map(expected.map((one) => [keyOf(one), one]));
  const compared = [...new Set([...storedByKey.keys(), ...expectedByKey.keys()])].flatMap((key) => {
    const [was, is] = [storedByKey.get(key), expectedByKey.get(key)];
    const differences = findDifferences(was ? toNumbers(was) : {}, is?.by ?? {});
    return differences.length === 0 ? [] : [{ was, is, differences }];
  });
  return {
    documents: expectedByKey.size,
    wrong: compared.flatMap(({ was }) => was?._id ?? []),
    corrected: compared.flatMap(({ is }) => is ?? []),
    differences: compared.flatMap(({ was, is, differences }): Difference[] => {
      const { period = '', partyKey } = is ?? was ?? {};
      return differences.map((one) => ({ period, ...(partyKey !== undefined && { partyKey }), ...one }));
    }),
  };
}

/** Identifies a document among those of its laboratory: days and months differ in their length. */
function keyOf({ period, partyKey = '' }: Key): string {
  return `${period} ${partyKey}`;
}
