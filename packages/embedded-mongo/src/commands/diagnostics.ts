import { Long } from 'bson';
import { hostname } from 'node:os';
import { MongoError } from '../query/error.js';
import type { Document } from '../query/bson.js';
import { compileFilter } from '../query/match.js';
import { recordRange } from '../store/key-layout.js';
import type { Command } from './command.js';
import { booleanField, documentField } from './fields.js';
import { SERVER_VERSION } from './hello.js';

const INVALID_PARAMETER = 72;

export const serverStatus: Command = {
  names: ['serverStatus'],
  fields: ['repl', 'metrics', 'locks', 'mirroredReads', 'latchAnalysis'],
  run({ engine, now }) {
    const { rss, heapUsed } = process.memoryUsage();
    const uptimeMillis = now.getTime() - engine.startedAt.getTime();
    return {
      host: hostname(),
      version: SERVER_VERSION,
      process: 'embedded-mongod',
      pid: Long.fromNumber(process.pid),
      uptime: Math.floor(uptimeMillis / 1000),
      uptimeMillis: Long.fromNumber(uptimeMillis),
      localTime: now,
      storageEngine: { name: engine.options.durable ? 'lmdb' : 'ephemeralForTest', persistent: engine.options.durable },
      mem: {
        bits: 64,
        resident: Math.round(rss / 1_048_576),
        virtual: Math.round(heapUsed / 1_048_576),
        supported: true,
      },
      transactions: { currentOpen: Long.fromNumber(engine.store.conflicts.openTransactions) },
      metrics: { cursor: { open: { total: Long.fromNumber(engine.cursors.open) } } },
      repl: { setName: engine.replicaSet.name, isWritablePrimary: engine.replicaSet.isPrimary },
    };
  },
};

export const getParameter: Command = {
  names: ['getParameter'],
  fields: ['featureCompatibilityVersion', 'transactionLifetimeLimitSeconds', 'ttlMonitorSleepSecs', 'allParameters'],
  adminOnly: true,
  anytime: true,
  run({ engine, body }) {
    const parameters: Document = {
      featureCompatibilityVersion: { version: SERVER_VERSION.replace(/\.\d+$/, '') },
      transactionLifetimeLimitSeconds: engine.options.transactionLifetime / 1000,
      ttlMonitorSleepSecs: engine.options.ttlInterval / 1000,
    };
    const all = body.getParameter === '*';
    const asked = Object.entries(parameters).filter(([name]) => all || name in body);
    if (asked.length === 0) throw new MongoError(INVALID_PARAMETER, 'no option found to get');
    return Object.fromEntries(asked);
  },
};

export const listDatabases: Command = {
  names: ['listDatabases'],
  fields: ['filter', 'nameOnly', 'authorizedDatabases'],
  adminOnly: true,
  run({ engine, body }) {
    const matches = compileFilter(documentField(body, 'filter'));
    const names = [...new Set(engine.catalog.list().map(({ database }) => database))].sort();
    const databases = names.map((name): Document => {
      const collections = engine.catalog.list(name);
      const empty = collections.every(({ id }) => engine.store.count(recordRange(id)) === 0);
      // All databases share one file, whose size cannot be attributed to each.
      return { name, sizeOnDisk: Long.fromNumber(empty ? 0 : engine.store.bytesUsed), empty };
    });
    const wanted = databases.filter(matches);
    if (booleanField(body, 'nameOnly')) return { databases: wanted.map(({ name }) => ({ name })) };
    const totalSize = engine.store.bytesUsed;
    const totalSizeMb = Long.fromNumber(Math.floor(totalSize / 2 ** 20));
    return { databases: wanted, totalSize: Long.fromNumber(totalSize), totalSizeMb };
  },
};

/** Replies, then ends the process. */
export const shutdown: Command = {
  names: ['shutdown'],
  fields: ['force', 'timeoutSecs'],
  adminOnly: true,
  anytime: true,
  run({ engine }) {
    setImmediate(() => engine.options.shutdown());
    return {};
  },
};

/** The log lines of a mongod; this engine keeps none. */
export const getLog: Command = {
  names: ['getLog'],
  fields: [],
  adminOnly: true,
  anytime: true,
  run: ({ body }) => (body.getLog === '*' ? { names: ['global'] } : { totalLinesWritten: 0, log: [] }),
};

/** How the process was started, and its address. */
export const getCmdLineOpts: Command = {
  names: ['getCmdLineOpts'],
  fields: [],
  adminOnly: true,
  anytime: true,
  run: ({ engine }) => ({ argv: process.argv.slice(1), parsed: { storage: { dbPath: engine.options.dataFolder } } }),
};

/** The authenticated users: none, as there is no authentication. */
export const connectionStatus: Command = {
  names: ['connectionStatus', 'whatsmyuri'],
  fields: ['showPrivileges'],
  anytime: true,
  run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
};
