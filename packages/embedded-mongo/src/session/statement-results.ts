import type { Document } from '../query/bson.js';
import { valuesEqual } from '../query/compare.js';
import { toDouble } from '../query/number.js';

interface Run {
  from: number;
  to: number;
  result: Document;
}

/**
 * What the statements of a retryable write gave. Neighbours with the same result (thousands of them, in a bulk
 * insert) are kept as one, because all of it is written again with every turn of the bulk.
 */
export class StatementResults {
  private constructor(private readonly runs: readonly Run[]) {}

  static readonly NONE = new StatementResults([]);

  /** Reads what `stored` has given. */
  static restore(stored: readonly Document[]): StatementResults {
    return new StatementResults(
      stored.map(({ from, to, result }) => ({
        from: toDouble(from),
        to: toDouble(to),
        result: result as Document,
      })),
    );
  }

  get isEmpty(): boolean {
    return this.runs.length === 0;
  }

  of(statement: number): Document | undefined {
    return this.runs.find(({ from, to }) => from <= statement && statement <= to)?.result;
  }

  /** These and more, which come in the order of their statements. */
  with(more: ReadonlyMap<number, Document>): StatementResults {
    const runs = this.runs.map((run) => ({ ...run }));
    for (const [statement, result] of more) {
      const last = runs.at(-1);
      if (last?.to === statement - 1 && valuesEqual(last.result, result)) last.to = statement;
      else runs.push({ from: statement, to: statement, result });
    }
    return new StatementResults(runs);
  }

  /** The form in which they are kept. */
  get stored(): readonly Document[] {
    return this.runs.map((run) => ({ ...run }));
  }
}
