import { ErrorCode, MongoError } from './query/error.js';

const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const;
const LOGIC = ['$and', '$or'] as const;
/** Expressions for sums and differences of amounts, quantities and positions, and for the month in a day. */
const VALUES = ['$literal', '$add', '$subtract', '$multiply', '$toLong', '$first', '$in', '$substrCP'] as const;

/**
 * What the embedded database supports of MongoDB, by kind: what the application and its tools send, and little that its
 * next features are likely to send. Everything else is refused by name. `supported.spec.ts` compares the tables with the
 * implementation; the tests of the API fail when they meet a refusal.
 */
export const SUPPORTED = {
  'filter operator': [...COMPARISONS, ...LOGIC, '$in', '$nin', '$exists', '$type', '$size', '$regex', '$elemMatch'],
  'update operator': ['$set', '$unset', '$inc', '$max', '$setOnInsert', '$rename', '$addToSet'],
  stage: ['$match', '$group', '$sort', '$limit', '$project', '$lookup', '$count'],
  accumulator: ['$sum', '$max', '$first'],
  'expression operator': [...COMPARISONS, ...LOGIC, '$not', '$cond', '$ifNull', ...VALUES],
  'index option': ['v', 'key', 'name', 'unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'],
  /** Of stored values; a regular expression may be part of a filter. */
  type: ['double', 'string', 'object', 'array', 'binData', 'objectId', 'bool', 'date', 'null', 'int', 'long'],
} as const;

const HELLO_OPTIONS = ['helloOk', 'client', 'compression', 'backpressure', 'loadBalanced'];

/** The commands with their options, and those of the entries in their lists. */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  // Documents
  find: ['filter', 'projection', 'sort', 'skip', 'limit', 'batchSize', 'singleBatch'],
  count: ['query'],
  distinct: ['key', 'query'],
  aggregate: ['pipeline', 'cursor'],
  getMore: ['collection', 'batchSize'],
  killCursors: ['cursors'],
  insert: ['documents', 'ordered'],
  update: ['updates', 'ordered'],
  'update.updates': ['q', 'u', 'upsert', 'multi'],
  delete: ['deletes', 'ordered'],
  'delete.deletes': ['q', 'limit'],
  findAndModify: ['query', 'update', 'new', 'upsert', 'remove'],
  bulkWrite: ['ops', 'nsInfo', 'ordered', 'errorsOnly'],
  explain: ['verbosity'],
  // Collections and indexes
  create: [],
  drop: [],
  dropDatabase: [],
  renameCollection: ['to', 'dropTarget'],
  listCollections: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
  listDatabases: [],
  createIndexes: ['indexes'],
  dropIndexes: ['index'],
  listIndexes: ['cursor'],
  validate: ['full'],
  // Sessions
  commitTransaction: [],
  abortTransaction: [],
  endSessions: [],
  // The server
  hello: HELLO_OPTIONS,
  ismaster: HELLO_OPTIONS,
  isMaster: HELLO_OPTIONS,
  // With the time limit that the driver sends along; the answer is immediate.
  ping: ['maxTimeMS'],
  // Its own: a copy of the data file, and the names of what was refused since the start
  backup: ['to'],
  refusals: [],
};

const SESSION_OPTIONS = ['$clusterTime', 'lsid', 'txnNumber', 'autocommit', 'startTransaction'];

/** The options that any command may have. */
export const COMMON_OPTIONS: readonly string[] = [
  ...SESSION_OPTIONS,
  ...['$db', '$readPreference', 'readConcern', 'writeConcern'],
];

export const refusals = new Set<string>();

const REMEMBERED = 100;

/** The error for whatever the tables do not list: 59 for a command, as drivers expect, otherwise 238. */
export function refused(
  kind:
    | keyof typeof SUPPORTED
    | 'command'
    | 'option'
    | 'pattern'
    | 'projection'
    | 'sort'
    | 'update'
    | 'update path'
    | 'variable',
  name: string,
): MongoError {
  if (refusals.size < REMEMBERED) refusals.add(`${kind} ${name}`);
  return kind === 'command'
    ? new MongoError(ErrorCode.CommandNotFound, `no such command: '${name}'`)
    : new MongoError(ErrorCode.NotImplemented, `The ${kind} ${name} is not supported by the embedded database`);
}
