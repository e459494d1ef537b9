import type { Document } from '../query/bson.js';
import { valuesEqual } from '../query/compare.js';
import { toDouble } from '../query/number.js';

interface Run {
  from: number;
  to: number;
  result: Document;
}

/**
 * The results of the statements of a retryable write. Consecutive equal results (thousands, in a bulk insert) are
 * stored as one.
 */
export class StatementResults {
  private constructor(private readonly runs: readonly Run[]) {}

  static readonly NONE = new StatementResults([]);

  /** Restores the results from their stored form. */
  static restore(stored: readonly Document[]): StatementResults {
    const runs = stored.map(({ from, to, result }) => ({
      from: toDouble(from),
      to: toDouble(to),
      result: result as Document,
    }));
    return new StatementResults(runs.sort((a, b) => a.from - b.from));
  }

  get isEmpty(): boolean {
    return this.runs.length === 0;
  }

  of(statement: number): Document | undefined {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.runs[middle]?.to ?? 0) < statement) low = middle + 1;
      else high = middle;
    }
    const run = this.runs[low];
    return run && run.from <= statement ? run.result : undefined;
  }

  /** These results and additional ones, in the order of their statements. */
  with(more: ReadonlyMap<number, Document>): StatementResults {
    const runs = this.runs.map((run) => ({ ...run }));
    for (const [statement, result] of more) {
      const last = runs.at(-1);
      if (last?.to === statement - 1 && valuesEqual(last.result, result)) last.to = statement;
      else runs.push({ from: statement, to: statement, result });
    }
    // The statements that a first attempt could not execute come late.
    return new StatementResults(runs.sort((a, b) => a.from - b.from));
  }

  /** The form in which the results are stored. */
  get stored(): readonly Document[] {
    return this.runs.map((run) => ({ ...run }));
  }
}
