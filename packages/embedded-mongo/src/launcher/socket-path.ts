import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A socket's path, including its terminating zero, is limited to 108 bytes on Linux and 104 on macOS. */
const MAX_BYTES = 103;

/**
 * The path of the socket for a data folder, in a directory that only its owner can enter: inside the data folder or,
 * if that path would be too long, in the system's temporary folder.
 * @throws Error if the directory belongs to another user.
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
    throw new Error(`The folder ${folder} for the database's socket belongs to another user; remove it`);
  }
  // It may have existed already with other permissions.
  chmodSync(folder, 0o700);
  return join(folder, 'mongod.sock');
}
