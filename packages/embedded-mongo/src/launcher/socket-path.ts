import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A socket's path must fit, with its closing zero, into 108 bytes on Linux and 104 on macOS. */
const MAX_BYTES = 103;

/**
 * The path of the socket for a data folder, in a folder that only its owner may enter: inside the data folder, or
 * under the system's temporary folder when that path would be too long.
 * @throws Error when the folder is not the user's own.
 */
export function socketPathFor(dataDir: string): string {
  const inside = join(dataDir, 'run', 'mongod.sock');
  if (Buffer.byteLength(inside) <= MAX_BYTES) return inPrivateFolder(join(dataDir, 'run'));
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return inPrivateFolder(join(tmpdir(), `embedded-mongo-${hash}`));
}

function inPrivateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || uid !== process.getuid?.()) {
    throw new Error(`The folder ${folder} for the database's socket does not belong to this user; remove it`);
  }
  // It may have been there already, with other rights.
  chmodSync(folder, 0o700);
  return join(folder, 'mongod.sock');
}
