import { Long } from 'bson';
import { constants, existsSync, statSync } from 'node:fs';
import { chmod, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Command } from './call.js';
import { stringField } from './fields.js';

const FILE_ALREADY_OPEN = 96;

/** The suffix of an incomplete copy's name. */
export const UNFINISHED = '.unfinished';

/**
 * Writes a copy of the data file as it is at one moment, while reads and writes continue. This command is the
 * engine's own; MongoDB does not have it. The file gets its final name once it is complete and on disk.
 */
export const backup: Command = {
  adminOnly: true,
  async run({ engine, body }) {
    const to = stringField(body, 'to');
    if (!isAbsolute(to)) throw new MongoError(ErrorCode.BadValue, `'to' must be an absolute path, not ${to}`);
    const folder = dirname(to);
    const given = identityOf(folder);
    if (given === undefined) throw new MongoError(ErrorCode.BadValue, `There is no folder ${folder}`);
    if (existsSync(to)) throw new MongoError(FILE_ALREADY_OPEN, `The file ${to} is there already`);
    const unfinished = `${to}${UNFINISHED}`;
    try {
      await engine.store.copyTo(unfinished);
      // The storage engine creates a missing folder, and so brings back that of a backup that was stopped meanwhile.
      if (identityOf(folder) !== given) throw new MongoError(ErrorCode.BadValue, `The folder ${folder} was removed`);
      await chmod(unfinished, constants.S_IRUSR | constants.S_IWUSR);
      await flush(unfinished);
      await rename(unfinished, to);
      await flush(folder);
    } catch (error) {
      await rm(unfinished, { force: true });
      // Unless it is already that of another backup.
      if (identityOf(folder) !== given) await rmdir(folder).catch(() => undefined);
      throw asMongoError(error);
    }
    const { size } = await stat(to);
    return { to, bytes: Long.fromNumber(size) };
  },
};

/** Changes if the folder is removed and created again; undefined if there is none. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.birthtimeNs}`;
}

/** Waits until a file or the list of files in a folder is on disk. */
export async function flush(path: string): Promise<void> {
  // Windows cannot flush directories.
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return;
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// The storage engine copies in a separate thread and reports only the system's error text.
function asMongoError(error: unknown): unknown {
  if (error instanceof Error && /no space left|file too large|quota exceeded/i.test(error.message)) {
    return new MongoError(ErrorCode.OutOfDiskSpace, `The backup does not fit on its disk: ${error.message}`);
  }
  return error;
}
