import { refused } from '../../supported.js';
import { inBatches } from '../batches.js';
import { type Document, isDocument } from '../bson.js';
import { describe } from '../describe.js';
import { compileExpression } from '../expression.js';
import type { Evaluate } from '../expression/operator.js';
import { keyString } from '../keys.js';
import { Memory } from '../memory.js';
import { isFieldName, setField } from '../paths.js';
import type { StageCompiler } from './stages.js';
import { Double } from 'bson';
import { integerResult, isLong } from '../arithmetic.js';
import { compareValues } from '../compare.js';
import { exactOf, isNumeric, numericType, toDouble } from '../number.js';

interface Output {
  name: string;
  evaluate: Evaluate;
  create: () => Accumulator;
}

/** The approximate size of a group, and of each of its accumulators. */
const GROUP_BYTES = 32;

interface Group {
  id: unknown;
  accumulators: Accumulator[];
}

/** `$group`: one document for each value of `_id`, in the order in which the values first appear. */
export const group: StageCompiler = (argument, { memoryLimit }) => {
  if (!isDocument(argument) || !('_id' in argument)) throw refused('stage', `$group: ${describe(argument)}`);
  const { _id, ...fields } = argument;
  const idOf = compileExpression(_id);
  const outputs = Object.entries(fields).map(([name, value]) => outputOf(name, value));
  return function* (source) {
    const groups = new Map<string, Group>();
    const memory = new Memory('$group', memoryLimit);
    const add = (document: Document): void => {
      const id = idOf(document) ?? null;
      const key = typeof id === 'string' ? `s${id}` : keyString(id);
      let found = groups.get(key);
      if (!found) {
        found = { id, accumulators: outputs.map((output) => output.create()) };
        groups.set(key, found);
        memory.add(key.length + GROUP_BYTES * (1 + outputs.length));
      }
      for (const [i, { evaluate }] of outputs.entries()) found.accumulators[i]?.add(evaluate(document));
    };
    for (const batch of source) {
      for (const document of batch) add(document);
      yield [];
    }
    for (const batch of inBatches(groups.values())) yield batch.map((found) => resultOf(found, outputs));
  };
};

function resultOf({ id, accumulators }: Group, outputs: readonly Output[]): Document {
  const result: Document = { _id: id };
  for (const [i, { name }] of outputs.entries()) setField(result, name, accumulators[i]?.result() ?? null);
  return result;
}

function outputOf(name: string, value: unknown): Output {
  const [[operator, argument] = ['', undefined], other] = isDocument(value) ? Object.entries(value) : [];
  const create = !other && Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!create || Array.isArray(argument) || !isFieldName(name)) {
    throw refused('accumulator', operator || `${name}: ${describe(value)}`);
  }
  return { name, evaluate: compileExpression(argument), create };
}

/** Combines values into one. A missing value is undefined. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

/** Sums doubles together with their rounding errors, so that only the final result is rounded (2Sum). */
class DoubleSum {
  private high = 0;
  private low = 0;
  private plain = 0;

  add(value: number): void {
    this.plain += value;
    const sum = this.high + value;
    const part = sum - this.high;
    const lost = this.high - (sum - part) + (value - part) + this.low;
    this.high = sum + lost;
    this.low = lost - (this.high - sum);
  }

  /** The sum of everything added and an integer of any size. */
  plus(whole: bigint): number {
    const total = Object.assign(new DoubleSum(), this);
    const nearest = Number(whole);
    total.add(nearest);
    total.add(Number(whole - BigInt(nearest)));
    // Infinity minus itself makes the errors NaN.
    return Number.isNaN(total.high) ? total.plain : total.high;
  }
}

/** Adds numbers and ignores everything else; integers are summed exactly. */
class Sum implements Accumulator {
  private integers = 0;
  private beyond = 0n;
  private doubles: DoubleSum | undefined = undefined;
  private sawLong = false;

  add(value: unknown): void {
    if (!isNumeric(value)) return;
    switch (numericType(value)) {
      case 'double':
        this.doubles ??= new DoubleSum();
        this.doubles.add(toDouble(value));
        return;
      case 'long':
        this.sawLong = true;
        this.addInteger(exactOf(value));
        return;
      case 'int':
        this.addInteger(exactOf(value));
    }
  }

  private addInteger(value: number | bigint): void {
    const total = typeof value === 'number' ? this.integers + value : NaN;
    if (Number.isSafeInteger(total)) this.integers = total;
    else this.beyond += BigInt(value);
  }

  result(): unknown {
    const whole = BigInt(this.integers) + this.beyond;
    if (this.doubles) return new Double(this.doubles.plus(whole));
    return isLong(whole) ? integerResult(whole, this.sawLong ? 'long' : 'int') : new Double(Number(whole));
  }
}

class Max implements Accumulator {
  private greatest: unknown = null;

  add(value: unknown): void {
    if (value === null || value === undefined) return;
    if (this.greatest === null || compareValues(value, this.greatest) > 0) this.greatest = value;
  }

  result(): unknown {
    return this.greatest;
  }
}

class First implements Accumulator {
  private value: unknown;
  private seen = false;

  add(value: unknown): void {
    if (!this.seen) this.value = value;
    this.seen = true;
  }

  result(): unknown {
    return this.value;
  }
}

export const ACCUMULATORS: Record<string, () => Accumulator> = {
  $sum: () => new Sum(),
  $max: () => new Max(),
  $first: () => new First(),
};
