import fc from 'fast-check';
import { z } from 'zod';
import { accepts, isId, knownTexts, sampleOf } from '../access/sample';

/** Finds the ids of documents for a field, or for a path parameter, by its name. */
export type IdSource = (field: string) => readonly string[];

type Bounds = { minimum: number | undefined; maximum: number | undefined; patterns: readonly RegExp[] };

/** Inputs of refined schemas are repaired this often, before the smallest valid one is used. */
const ATTEMPTS = 12;
/** Only objects are repaired field by field. Schemas within each other multiply their attempts. */
const ATTEMPTS_OF_OTHERS = 3;
const GENERIC_LENGTH = 40;
const LONGEST = 5_000;
const DAY_MS = 86_400_000;

/**
 * Values that the schema accepts, as a client would send them. They depend on today, because most rules about days do.
 * @throws Error for a kind of schema that is unknown here, so that none is forgotten.
 */
export function inputOf(schema: z.ZodType, ids: IdSource): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodUndefined) return fc.constant(undefined);
  return partOf(schema, { field: '', ids, accepting: schema });
}

/** What a schema accepts of the values that fit its structure. */
function refined<Value>(schema: z.ZodType, structured: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const isAccepted = (value: Value) => accepts(schema, value);
  if (fc.sample(structured, { numRuns: 20, seed: 1 }).every(isAccepted)) return structured.filter(isAccepted);
  const smallest = sampleOf(schema) as Value;
  const length = schema instanceof z.ZodObject ? ATTEMPTS : ATTEMPTS_OF_OTHERS;
  return fc
    .tuple(...Array.from({ length }, () => structured))
    .map(
      (attempts) =>
        [attempts.reduce((value, next) => repaired(schema, value, next)), smallest].find(isAccepted) ?? smallest,
    );
}

/** The value with what the schema finds wrong in it taken from another one. */
function repaired<Value>(schema: z.ZodType, value: Value, other: Value): Value {
  const { error } = schema.safeParse(value);
  if (!error) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return other;
  const wrong = error.issues.map(({ path: [field] }) => String(field));
  const kept = Object.entries(value).filter(([field]) => !wrong.includes(field));
  const replaced = Object.entries(other as object).filter(([field]) => wrong.includes(field));
  return Object.fromEntries([...kept, ...replaced]) as Value;
}

/** `field` is the nearest name around the schema; `accepting` is the whole pipe if the schema is only its input. */
type Context = { field: string; ids: IdSource; accepting: z.ZodType };

function partOf(schema: z.ZodType, context: Context): fc.Arbitrary<unknown> {
  const within = (inner: unknown, field = context.field) =>
    partOf(inner as z.ZodType, { ...context, field, accepting: inner as z.ZodType });
  if (isId(schema)) return idOf(context);
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = schema.shape;
    const names = Object.keys(shape);
    const fields = fc.record(Object.fromEntries(names.map((name) => [name, within(shape[name], name)])), {
      noNullPrototype: true,
      requiredKeys: names.filter((name) => !accepts(shape[name] ?? z.never(), undefined)),
    });
    return refined(schema, fields);
  }
  if (schema instanceof z.ZodArray) {
    const { minimum: minLength = 0, maximum = LONGEST } = boundsOf(schema);
    const items = fc.array(within(schema.element), { minLength, maxLength: Math.min(maximum, minLength + 3) });
    return refined(schema, items);
  }
  if (schema instanceof z.ZodRecord) {
    const names = within(schema.keyType) as fc.Arbitrary<string>;
    return fc.dictionary(names, within(schema.valueType), { minKeys: 1, maxKeys: 3, noNullPrototype: true });
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema, context);
  if (schema instanceof z.ZodNumber) return numberOf(schema, context);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => within(option)));
  if (schema instanceof z.ZodNullable) return fc.option(within(schema.unwrap()), { freq: 4 });
  if (schema instanceof z.ZodPipe) {
    // What comes out of a pipe is narrower and goes through it unchanged, unless a function makes it.
    const input = schema.out instanceof z.ZodTransform ? schema.in : schema.out;
    return refined(schema, partOf(input as z.ZodType, { ...context, accepting: schema }));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return refined(schema, within(schema.unwrap()));
  }
  throw new Error(`No inputs are known for ${schema.constructor.name}. Add this kind of schema to inputs.ts`);
}

