import { type Case, find, sent, within } from './case';

const admin = { database: 'admin' };
const w = (writeConcern: Record<string, unknown>) => ({ insert: 'c', documents: [{}], writeConcern });

export const transactionCases: Case[] = [
  ['A transaction contains only reads', within({ count: 'c' }), within({ find: 'c' })],
  [
    'In a transaction, indexes are created',
    within({ createIndexes: 'c' }),
    within({ createIndexes: 'c' }, { created: new Set(['c']) }),
  ],
  [
    'A transaction neither reads nor writes',
    within({ find: 'c' }, { database: 'local' }),
    sent({ find: 'c' }, { database: 'local' }),
  ],
  ["A transaction doesn't write to system", within({ insert: 'system.a' }), within({ find: 'system.a' })],
  [
    'An aggregation in a transaction',
    within({ aggregate: 'c', pipeline: [{ $unionWith: 'd' }] }),
    within({ aggregate: 'c', pipeline: [{ $match: {} }] }),
  ],
  ["killCursors isn't the first", within({ killCursors: 'c', startTransaction: true }), within({ killCursors: 'c' })],
  ['Only a multi-document transaction has autocommit', sent({ find: 'c', autocommit: true }), within({ find: 'c' })],
  ['commitTransaction and abortTransaction', within({ commitTransaction: 1 }), within({ commitTransaction: 1 }, admin)],
  [
    'A read concern is set for the whole',
    within({ find: 'c', readConcern: {} }),
    within({ find: 'c', startTransaction: true, readConcern: {} }),
  ],
  [
    "Write concerns aren't set for individual",
    within({ insert: 'c', writeConcern: { w: 1 } }),
    within({ commitTransaction: 1, writeConcern: { w: 1 } }, admin),
  ],
  [
    'Reads in a transaction use',
    within({ find: 'c', $readPreference: { mode: 'nearest' } }),
    within({ find: 'c', $readPreference: { mode: 'primary' } }),
  ],
  [
    'Only writes of single documents are retryable',
    sent({ update: 'c', updates: [{ q: {}, u: {}, multi: true }], txnNumber: 1 }),
    sent({ update: 'c', updates: [{ q: {}, u: {} }], txnNumber: 1 }),
  ],
  [
    'explain takes one of',
    sent({ explain: { find: 'c' }, verbosity: 'all' }),
    sent({ explain: { find: 'c' }, verbosity: 'executionStats' }),
  ],
  ['explain is for', sent({ explain: { insert: 'c' } }), sent({ explain: { count: 'c' } })],
  [
    'The levels of a read concern',
    find({ readConcern: { level: 'strong' } }),
    find({ readConcern: { level: 'majority' } }),
  ],
  [
    'A transaction supports',
    within({ find: 'c', readConcern: { level: 'available' } }),
    within({ find: 'c', readConcern: { level: 'snapshot' } }),
  ],
  [
    'Outside of transactions, the read concern snapshot',
    sent({ count: 'c', readConcern: { level: 'snapshot' } }),
    find({ readConcern: { level: 'snapshot' } }),
  ],
  [
    'Outside of transactions, a read concern',
    sent({ insert: 'c', readConcern: { level: 'local' } }),
    sent({ count: 'c', readConcern: { level: 'local' } }),
  ],
  ['A write concern is for', find({ writeConcern: { w: 1 } }), sent(w({ w: 1 }))],
  ['A write concern has', sent(w({ w: 51 })), sent(w({ w: 'majority', j: true, wtimeout: 1 }))],
  [
    "A transaction isn't committed with",
    within({ commitTransaction: 1, writeConcern: { w: 0 } }, admin),
    within({ commitTransaction: 1, writeConcern: { w: 'majority' } }, admin),
  ],
];
