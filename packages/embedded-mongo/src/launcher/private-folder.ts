import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
/** A folder that everyone may write to, such as `/tmp`, belongs to the system. */
const STICKY = 0o1000;

/**
 * Takes all access to a folder and to the files directly in it from everyone but their owner. Creates the folder if it
 * does not exist. Changes nothing where the file system has no such permissions or belongs to somebody else.
 * @returns true if others had access
 */
export function makePrivate(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return false;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const exposed = [folder, ...files.map(({ name }) => join(folder, name))].filter(close);
  return exposed.length > 0;
}

/** @returns true if others had access and no longer have it */
function close(path: string): boolean {
  try {
    const before = lstatSync(path);
    if (before.isSymbolicLink() || (before.mode & OTHERS) === 0 || (before.mode & STICKY) !== 0) return false;
    chmodSync(path, before.mode & 0o700);
    // Some mounts accept the change and ignore it.
    return (lstatSync(path).mode & OTHERS) === 0;
  } catch {
    return false;
  }
}
