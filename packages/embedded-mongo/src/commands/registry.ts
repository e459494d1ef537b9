import { aggregate } from './aggregate.js';
import { backup } from './backup.js';
import { collMod, create, drop, dropDatabase, listCollections } from './collection-commands.js';
import type { Command } from './command.js';
import { count, distinct } from './count.js';
import { getMore, killCursors } from './cursor-commands.js';
import { deleteCommand } from './delete.js';
import {
  connectionStatus,
  getCmdLineOpts,
  getLog,
  getParameter,
  listDatabases,
  serverStatus,
  shutdown,
} from './diagnostics.js';
import { explain } from './explain.js';
import { findAndModify } from './find-and-modify.js';
import { find } from './find.js';
import { buildInfo, hello, ping } from './hello.js';
import { createIndexes, dropIndexes, listIndexes } from './index-commands.js';
import { insert } from './insert.js';
import { multiBulkWrite } from './multi-bulk-write.js';
import { renameCollection } from './rename.js';
import { replSetGetConfig, replSetGetStatus, replSetInitiate, replSetReconfig } from './replica-set.js';
import { abortTransaction, commitTransaction, endSessions, refreshSessions, startSession } from './session-commands.js';
import { collStats, dbStats } from './statistics.js';
import { noSuchCommand } from './unsupported.js';
import { update } from './update.js';
import { validate } from './validate.js';

const COMMANDS = new Map<string, Command>(
  [
    abortTransaction,
    aggregate,
    backup,
    buildInfo,
    collMod,
    collStats,
    commitTransaction,
    connectionStatus,
    count,
    create,
    createIndexes,
    dbStats,
    deleteCommand,
    distinct,
    drop,
    dropDatabase,
    dropIndexes,
    endSessions,
    explain,
    find,
    findAndModify,
    getCmdLineOpts,
    getLog,
    getMore,
    getParameter,
    hello,
    insert,
    killCursors,
    listCollections,
    listDatabases,
    listIndexes,
    multiBulkWrite,
    ping,
    refreshSessions,
    renameCollection,
    replSetGetConfig,
    replSetGetStatus,
    replSetInitiate,
    replSetReconfig,
    serverStatus,
    shutdown,
    startSession,
    update,
    validate,
  ].flatMap((command) => command.names.map((name): [string, Command] => [name, command])),
);

/** The command with that name. @throws CommandNotFound (59) or CommandNotSupported (115), naming it */
export function findCommand(name: string): Command {
  const command = COMMANDS.get(name);
  if (!command) throw noSuchCommand(name);
  return command;
}
