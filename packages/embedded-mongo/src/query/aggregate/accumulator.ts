import { Double, Int32 } from 'bson';
import { calculate, divide, integerResult, isLong } from '../arithmetic.js';
import { type Document, isDocument, typeNameOf } from '../bson.js';
import { compareValues } from '../compare.js';
import { toDecimal128 } from '../decimal.js';
import { MongoError } from '../error.js';
import { keyString } from '../keys.js';
import { describe } from '../match/predicates.js';
import { exactOf, isNumeric, numericType, toDouble } from '../number.js';

/** Combines values into one. A missing value is undefined. */
export interface Accumulator {
  add(value: unknown): void;
  /** The result so far; undefined if there is none. */
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

/** Adds numbers and ignores everything else; integers and decimals are summed exactly. */
class Sum implements Accumulator {
  private integers = 0;
  private beyond = 0n;
  private doubles: DoubleSum | undefined = undefined;
  private decimals: unknown = undefined;
  private sawLong = false;
  count = 0;

  add(value: unknown): void {
    if (!isNumeric(value)) return;
    this.count++;
    switch (numericType(value)) {
      case 'decimal':
        this.decimals = this.decimals === undefined ? value : calculate('add', this.decimals, value);
        return;
      case 'double':
        this.doubles ??= new DoubleSum();
        this.doubles.add(toDouble(value));
        return;
      case 'long':
        this.sawLong = true;
        this.addInteger(exactOf(value) as number | bigint);
        return;
      case 'int':
        this.addInteger(exactOf(value) as number);
    }
  }

  private addInteger(value: number | bigint): void {
    const total = typeof value === 'number' ? this.integers + value : NaN;
    if (Number.isSafeInteger(total)) this.integers = total;
    else this.beyond += BigInt(value);
  }

  result(): unknown {
    const whole = BigInt(this.integers) + this.beyond;
    const rest = this.doubles ? new Double(this.doubles.plus(whole)) : undefined;
    if (this.decimals !== undefined) {
      return calculate('add', this.decimals, rest ?? toDecimal128({ coefficient: whole, exponent: 0 }));
    }
    if (rest) return rest;
    return isLong(whole) ? integerResult(whole, this.sawLong ? 'long' : 'int') : new Double(Number(whole));
  }
}

class Average implements Accumulator {
  private readonly sum = new Sum();

  add(value: unknown): void {
    this.sum.add(value);
  }

  result(): unknown {
    return this.sum.count === 0 ? null : divide(this.sum.result(), new Int32(this.sum.count));
  }
}

class Extreme implements Accumulator {
  private best: unknown = null;

  constructor(private readonly sign: 1 | -1) {}

  add(value: unknown): void {
    if (value === null || value === undefined) return;
    if (this.best === null || compareValues(value, this.best) * this.sign < 0) this.best = value;
  }

  result(): unknown {
    return this.best;
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

class Last implements Accumulator {
  private value: unknown;

  add(value: unknown): void {
    this.value = value;
  }

  result(): unknown {
    return this.value;
  }
}

class Push implements Accumulator {
  private readonly values: unknown[] = [];

  add(value: unknown): void {
    if (value !== undefined) this.values.push(value);
  }

  result(): unknown {
    return this.values;
  }
}

class AddToSet implements Accumulator {
  private readonly values = new Map<string, unknown>();

  add(value: unknown): void {
    if (value === undefined) return;
    const key = keyString(value);
    if (!this.values.has(key)) this.values.set(key, value);
  }

  result(): unknown {
    return [...this.values.values()];
  }
}

class MergeObjects implements Accumulator {
  private readonly merged: Document = {};

  add(value: unknown): void {
    if (value === null || value === undefined) return;
    if (!isDocument(value)) {
      throw new MongoError(
        40400,
        `$mergeObjects requires object inputs, but input ${describe(value)} is of type ${typeNameOf(value)}`,
      );
    }
    Object.assign(this.merged, value);
  }

  result(): unknown {
    return this.merged;
  }
}

/** Welford's method: one pass, without the loss of precision that squaring large numbers causes. */
class StandardDeviation implements Accumulator {
  private count = 0;
  private mean = 0;
  private squares = 0;

  constructor(private readonly sample: boolean) {}

  add(value: unknown): void {
    if (!isNumeric(value)) return;
    const number = toDouble(value);
    const distance = number - this.mean;
    this.count++;
    this.mean += distance / this.count;
    this.squares += distance * (number - this.mean);
  }

  result(): unknown {
    const divisor = this.sample ? this.count - 1 : this.count;
    return divisor <= 0 ? null : new Double(Math.sqrt(this.squares / divisor));
  }
}

class Count implements Accumulator {
  private count = 0;

  add(): void {
    this.count++;
  }

  result(): unknown {
    return integerResult(this.count, 'int');
  }
}

/** The accumulators that take one expression. */
export const ACCUMULATORS: Record<string, () => Accumulator> = {
  $sum: () => new Sum(),
  $avg: () => new Average(),
  $min: () => new Extreme(1),
  $max: () => new Extreme(-1),
  $first: () => new First(),
  $last: () => new Last(),
  $push: () => new Push(),
  $addToSet: () => new AddToSet(),
  $mergeObjects: () => new MergeObjects(),
  $stdDevPop: () => new StandardDeviation(false),
  $stdDevSamp: () => new StandardDeviation(true),
  $count: () => new Count(),
};