/** Mostly documents of the right kind, sometimes any id. */
function idOf({ field, ids }: Context): fc.Arbitrary<string> {
  const known = ids(field);
  const any = fc.stringMatching(/^[0-9a-f]{24}$/);
  return known.length === 0 ? any : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...known) }, any);
}

function numberOf(schema: z.ZodNumber, { accepting }: Context): fc.Arbitrary<number> {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = boundsOf(schema);
  // Small numbers are as frequent as all others, because they are what services accept.
  const any = accepts(schema, minimum + 0.5)
    ? fc.double({ min: minimum, max: maximum, noNaN: true })
    : fc.oneof(
        fc.integer({ min: minimum, max: Math.min(maximum, minimum + 400) }),
        fc.integer({ min: minimum, max: maximum }),
        fc.constantFrom(minimum, maximum),
      );
  return any.filter((value) => accepts(accepting, value));
}

/** Known texts, texts at the limit of length, texts of the pattern and any others, as far as they are accepted. */
function textOf(schema: z.ZodString | z.ZodStringFormat, { accepting }: Context): fc.Arbitrary<string> {
  const fits = (text: unknown) => accepts(accepting, text);
  const { minimum: minLength = 0, maximum = LONGEST, patterns } = boundsOf(schema);
  const longest = Math.min(maximum, LONGEST);
  const atLimit = ['x', '\u0958', '\u{1f600}'].map((unit) => unit.repeat(longest / unit.length));
  const known = [...knownTexts, ...daysAround(new Date()), ...atLimit].filter(fits);
  const maxLength = Math.max(minLength, Math.min(longest, GENERIC_LENGTH));
  const any = fc.string({ unit: 'binary', minLength, maxLength });
  const patterned = patterns.filter(isGenerable).map((pattern) => fc.stringMatching(pattern));
  const generated = [any, fc.string({ minLength, maxLength }), fc.emailAddress(), ...patterned].filter((arbitrary) =>
    isOftenAccepted(arbitrary, fits),
  );
  const choices = [...(known.length > 0 ? [fc.constantFrom(...known)] : []), ...generated];
  if (choices.length === 0) throw new Error(`No text is known for ${JSON.stringify(z.toJSONSchema(schema))}`);
  return fc.oneof(...choices).filter((text) => fits(text) && isStorable(text));
}

/** Looking ahead is not generable; the known texts fit those patterns. */
function isGenerable({ source }: RegExp): boolean {
  return !/\(\?[=!<]/.test(source);
}

function isOftenAccepted(arbitrary: fc.Arbitrary<string>, fits: (text: string) => boolean): boolean {
  const samples = fc.sample(arbitrary, { numRuns: 40, seed: 1 });
  return samples.filter(fits).length > samples.length / 4;
}

/** As the API understands it: texts of people contain neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** Today and days before and after it in the forms that the contract has. */
function daysAround(now: Date): string[] {
  return [0, -1, -2, -8, -40, -400, 1, 8, 40].flatMap((days) => {
    const instant = new Date(now.getTime() + days * DAY_MS).toISOString();
    const day = instant.slice(0, 10);
    return [day, day.slice(0, 7), `${day}T09:00`, `${day}T17:30`, instant];
  });
}

/** The limits of a schema as JSON Schema states them. */
function boundsOf(schema: z.ZodType): Bounds {
  const stated = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { minimum, maximum, minItems, maxItems, minLength, maxLength, pattern, allOf = [] } = stated;
  const patterns = [pattern, ...allOf.map((part) => (typeof part === 'object' ? part.pattern : undefined))];
  return {
    minimum: minimum ?? minItems ?? minLength,
    maximum: maximum ?? maxItems ?? maxLength,
    patterns: patterns.flatMap((source) => (source === undefined ? [] : [new RegExp(source)])),
  };
}
