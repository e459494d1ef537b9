import { Injectable } from '@nestjs/common';
import { LabScope } from '../../platform/domain/lab-scope';
import { findDifferences, type NumberDifference, storedNumbers } from '../../platform/mongo/stored-integer';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { ItemRepository } from './stock/item.repository';
import {
  type Increments,
  type StockTotalsRow,
  StockTotalsRepository,
  toIncrements,
} from './stock/stock-totals.repository';

/** Verifies the stored stock of each laboratory in numbers against all of its items. */
@Injectable()
export class CheckStockTotals {
  constructor(
    private readonly items: ItemRepository,
    private readonly totals: StockTotalsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** As of one moment: the product may be running. */
  check(): Promise<{ laboratories: number; differences: (NumberDifference & { laboratoryId: string })[] }> {
    return this.unitOfWork.run(async () => {
      const recounted = await this.recount();
      const rows = await this.totals.read(LabScope.everywhere());
      const stored = new Map(rows.map((row) => [row.laboratoryId.toHexString(), numbersOf(row)]));
      const ids = [...new Set([...recounted.keys(), ...stored.keys()])];
      const differences = ids.flatMap((laboratoryId) =>
        findDifferences(stored.get(laboratoryId) ?? {}, recounted.get(laboratoryId) ?? {}).map((difference) => {
          return { laboratoryId, ...difference };
        }),
      );
      return { laboratories: ids.length, differences };
    });
  }

  private async recount(): Promise<Map<string, Increments>> {
    const numbers = new Map<string, Increments>();
    for await (const item of this.items.stream(LabScope.everywhere(), { filter: {}, sort: null })) {
      for (const { laboratoryId, by } of toIncrements([{ before: null, after: item }])) {
        const sums = numbers.get(laboratoryId) ?? {};
        numbers.set(laboratoryId, sums);
        for (const [path, amount] of Object.entries(by)) sums[path] = (sums[path] ?? 0n) + amount;
      }
    }
    return numbers;
  }
}

function numbersOf({ items, discontinued, low, out, outWithoutMinimum, ...row }: StockTotalsRow): Increments {
  const { movements, categories, expiry } = row;
  return storedNumbers({ items, discontinued, low, out, outWithoutMinimum, movements, categories, expiry });
}
