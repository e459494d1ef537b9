import { type Document, isDocument } from '../bson.js';
import { compareValues } from '../compare.js';
import { MongoError } from '../error.js';
import { compileExpression, type Evaluate, type Scope } from '../expression.js';
import { describe } from '../match/predicates.js';
import { safeIntegerOf } from '../number.js';
import { compileSort, type Sort } from '../sort.js';
import type { Accumulator } from './accumulator.js';

/** An accumulator and the expression that supplies its values. */
export interface FedAccumulator {
  evaluate: Evaluate;
  create: () => Accumulator;
}

const BY_COUNT = ['$firstN', '$lastN', '$minN', '$maxN'];
const BY_SORT = ['$top', '$bottom', '$topN', '$bottomN'];

/** The accumulators that keep several values or use an order of their own; undefined for any other name. */
export function rankedAccumulator(name: string, argument: unknown, scope: Scope): FedAccumulator | undefined {
  const byCount = BY_COUNT.includes(name);
  if (!byCount && !BY_SORT.includes(name)) return undefined;
  if (!isDocument(argument))
    throw new MongoError(5787900, `specification must be an object; found ${name}: ${describe(argument)}`);
  const count = byCount || name.endsWith('N') ? countOf(name, argument, scope) : undefined;
  if (byCount) {
    const evaluate = compileExpression(required(name, argument, 'input'), scope);
    return { evaluate, create: () => new KeepsSeveral(name, count ?? 1) };
  }
  const sortBy = required(name, argument, 'sortBy');
  if (!isDocument(sortBy)) throw new MongoError(10065, `invalid parameter: expected an object (sortBy)`);
  const output = compileExpression(required(name, argument, 'output'), scope);
  const sort = compileSort(sortBy);
  const fromTop = name.startsWith('$top');
  return {
    evaluate: (document): Ranked => ({ document, value: output(document) }),
    create: () => new BySort(sort, fromTop, count),
  };
}

function required(name: string, argument: Document, field: string): unknown {
  if (field in argument) return argument[field];
  throw new MongoError(field === 'sortBy' ? 5788005 : 5787907, `Missing value for '${field}' in ${name}`);
}

function countOf(name: string, argument: Document, scope: Scope): number {
  if (!('n' in argument)) throw new MongoError(5787906, `Missing value for 'n' in ${name}`);
  const value = compileExpression(argument.n, scope)({});
  const count = safeIntegerOf(value);
  if (count === undefined) {
    throw new MongoError(5787902, `Value for 'n' must be of integral type, but found ${describe(value)}`);
  }
  if (count <= 0) throw new MongoError(5787908, `'n' must be greater than 0, found ${count}`);
  return count;
}

class KeepsSeveral implements Accumulator {
  private values: unknown[] = [];

  constructor(
    private readonly name: string,
    private readonly count: number,
  ) {}

  add(value: unknown): void {
    switch (this.name) {
      case '$firstN':
        if (this.values.length < this.count) this.values.push(value ?? null);
        return;
      case '$lastN':
        this.values.push(value ?? null);
        if (this.values.length > this.count) this.values.shift();
        return;
      default:
        if (value !== null && value !== undefined) this.addExtreme(value);
    }
  }

  private addExtreme(value: unknown): void {
    const sign = this.name === '$minN' ? 1 : -1;
    const at = this.values.findIndex((other) => compareValues(value, other) * sign < 0);
    if (at >= 0) this.values.splice(at, 0, value);
    else if (this.values.length < this.count) this.values.push(value);
    if (this.values.length > this.count) this.values.pop();
  }

  result(): unknown {
    return this.values;
  }
}

interface Ranked {
  document: Document;
  value: unknown;
}

class BySort implements Accumulator {
  private ranked: Ranked[] = [];

  constructor(
    private readonly sort: Sort,
    private readonly fromTop: boolean,
    private readonly count: number | undefined,
  ) {}

  add(value: unknown): void {
    this.ranked.push(value as Ranked);
    if (this.ranked.length > 2 * (this.count ?? 1) + 1000) this.cut();
  }

  private cut(): void {
    this.ranked.sort((a, b) => this.sort.compare(a.document, b.document));
    const count = this.count ?? 1;
    this.ranked = this.fromTop ? this.ranked.slice(0, count) : this.ranked.slice(-count);
  }

  result(): unknown {
    this.cut();
    const values = this.ranked.map((entry) => entry.value ?? null);
    return this.count === undefined ? values[0] : values;
  }
}
