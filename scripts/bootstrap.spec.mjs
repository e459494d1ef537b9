import { mkdtempSync, writeFileSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assertDigest } from './bootstrap.mjs';

it('refuses and removes a package manager that is not the pinned one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shifa-pnpm-'));
  const archive = join(folder, 'pnpm.tgz');
  writeFileSync(archive, 'something else');
  expect(() => assertDigest(archive)).toThrow(/is not the one that package\.json names/);
  expect(existsSync(archive)).toBe(false);
  rmSync(folder, { recursive: true });
});
