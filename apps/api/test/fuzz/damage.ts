import fc from 'fast-check';

/** A way to make a valid request almost valid: what becomes of one value at some place within it. */
export type Damage = { place: number; how: keyof typeof ways };

const REMOVED = Symbol('removed');

/** What can be done to a value. Whether the result must be refused, the schema decides. */
const ways = {
  missing: () => REMOVED,
  null: () => null,
  flag: () => true,
  list: (value: unknown) => [value],
  emptyList: () => [],
  emptyObject: () => ({}),
  emptyText: () => '',
  word: () => 'x',
  notANumber: () => 'NaN',
  numberAsText: (value: unknown) => (typeof value === 'number' ? String(value) : '1e309'),
  negative: () => -1,
  fraction: () => 0.1,
  unsafeNumber: () => 2 ** 53,
  hugeNumber: () => 1e300,
  impossibleDay: () => '2026-02-30',
  longText: (value: unknown) => `${textOf(value)}${'x'.repeat(6_000)}`,
  wideText: () => '\u0958'.repeat(500),
  nul: (value: unknown) => `${textOf(value)}\0`,
  halfPair: (value: unknown) => `${textOf(value)}\ud83d`,
  operator: () => ({ $gt: '' }),
  where: () => '$where',
  pattern: () => '.*[(+\\',
  extraField: (value: unknown) => (isObject(value) ? { ...value, extra: 'x' } : { value }),
  prototypeField: (value: unknown) => withPrototypeField(value),
  objectMethod: () => ({ toString: 1, length: 9 }),
  manyItems: (value: unknown) => Array<unknown>(1_001).fill(Array.isArray(value) ? value[0] : value),
} satisfies Record<string, (value: unknown) => unknown>;

export const damages: fc.Arbitrary<Damage> = fc.record({
  place: fc.nat(1_000),
  how: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
});

/** The value with one place in it damaged. The value itself is also a place. */
export function damaged(value: unknown, { place, how }: Damage): unknown {
  const places = placesIn(value);
  const result = changedAt(value, places[place % places.length] ?? [], ways[how]);
  return result === REMOVED ? undefined : result;
}

function placesIn(value: unknown): string[][] {
  if (!isObject(value) && !Array.isArray(value)) return [[]];
  const within = Object.entries(value).flatMap(([key, part]) => placesIn(part).map((path) => [key, ...path]));
  return [[], ...within];
}

function changedAt(value: unknown, [key, ...rest]: readonly string[], change: (part: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const part = changedAt((value as Record<string, unknown>)[key], rest, change);
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => (String(index) !== key ? [item] : kept(part)));
  const others = Object.entries(value as object).filter(([name]) => name !== key);
  return Object.fromEntries([...others, ...kept(part).map((one) => [key, one] as const)]);
}

function kept(part: unknown): unknown[] {
  return part === REMOVED ? [] : [part];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of its own with this name, as JSON can contain it. */
function withPrototypeField(value: unknown): unknown {
  const fields = isObject(value) ? { ...value } : {};
  return Object.defineProperty(fields, '__proto__', { value: { admin: true }, enumerable: true });
}
