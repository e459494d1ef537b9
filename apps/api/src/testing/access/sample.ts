import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** Where in a value an id stands: the keys down to it, `*` for every item of a list or a record. */
export type Path = readonly string[];

/** What stands at the ids of a sample; `at` makes the sample have that one, even where it may be left out. */
export type Ids = { id: string; at?: Path };

const ANY_ID = 'a'.repeat(24);

/** Text of every kind that the contract asks for; the first that a schema takes is its sample. */
const texts = [
  'Sample text',
  'sample',
  'SAMPLE-1',
  'Sample-text-1',
  'view',
  '+91 33 4021 7700',
  'sample@shifa.example',
  '2026-01-05',
  '09:00',
  '2026-01-05T04:30:00.000Z',
  'Asia/Kolkata',
  '/sample',
  'https://shifa.example/',
  'TmFtZSxFbWFpbA==',
  // As money it is one paisa, the first of the numbers.
  '0.01',
  '1',
];
const numbers = [1, 0, 10, 30, 100, 1000, 0.5];

/** Whether parts that may be left out are there; of those that name other documents, apart from the one asked for. */
type Extent = { everything: boolean; others: boolean };
const extents: readonly Extent[] = [
  { everything: false, others: false },
  { everything: true, others: false },
  { everything: true, others: true },
];

/** `taker` is the pipe that text has to pass, where the schema at hand is only its beginning. */
type Wish = Ids & Extent & { turn: number; taker?: z.ZodType };

/**
 * A value that the schema takes, as a client would send it: with as little as possible, or with everything where the
 * schema asks for parts that it calls optional; what names other documents comes last.
 * @throws Error when there is none among the texts and numbers above: then they lack one of a new kind.
 */
export function sampleOf(schema: z.ZodType, ids: Ids = { id: ANY_ID }): unknown {
  for (const extent of extents) {
    for (let turn = 0; turn < texts.length; turn += 1) {
      const value = build(schema, ids.at, { ...ids, ...extent, turn });
      if (schema.safeParse(value).success) return value;
    }
  }
  throw new Error(
    `There is no sample of ${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))}`,
  );
}

/** Every place of the schema where an id of a document stands, in lists, records and unions as well. */
export function idPaths(schema: z.ZodType): Path[] {
  const found = pathsWithin(schema).map((path) => path.join('.'));
  return [...new Set(found)].map((path) => (path === '' ? [] : path.split('.')));
}

/** The value, and the value with each other option of the enumerations that it must have. */
export function withEachChoice(schema: z.ZodType, value: unknown): unknown[] {
  return withChoicesOf(schema, value, (part) => (part instanceof z.ZodEnum ? part.options : []));
}

/** The value, and the value with each option of the enumerations that stand for another where they are left out. */
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

/** An id is told by what it takes, so that one with other words is one as well. */
function isId(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodString &&
    accepts(schema, ANY_ID) &&
    !accepts(schema, 'a') &&
    !accepts(schema, 'z'.repeat(24))
  );
}

function build(schema: z.ZodType, at: Path | undefined, { taker = schema, ...wish }: Wish): unknown {
  if (isId(schema)) return at ? wish.id : ANY_ID;
  const [key, ...rest] = at ?? [];
  const below = (name: string) => (key === name || key === '*' ? rest : undefined);
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape).flatMap(([name, part]) => {
      const wanted = at && key === name;
      const isOther = !wish.others && idPaths(part as z.ZodType).length > 0;
      const needed = (wish.everything && !isOther) || wanted || !accepts(part as z.ZodType, undefined);
      return needed ? [[name, build(part as z.ZodType, wanted ? rest : undefined, wish)]] : [];
    });
    return Object.fromEntries(parts) as unknown;
  }
  if (schema instanceof z.ZodArray) {
    const item = () => build(schema.element as z.ZodType, below('*'), wish);
    return key === '*' || wish.everything || !accepts(schema, []) ? [item()] : [];
  }
  if (schema instanceof z.ZodRecord) {
    if (accepts(schema, {}) && !at) return {};
    const name = build(schema.keyType as z.ZodType, below('*'), wish) as string;
    return { [name]: build(schema.valueType as z.ZodType, below('*'), wish) };
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    const turned = [...texts.slice(wish.turn), ...texts.slice(0, wish.turn)];
    return turned.find((text) => accepts(taker, text));
  }
  if (schema instanceof z.ZodNumber) return numbers.find((number) => accepts(taker, number));
  if (schema instanceof z.ZodBoolean) return false;
  // The last of an enumeration is the narrowest: the least of the roles, the most demanding of the actions.
  if (schema instanceof z.ZodEnum) return schema.options.at(-1);
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodPipe) return build(schema.in as z.ZodType, at, { ...wish, taker });
  const wanted = at?.join('.');
  const fitting = innerOf(schema).filter((option) => !at || idPaths(option).some((path) => path.join('.') === wanted));
  const values = fitting.map((option) => build(option, at, wish));
  return values.find((value) => accepts(schema, value)) ?? values[0];
}

/** What a wrapper wraps, and the options of a union. */
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

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}
