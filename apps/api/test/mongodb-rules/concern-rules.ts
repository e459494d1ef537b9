import { fieldsOf, isInTransaction, isWhole, type Rule } from './statement';

const LEVELS = ['local', 'available', 'majority', 'linearizable', 'snapshot'];
const READS = ['find', 'aggregate', 'distinct', 'count', 'getMore'];
const WRITES = (
  'insert update delete findAndModify bulkWrite aggregate create createIndexes drop dropDatabase dropIndexes ' +
  'renameCollection collMod commitTransaction abortTransaction endSessions'
).split(' ');
const levelOf = (command: Record<string, unknown>) => fieldsOf(command['readConcern'])['level'];

/** Read and write concerns, by command. */
export const concernRules: Rule[] = [
  {
    says: 'The levels of a read concern are local, available, majority, linearizable and snapshot',
    page: 'reference/read-concern/',
    isBroken: ({ command }) => {
      const level = levelOf(command);
      return level !== undefined && !LEVELS.includes(level as string);
    },
  },
  {
    says: 'A transaction supports the read concerns local, majority and snapshot',
    page: 'core/transactions/',
    isBroken: (statement) =>
      isInTransaction(statement) && ['available', 'linearizable'].includes(levelOf(statement.command) as string),
  },
  {
    says: 'Outside of transactions, the read concern snapshot is for find, aggregate and distinct',
    page: 'reference/read-concern-snapshot/',
    isBroken: (statement) =>
      !isInTransaction(statement) &&
      levelOf(statement.command) === 'snapshot' &&
      !['find', 'aggregate', 'distinct'].includes(statement.name),
  },
  {
    says: 'Outside of transactions, a read concern is for commands that read',
    page: 'reference/read-concern/',
    isBroken: (statement) =>
      !isInTransaction(statement) && levelOf(statement.command) !== undefined && !READS.includes(statement.name),
  },
  {
    says: 'A write concern is for commands that write',
    page: 'reference/write-concern/',
    isBroken: ({ name, command }) => 'writeConcern' in command && !WRITES.includes(name),
  },
  {
    says: 'A write concern has w (a number up to 50 or a text), j and wtimeout',
    page: 'reference/write-concern/',
    isBroken: ({ command }) => {
      const { w, ...rest } = fieldsOf(command['writeConcern']);
      const known = ['j', 'wtimeout', 'wtimeoutMS', 'fsync'];
      const isValid = w === undefined || typeof w === 'string' || isWhole(w, 0, 50);
      return !isValid || Object.keys(rest).some((name) => !known.includes(name));
    },
  },
  {
    says: "A transaction isn't committed with the write concern w: 0",
    page: 'core/transactions/',
    isBroken: ({ name, command }) => name === 'commitTransaction' && fieldsOf(command['writeConcern'])['w'] === 0,
  },
];
