/** A document, filter, pipeline stage or the like. */
export type Fields = Record<string, unknown>;

/** A command as it is sent, with what is known of earlier ones. */
export interface Statement {
  name: string;
  database: string;
  command: Fields;
  /** The indexes of the collection that were created before, by name; without `_id_`. */
  indexes: ReadonlyMap<string, Fields>;
  /** The collections that the same transaction created. */
  created: ReadonlySet<string>;
}

/** A rule of MongoDB's manual. */
export interface Rule {
  /** What the page says. */
  says: string;
  /** The page, below https://www.mongodb.com/docs/manual/ */
  page: string;
  /** Whether a MongoDB replica set would refuse the statement. */
  isBroken: (statement: Statement) => boolean;
}

/** A single statement of an update, delete or insert, wherever the command has it. */
export interface Write {
  filter?: Fields;
  update?: unknown;
  document?: Fields;
  multi: boolean;
  arrayFilters: Fields[];
}

/** Whether the value is a document, which a value of a BSON type is not. */
export function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  // Nearly all values, told without the slower questions below.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return true;
  if (prototype === Date.prototype || Array.isArray(value) || '_bsontype' in value) return false;
  return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * The value as it is stored: maps, in which the driver keeps keys and sorts, and documents of mongoose become plain
 * documents; values of BSON types stay.
 */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (!isFields(value)) return value;
  if (isConvertible(value)) return plain(value.toBSON());
  const stored: Fields = {};
  for (const name of Object.keys(value)) stored[name] = plain(value[name]);
  return stored;
}

function isConvertible(value: object): value is { toBSON: () => unknown } {
  return 'toBSON' in value && typeof value.toBSON === 'function';
}

/** The fields of a value; none if it is not a document. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The documents of a list; none if it is not a list. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

export function isInTransaction({ command }: Statement): boolean {
  return command['autocommit'] === false;
}

/** The collection that the command names; undefined for commands without one. */
export function targetOf({ name, command }: Statement): string | undefined {
  const target = name === 'getMore' ? command['collection'] : name === 'explain' ? undefined : command[name];
  return typeof target === 'string' ? target : undefined;
}

/** The command itself or, of `explain`, the explained one. */
export function queryOf({ name, command }: Statement): { name: string; query: Fields } {
  if (name !== 'explain') return { name, query: command };
  const query = fieldsOf(command['explain']);
  return { name: Object.keys(query)[0] ?? '', query };
}

/** The writes of a command, which many rules ask for. */
export const writesOf = once((statement): Write[] => {
  const { name, query } = queryOf(statement);
  const arrayFilters = (entry: Fields) => listOf(entry['arrayFilters']);
  switch (name) {
    case 'insert':
      return listOf(query['documents']).map((document) => ({ document, multi: false, arrayFilters: [] }));
    case 'update':
      return listOf(query['updates']).map((entry) => ({
        filter: fieldsOf(entry['q']),
        update: entry['u'],
        multi: entry['multi'] === true,
        arrayFilters: arrayFilters(entry),
      }));
    case 'delete':
      return listOf(query['deletes']).map((entry) => ({
        filter: fieldsOf(entry['q']),
        multi: entry['limit'] === 0,
        arrayFilters: [],
      }));
    case 'findAndModify': {
      const write = { filter: fieldsOf(query['query']), multi: false, arrayFilters: arrayFilters(query) };
      return [query['update'] === undefined ? write : { ...write, update: query['update'] }];
    }
    case 'bulkWrite':
      return listOf(query['ops']).map((entry) => ({
        ...(isFields(entry['filter']) ? { filter: entry['filter'] } : {}),
        ...('updateMods' in entry ? { update: entry['updateMods'] } : {}),
        ...(isFields(entry['document']) ? { document: entry['document'] } : {}),
        multi: entry['multi'] === true,
        arrayFilters: arrayFilters(entry),
      }));
    default:
      return [];
  }
});

/** The pipeline of an aggregation; empty for other commands. */
export function pipelineOf(statement: Statement): Fields[] {
  const { name, query } = queryOf(statement);
  return name === 'aggregate' ? listOf(query['pipeline']) : [];
}

/** All stages, including the stages of nested pipelines. */
export function stagesOf(pipeline: readonly Fields[]): Fields[] {
  return pipeline.flatMap((stage) => {
    const inner = listOf(fieldsOf(stage['$lookup'] ?? stage['$unionWith'])['pipeline']);
    const facets = Object.values(fieldsOf(stage['$facet'])).flatMap(listOf);
    return [stage, ...stagesOf([...inner, ...facets])];
  });
}

/** The filters of a command, of its writes, and of `$match` stages, which many rules ask for. */
export const filtersOf = once((statement): Fields[] => {
  const { name, query } = queryOf(statement);
  const own = name === 'find' ? query['filter'] : name === 'count' || name === 'distinct' ? query['query'] : undefined;
  const matches = stagesOf(pipelineOf(statement)).map((stage) => stage['$match']);
  const writes = writesOf(statement).flatMap(({ filter, arrayFilters }) => [filter, ...arrayFilters]);
  return [own, ...matches, ...writes].filter(isFields);
});

/** Computes a part of a statement only once. */
export function once<Part>(compute: (statement: Statement) => Part): (statement: Statement) => Part {
  const parts = new WeakMap<Statement, Part>();
  return (statement) => {
    const known = parts.get(statement) ?? compute(statement);
    parts.set(statement, known);
    return known;
  };
}

export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

export function isWhole(value: unknown, from: number, to = Number.MAX_SAFE_INTEGER): boolean {
  const number = typeof value === 'bigint' || isLong(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= from && (number as number) <= to;
}

function isLong(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ['Long', 'Int32', 'Double'].includes(bsonTypeOf(value) ?? '');
}

/** The name of a value's BSON type if it has a class of its own. */
export function bsonTypeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('_bsontype' in value)) return undefined;
  return String(value._bsontype);
}
