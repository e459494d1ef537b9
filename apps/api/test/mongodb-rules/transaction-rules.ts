import { fieldsOf, isInTransaction, pipelineOf, queryOf, type Rule, stagesOf, targetOf, writesOf } from './statement';

const ALLOWED = new Set(
  (
    'aggregate bulkWrite distinct find delete findAndModify insert update getMore killCursors create createIndexes ' +
    'commitTransaction abortTransaction hello buildInfo connectionStatus'
  ).split(' '),
);
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'create', 'createIndexes']);
const NO_STAGES = [
  '$collStats',
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$merge',
  '$out',
  '$planCacheStats',
  '$unionWith',
];
const ends = (name: string) => name === 'commitTransaction' || name === 'abortTransaction';
const operations = 'core/transactions-operations/';

/** What a transaction may contain, and how it is begun and ended. */
export const transactionRules: Rule[] = [
  {
    says: 'A transaction contains only reads and writes, create and createIndexes; not count, explain or listCollections',
    page: operations,
    isBroken: (statement) => isInTransaction(statement) && !ALLOWED.has(statement.name),
  },
  {
    says: 'In a transaction, indexes are created only on collections that the same transaction has created',
    page: 'core/transactions/',
    isBroken: (statement) =>
      statement.name === 'createIndexes' &&
      isInTransaction(statement) &&
      !statement.created.has(targetOf(statement) ?? ''),
  },
  {
    says: 'A transaction neither reads nor writes collections of config, admin and local',
    page: operations,
    isBroken: (statement) =>
      isInTransaction(statement) &&
      targetOf(statement) !== undefined &&
      ['config', 'admin', 'local'].includes(statement.database),
  },
  {
    says: "A transaction doesn't write to system.* collections",
    page: operations,
    isBroken: (statement) =>
      isInTransaction(statement) && WRITES.has(statement.name) && (targetOf(statement) ?? '').startsWith('system.'),
  },
  {
    says: 'An aggregation in a transaction has no stage that writes or reads the state of the server, and no $unionWith',
    page: operations,
    isBroken: (statement) =>
      isInTransaction(statement) &&
      stagesOf(pipelineOf(statement)).some((stage) => NO_STAGES.some((name) => name in stage)),
  },
  {
    says: "killCursors isn't the first operation of a transaction",
    page: operations,
    isBroken: ({ name, command }) => name === 'killCursors' && command['startTransaction'] === true,
  },
  {
    says: 'Only a multi-document transaction has autocommit, always false, and a session with a number',
    page: 'reference/command/commitTransaction/',
    isBroken: ({ command }) =>
      ('autocommit' in command || 'startTransaction' in command) &&
      (command['autocommit'] !== false || command['lsid'] === undefined || command['txnNumber'] === undefined),
  },
  {
    says: 'commitTransaction and abortTransaction are run on admin, within a transaction',
    page: 'reference/command/commitTransaction/',
    isBroken: (statement) => ends(statement.name) && (statement.database !== 'admin' || !isInTransaction(statement)),
  },
  {
    says: 'A read concern is set for the whole transaction, by its first operation',
    page: 'core/transactions/',
    isBroken: ({ command }) =>
      command['autocommit'] === false && command['startTransaction'] !== true && 'readConcern' in command,
  },
  {
    says: "Write concerns aren't set for individual operations of a transaction",
    page: 'core/transactions/',
    isBroken: (statement) => isInTransaction(statement) && !ends(statement.name) && 'writeConcern' in statement.command,
  },
  {
    says: 'Reads in a transaction use the read preference primary',
    page: 'core/transactions/',
    // For a direct connection, the driver itself sends primaryPreferred instead of primary.
    isBroken: (statement) =>
      isInTransaction(statement) &&
      !['primary', 'primaryPreferred', undefined].includes(
        fieldsOf(statement.command['$readPreference'])['mode'] as string | undefined,
      ),
  },
  {
    says: 'Only writes of single documents are retryable: no update with multi, no delete without a limit',
    page: 'core/retryable-writes/',
    isBroken: (statement) =>
      'txnNumber' in statement.command &&
      !isInTransaction(statement) &&
      !ends(statement.name) &&
      (!['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'].includes(statement.name) ||
        writesOf(statement).some(({ multi }) => multi)),
  },
  {
    says: 'explain takes one of the verbosities queryPlanner, executionStats and allPlansExecution',
    page: 'reference/command/explain/',
    isBroken: ({ name, command }) =>
      name === 'explain' &&
      ![undefined, 'queryPlanner', 'executionStats', 'allPlansExecution'].includes(
        command['verbosity'] as string | undefined,
      ),
  },
  {
    says: 'explain is for aggregate, count, distinct, find, findAndModify, delete and update',
    page: 'reference/command/explain/',
    isBroken: (statement) =>
      statement.name === 'explain' &&
      !'aggregate count distinct find findAndModify delete update mapReduce'
        .split(' ')
        .includes(queryOf(statement).name),
  },
];
