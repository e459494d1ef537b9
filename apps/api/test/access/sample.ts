import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** The path of an id in a value: the keys that lead to it, with `*` for the items of a list or a record. */
export type Path = readonly string[];

/** The id to use in a sample. With `at`, the sample contains it at that path, even if the field is optional. */
export type Ids = { id: string; at?: Path };

const ANY_ID = 'a'.repeat(24);

/** Texts for every kind of text field in the contract. The first text that a schema accepts is its sample. */
export const knownTexts = [
  'Sample text',
  'sample',
  'SAMPLE-1',
  'Sample-text-1',
  'view',
  '+91 33 4021 7700',
  'sample@shifa.example',
  'sample-token-of-32-bytes-as-a-display-has-1',
  '2026-01-05',
  '2026-01',
  '09:00',
  '04006381333931',
  '2026-01-05T04:30:00.000Z',
  '2026-01-05T09:00',
  'Asia/Kolkata',
  '/sample',
  'https://shifa.example/',
  // Keys of a browser that receives push messages.
  'BNc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc4Nc',
  'k8QzQzQzQzQzQzQzQzQzQz',
  'TmFtZSxFbWFpbA==',
  '123456',
  // As an amount, this is one paisa, the same as the first of the numbers.
  '0.01',
  '1',
  // The code of a shift type.
  'N',
  // Tax numbers that belong together.
  '27AAPFU0939F1ZV',
  'AAPFU0939F',
  '27',
];
/** For the end of a span, whose start has the text on the left. */
const laterTexts: Readonly<Record<string, string>> = { '2026-01-05T09:00': '2026-01-05T18:00', '09:00': '18:00' };
const numbers = [1, 0, 10, 30, 100, 1000, 0.5];

/** Whether a sample includes optional fields, and among them those with ids of other documents. */
type Extent = { optional: boolean; otherIds: boolean };
const extents: readonly Extent[] = [
  { optional: false, otherIds: false },
  { optional: true, otherIds: false },
  { optional: true, otherIds: true },
];

/** `firstText` is the index of the first text to try. `pipe` is the whole pipe if the schema is only its input. */
type SampleOptions = Ids & Extent & { firstText: number; pipe?: z.ZodType };

/**
 * A value that the schema accepts, as a client would send it. It is as small as possible: optional fields are added only
 * if the schema rejects the value without them, and fields with ids of other documents only as a last resort.
 * @throws Error if none of the texts and numbers above fit. In this case, add one of the new kind.
 */
export function sampleOf(schema: z.ZodType, ids: Ids = { id: ANY_ID }): unknown {
  for (const extent of extents) {
    for (let firstText = 0; firstText < knownTexts.length; firstText += 1) {
      const value = build(schema, ids.at, { ...ids, ...extent, firstText });
      const candidates = extent.optional ? [value, ...withoutEach(value, ids.at?.[0])] : [value];
      const fitting = candidates.find((candidate) => schema.safeParse(candidate).success);
      if (fitting !== undefined || accepts(schema, value)) return fitting;
    }
  }
  throw new Error(
    `There is no sample of ${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))}`,
  );
}

