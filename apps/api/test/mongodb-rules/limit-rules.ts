import {
  bsonTypeOf,
  bytesOf,
  fieldsOf,
  isFields,
  listOf,
  once,
  type Rule,
  type Statement,
  targetOf,
  writesOf,
} from './statement';

const MOST_STATEMENTS = 100_000;
const MOST_BYTES = 16 * 1024 * 1024;
const DEEPEST = 100;
const WRITES = ['insert', 'update', 'delete', 'findAndModify', 'create', 'createIndexes', 'drop', 'renameCollection'];
const limits = 'reference/limits/';

/** The options of all commands. */
const COMMON =
  'lsid txnNumber autocommit startTransaction readConcern writeConcern maxTimeMS comment apiVersion apiStrict ' +
  'apiDeprecationErrors';
const OPTIONS = Object.fromEntries(
  Object.entries({
    find:
      'filter sort projection hint skip limit batchSize singleBatch max min returnKey showRecordId tailable ' +
      'oplogReplay noCursorTimeout awaitData allowPartialResults collation allowDiskUse let',
    count: 'query limit skip hint collation',
    distinct: 'key query collation hint',
    aggregate: 'pipeline explain allowDiskUse cursor bypassDocumentValidation collation hint let',
    getMore: 'collection batchSize',
    killCursors: 'cursors',
    insert: 'documents ordered bypassDocumentValidation',
    update: 'updates ordered bypassDocumentValidation let',
    delete: 'deletes ordered let',
    findAndModify:
      'query sort remove update new fields upsert bypassDocumentValidation collation arrayFilters hint let',
    bulkWrite: 'ops nsInfo ordered bypassDocumentValidation let errorsOnly cursor',
    explain: 'verbosity',
    create:
      'capped timeseries expireAfterSeconds clusteredIndex changeStreamPreAndPostImages autoIndexId size max ' +
      'storageEngine validator validationLevel validationAction indexOptionDefaults viewOn pipeline collation',
    drop: '',
    dropDatabase: '',
    renameCollection: 'to dropTarget',
    createIndexes: 'indexes commitQuorum',
    dropIndexes: 'index',
    listIndexes: 'cursor',
    listCollections: 'filter nameOnly authorizedCollections cursor',
    listDatabases: 'filter nameOnly authorizedDatabases',
    validate: 'full repair metadata checkBSONConformance background',
    commitTransaction: 'recoveryToken',
    abortTransaction: 'recoveryToken',
    endSessions: '',
    ping: '',
    hello:
      'helloOk client compression backpressure loadBalanced saslSupportedMechs topologyVersion maxAwaitTimeMS speculativeAuthenticate',
    serverStatus: '',
    dbStats: 'scale freeStorage',
    collStats: 'scale',
    buildInfo: '',
  }).map(([name, options]) => [name, new Set(`${options} ${COMMON}`.split(' '))]),
);
/** Of the entries in the lists of writes. */
const ENTRY_OPTIONS: Record<string, [list: string, options: Set<string>]> = {
  update: ['updates', new Set('q u c upsert multi collation arrayFilters hint sort'.split(' '))],
  delete: ['deletes', new Set('q limit collation hint'.split(' '))],
};

/** The levels of a value, and the bytes of its texts and binaries. */
function sizeOf(value: unknown): { depth: number; bytes: number } {
  if (typeof value === 'string') return { depth: 0, bytes: value.length };
  if (Buffer.isBuffer(value)) return { depth: 0, bytes: value.length };
  if (!Array.isArray(value) && !isFields(value)) return { depth: 0, bytes: 8 };
  let depth = 0;
  let bytes = 5;
  for (const [name, inner] of Object.entries(value)) {
    const size = sizeOf(inner);
    depth = Math.max(depth, size.depth);
    bytes += size.bytes + name.length + 2;
  }
  return { depth: depth + 1, bytes };
}

