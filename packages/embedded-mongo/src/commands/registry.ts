import { refused } from '../supported.js';
import { aggregate } from './aggregate.js';
import { backup } from './backup.js';
import { create, drop, dropDatabase, listCollections, listDatabases } from './collection-commands.js';
import type { Command } from './command.js';
import { count, distinct } from './count.js';
import { getMore, killCursors } from './cursor-commands.js';
import { deleteCommand } from './delete.js';
import { explain } from './explain.js';
import { findAndModify } from './find-and-modify.js';
import { find } from './find.js';
import { createIndexes, dropIndexes, listIndexes } from './index-commands.js';
import { insert } from './insert.js';
import { multiBulkWrite } from './multi-bulk-write.js';
import { renameCollection } from './rename.js';
import { hello, ping, refusals, replSetInitiate, shutdown } from './server-commands.js';
import { abortTransaction, commitTransaction, endSessions } from './session-commands.js';
import { update } from './update.js';
import { validate } from './validate.js';

/** All commands, by name. */
export const REGISTRY = new Map<string, Command>(
  Object.entries({
    abortTransaction,
    aggregate,
    backup,
    bulkWrite: multiBulkWrite,
    commitTransaction,
    count,
    create,
    createIndexes,
    delete: deleteCommand,
    distinct,
    drop,
    dropDatabase,
    dropIndexes,
    endSessions,
    explain,
    find,
    findAndModify,
    getMore,
    hello,
    insert,
    isMaster: hello,
    ismaster: hello,
    killCursors,
    listCollections,
    listDatabases,
    listIndexes,
    ping,
    refusals,
    renameCollection,
    replSetInitiate,
    shutdown,
    update,
    validate,
  }),
);

/** The command with that name. @throws CommandNotFound (59), naming it */
export function findCommand(name: string): Command {
  const command = REGISTRY.get(name);
  if (!command) throw refused('command', name);
  return command;
}
