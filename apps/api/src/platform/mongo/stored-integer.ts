import { mongo } from 'mongoose';

/** A 64-bit integer in the database. The driver returns it as a number up to 2^53 − 1 and as a `Long` beyond. */
export type StoredInteger = number | mongo.Long;

export function isStoredInteger(value: StoredInteger | object): value is StoredInteger {
  return typeof value === 'number' || value instanceof mongo.Long;
}

/** Exact for every stored integer. */
export function toBigint(stored: StoredInteger): bigint {
  return BigInt(stored.toString());
}

/** The numbers in a stored object and in the objects within it, by dotted path and without zeros. */
export function storedNumbers(value: object, path = ''): Record<string, bigint> {
  const numbers: Record<string, bigint> = {};
  for (const [key, part] of Object.entries(value) as [string, StoredInteger | object | undefined][]) {
    if (part === undefined) continue;
    if (!isStoredInteger(part)) Object.assign(numbers, storedNumbers(part, `${path}${key}.`));
    else if (toBigint(part) !== 0n) numbers[path + key] = toBigint(part);
  }
  return numbers;
}

/** A stored number that differs from what was counted, with its dotted path, such as `categories.reagent.paise`. */
export type NumberDifference = { path: string; stored: bigint; expected: bigint };

type Numbers = Readonly<Record<string, bigint>>;

export function findDifferences(stored: Numbers, expected: Numbers): NumberDifference[] {
  return [...new Set([...Object.keys(stored), ...Object.keys(expected)])].flatMap((path) => {
    const [was, is] = [stored[path] ?? 0n, expected[path] ?? 0n];
    return was === is ? [] : { path, stored: was, expected: is };
  });
}