const stored = (statement: Statement) =>
  writesOf(statement).flatMap(({ document, update }) => [document, update].filter(isFields));
const sizes = once((statement) => stored(statement).map(sizeOf));

/** Names, sizes and options of commands. */
export const limitRules: Rule[] = [
  {
    says: 'A command has the options of its page only',
    page: 'reference/command/',
    isBroken: ({ name, command }) => {
      const known = OPTIONS[name === 'isMaster' || name === 'ismaster' ? 'hello' : name];
      return (
        known !== undefined &&
        Object.keys(command).some((option) => option !== name && !option.startsWith('$') && !known.has(option))
      );
    },
  },
  {
    says: 'A statement of an update or delete has the options of its page only',
    page: 'reference/command/update/',
    isBroken: ({ name, command }) => {
      const [list, known] = ENTRY_OPTIONS[name] ?? ['', new Set<string>()];
      return listOf(command[list]).some((entry) => Object.keys(entry).some((option) => !known.has(option)));
    },
  },
  {
    says: 'The name of a database has 1 to 63 bytes and none of /\\. "$*<>:|?',
    page: limits,
    isBroken: ({ database }) => !/^[^/\\. "$*<>:|?\0]+$/.test(database) || bytesOf(database) > 63,
  },
  {
    says: "The name of a collection isn't empty and has no dollar sign and no NUL",
    page: limits,
    isBroken: (statement) => {
      const target = targetOf(statement);
      return target !== undefined && (target === '' || /[$\0]/.test(target.replace(/^\$cmd\.aggregate$/, 'all')));
    },
  },
  {
    says: 'Names of collections that begin with "system." are reserved',
    page: limits,
    isBroken: (statement) => WRITES.includes(statement.name) && (targetOf(statement) ?? '').startsWith('system.'),
  },
  {
    says: 'A write has 1 to 100,000 statements',
    page: limits,
    isBroken: (statement) => {
      const { name, command } = statement;
      const list = { insert: 'documents', update: 'updates', delete: 'deletes', bulkWrite: 'ops' }[name];
      const length = Array.isArray(command[list ?? '']) ? (command[list ?? ''] as unknown[]).length : 0;
      // An empty bulkWrite asks whether the server knows the command, and is refused either way.
      const least = name === 'bulkWrite' ? 0 : 1;
      return list !== undefined && (length < least || length > MOST_STATEMENTS);
    },
  },
  {
    says: 'A document has at most 16 megabytes',
    page: limits,
    isBroken: (statement) => sizes(statement).some(({ bytes }) => bytes > MOST_BYTES),
  },
  {
    says: 'A document has at most 100 levels',
    page: limits,
    isBroken: (statement) => sizes(statement).some(({ depth }) => depth > DEEPEST),
  },
  {
    says: 'The _id of a document is no list, no regular expression and has no fields that start with a dollar sign',
    page: 'core/document/',
    isBroken: (statement) =>
      writesOf(statement).some(({ document }) => {
        const id = document?.['_id'];
        const names = Object.keys(fieldsOf(id));
        return (
          Array.isArray(id) ||
          id instanceof RegExp ||
          bsonTypeOf(id) === 'BSONRegExp' ||
          names.some((name) => name.startsWith('$'))
        );
      }),
  },
  {
    says: 'The name of a field has no NUL',
    page: limits,
    isBroken: (statement) =>
      stored(statement).some((document) => Object.keys(document).some((name) => name.includes('\0'))),
  },
  {
    says: 'bulkWrite, listDatabases, renameCollection and the ends of transactions are run on admin',
    page: 'reference/command/bulkWrite/',
    isBroken: ({ name, database }) =>
      ['bulkWrite', 'listDatabases', 'renameCollection'].includes(name) && database !== 'admin',
  },
  {
    says: 'createIndexes has at least one index',
    page: 'reference/command/createIndexes/',
    isBroken: ({ name, command }) => name === 'createIndexes' && listOf(command['indexes']).length === 0,
  },
];