/** The value without each of its other fields in turn, because one optional field can exclude the rest. */
function withoutEach(value: unknown, kept: string | undefined): object[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const names = Object.keys(value).filter((name) => name !== kept);
  return names.map((name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
}

/** The paths of all ids of documents in the schema, including those in lists, records and unions. */
export function idPaths(schema: z.ZodType): Path[] {
  const paths = pathsWithin(schema).map((path) => path.join('.'));
  return [...new Set(paths)].map((path) => (path === '' ? [] : path.split('.')));
}

/** The value itself, and variants with each other option of its required enumerations. */
export function withEachChoice(schema: z.ZodType, value: unknown): unknown[] {
  return withChoicesOf(schema, value, (part) => (part instanceof z.ZodEnum ? part.options : []));
}

/** The value itself, and variants with each option of the enumerations that have a default. */
export function withEachDefault(schema: z.ZodType, value: unknown): unknown[] {
  return withChoicesOf(schema, value, (part) => {
    const inner = part instanceof z.ZodDefault ? part.unwrap() : undefined;
    return inner instanceof z.ZodEnum ? inner.options : [];
  });
}

function withChoicesOf(schema: z.ZodType, value: unknown, optionsOf: (part: unknown) => readonly unknown[]): unknown[] {
  if (!(schema instanceof z.ZodObject)) return [value];
  const others = Object.entries(schema.shape).flatMap(([name, part]) =>
    optionsOf(part).map((option) => ({ ...(value as object), [name]: option })),
  );
  return [value, ...others.filter((other) => !isDeepStrictEqual(other, value) && accepts(schema, other))];
}

function pathsWithin(schema: z.ZodType): Path[] {
  if (isId(schema)) return [[]];
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, part]) =>
      pathsWithin(part as z.ZodType).map((path) => [key, ...path]),
    );
  }
  if (schema instanceof z.ZodArray) return pathsWithin(schema.element as z.ZodType).map((path) => ['*', ...path]);
  if (schema instanceof z.ZodRecord) {
    return [schema.keyType, schema.valueType].flatMap((part) =>
      pathsWithin(part as z.ZodType).map((path) => ['*', ...path]),
    );
  }
  return innerOf(schema).flatMap(pathsWithin);
}

/** Recognizes an id by the values that the schema accepts, so that ids with another error message are also found. */
export function isId(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodString &&
    accepts(schema, ANY_ID) &&
    !accepts(schema, 'a') &&
    !accepts(schema, 'z'.repeat(24))
  );
}

function build(schema: z.ZodType, at: Path | undefined, { pipe = schema, ...options }: SampleOptions): unknown {
  if (isId(schema)) return at ? options.id : ANY_ID;
  const [key, ...rest] = at ?? [];
  const below = (name: string) => (key === name || key === '*' ? rest : undefined);
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape).flatMap(([name, part]) => {
      const wanted = at && key === name;
      const isOther = !options.otherIds && idPaths(part as z.ZodType).length > 0;
      const needed = (options.optional && !isOther) || wanted || !accepts(part as z.ZodType, undefined);
      return needed ? [[name, build(part as z.ZodType, wanted ? rest : undefined, options)]] : [];
    });
    return Object.fromEntries(
      parts.map(([name, value], index) => {
        const later = laterTexts[String(value)];
        return [
          name,
          later !== undefined && parts.slice(0, index).some(([, other]) => other === value) ? later : value,
        ];
      }),
    ) as unknown;
  }
  if (schema instanceof z.ZodArray) {
    const item = () => build(schema.element as z.ZodType, below('*'), options);
    return key === '*' || options.optional || !accepts(schema, []) ? [item()] : [];
  }
  if (schema instanceof z.ZodRecord) {
    if (accepts(schema, {}) && !at) return {};
    const name = build(schema.keyType as z.ZodType, below('*'), options) as string;
    return { [name]: build(schema.valueType as z.ZodType, below('*'), options) };
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    const ordered = [...knownTexts.slice(options.firstText), ...knownTexts.slice(0, options.firstText)];
    return ordered.find((text) => accepts(pipe, text));
  }
  if (schema instanceof z.ZodNumber) return numbers.find((number) => accepts(pipe, number));
  if (schema instanceof z.ZodBoolean) return false;
  // The last option of an enumeration is the most restrictive, such as the lowest role.
  if (schema instanceof z.ZodEnum) return schema.options.at(-1);
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodPipe) return build(schema.in as z.ZodType, at, { ...options, pipe });
  const wanted = at?.join('.');
  const fitting = innerOf(schema).filter((option) => !at || idPaths(option).some((path) => path.join('.') === wanted));
  const values = fitting.map((option) => build(option, at, options));
  return values.find((value) => accepts(schema, value)) ?? values[0];
}

/** The schema inside a wrapper, or the options of a union. */
function innerOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return [...schema.options] as z.ZodType[];
  if (schema instanceof z.ZodPipe) return [schema.in as z.ZodType];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodCatch
  ) {
    return [schema.unwrap() as z.ZodType];
  }
  return [];
}

export function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}
