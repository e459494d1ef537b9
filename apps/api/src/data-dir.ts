import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** A secret for this installation, generated once and readable only by its owner. */
export function generatedSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt.secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}
