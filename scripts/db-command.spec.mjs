import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { quoted, share, size, table, withoutPassword } from './db-command.mjs';

const run = (script, ...args) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, script), ...args]).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

describe.each(['db-backup.mjs', 'db-verify.mjs', 'db-export.mjs', 'db-import.mjs'])('%s', (script) => {
  it('says how it is used', async () => {
    for (const option of ['-h', '--help']) {
      expect(await run(script, option)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Usage: npm run db:/),
      });
    }
  });

  it('names an option that it does not know', async () => {
    const { code, stderr } = await run(script, '--bogus');
    expect(code).toBe(1);
    expect(stderr).toMatch(/Unknown option '--bogus'[^]*Usage: npm run db:/);
  });
});

describe('what is printed', () => {
  it('holds no password', () => {
    expect(withoutPassword('mongodb://shop:p%40ss@host/x?a=b')).toBe('mongodb://shop:***@host/x?a=b');
    expect(withoutPassword('mongodb://host/x')).toBe('mongodb://host/x');
  });

  it('is for people', () => {
    expect([0, 999, 1500, 2_000_000_000].map(size)).toEqual(['0 bytes', '999 bytes', '1.5 kB', '2.0 GB']);
    expect(share(1500, 3000)).toBe('1,500 of 3,000 (50 %)');
    expect(share(7, 5)).toBe('7 of 7 (100 %)');
    expect(share(7, undefined)).toBe('7');
    expect(
      table([
        ['name', 'n'],
        ['a', 1234],
      ]),
    ).toBe('  name      n\n  a     1,234');
  });

  it('can be pasted into a shell', () => {
    expect(quoted('/srv/shifa')).toBe('/srv/shifa');
    expect(quoted("/srv/the shop's")).toBe(`'/srv/the shop'\\''s'`);
  });
});
