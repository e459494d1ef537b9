import { refused } from '../supported.js';
import { aggregate } from './aggregate.js';
import { backup } from './backup.js';
import { create, drop, dropDatabase, listCollections, listDatabases, renameCollection } from './collection-commands.js';
import type { Command } from './call.js';
import { count, distinct } from './count.js';
import { explain } from './explain.js';
import { find } from './find.js';
import { createIndexes, dropIndexes, listIndexes } from './index-commands.js';
import { hello, ping, refusals } from './server-commands.js';
import { abortTransaction, commitTransaction, endSessions } from './session-commands.js';
import { validate } from './validate.js';
import { bulkWrite, deleteCommand, findAndModify, insert, update } from './write-commands.js';
import { getMore, killCursors } from './cursor-commands.js';

export const REGISTRY = new Map<string, Command>(
  Object.entries({
    abortTransaction,
    aggregate,
    backup,
    bulkWrite,
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
