import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CONTRACT_VERSION } from '@shifa/contract';
import { describe, expect, it } from 'vitest';

/** As `build/first-code.ts` writes it. */
type FirstCode = {
  contract: string;
  signedOut: number[];
  signedIn: number[];
  pages: Record<string, number[]>;
  files: string[];
};
type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../dist', path));
const html = read('index.html').toString();
const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>;

/** Follows static imports, so everything that the browser must have before the chunk can run. */
function needed(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) needed(next, seen);
  return seen;
}

const scriptsOfPage = [...html.matchAll(/<(?:script[^>]*src|link rel="modulepreload"[^>]*href)="\/([^"]+)"/g)].map(
  ([, path]) => path ?? '',
);
/** The scripts that the page requests before it runs any. */
function firstCode(): FirstCode {
  const list = /<meta name="code" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  return JSON.parse(list) as FirstCode;
}

const loginPage = 'src/features/auth/login-page.tsx';

/** What /login runs before anyone has typed: the page's scripts, its static imports, and the page's own lazy chunk. */
const firstLoad = new Set([...scriptsOfPage, ...needed('index.html'), ...needed(loginPage)]);

const everyScript = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : []));

describe('the first load of /login', () => {
  it('is at most 150 KB of JavaScript, gzipped', () => {
    expect(scriptsOfPage).toContain(manifest['index.html']?.file);
    const bytes = [...firstLoad].map((file) => read(`${file}.gz`).length);
    expect(bytes.length).toBeGreaterThan(2);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000);
  });

  it.each(['ZodError', 'notistack-MuiContent', 'socket.io', 'handleSubmit', 'QueryClient', 'home screen'])(
    'leaves %s to later',
    (mark) => {
      const bearers = everyScript.filter((file) => read(file).includes(mark));
      expect(bearers).not.toEqual([]);
      expect(bearers.filter((file) => firstLoad.has(file))).toEqual([]);
    },
  );

  it('requests at once what an address needs first, and nothing more', () => {
    const code = firstCode();
    const filesOf = (indexes: readonly number[]) => new Set(indexes.map((index) => code.files[index]));
    const entry = needed('index.html');
    const later = (...chunks: string[]) => {
      const files = [...chunks.reduce((seen, chunk) => needed(chunk, seen), new Set<string>())];
      return new Set(files.filter((file) => file.endsWith('.js') && !entry.has(file)));
    };
    expect(filesOf(code.signedOut)).toEqual(later(loginPage));
    expect(filesOf(code.signedIn)).toEqual(later(...signedIn.slice(1)));
    expect(filesOf(code.pages['/staff'] ?? [])).toEqual(later('src/features/staff/staff-list-page.tsx'));
  });

  it('requests at most 20 scripts, of whose number a slow phone feels more than of their size', () => {
    const { signedIn: frame, pages } = firstCode();
    expect(Object.keys(pages)).toContain('/approvals');
    for (const page of Object.values(pages)) {
      expect(needed('index.html').size + frame.length + page.length).toBeLessThanOrEqual(20);
    }
  });

  it('names the version of the contract for the first request', () => {
    expect(firstCode().contract).toBe(CONTRACT_VERSION);
  });

  it('has no inline script, which the content security policy would block', () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/\son[a-z]+=/);
  });
});

const signedIn = ['index.html', 'src/features/auth/auth.actions.ts', 'src/app/routes/signed-in-app.tsx'];
const gridTable = 'src/screens/list/grid-table.tsx';

/** Everything that a signed-in person's browser needs before the page at an address is complete. */
function neededBy(...chunks: string[]): string[] {
  const files = new Set<string>();
  for (const chunk of [...signedIn, ...chunks]) {
    expect(manifest).toHaveProperty([chunk]);
    needed(chunk, files);
  }
  return [...files].filter((file) => file.endsWith('.js'));
}

const kilobytes = (files: readonly string[]) => files.reduce((sum, file) => sum + read(`${file}.gz`).length, 0) / 1_000;

describe.each([
  ['the staff', ['src/features/staff/staff-list-page.tsx']],
  ['the laboratories', ['src/features/laboratories/laboratory-list-page.tsx']],
  ['the entries', ['src/features/finance/finance-page.tsx', 'src/features/finance/transactions/transactions-page.tsx']],
  ['the items', ['src/features/inventory/items/inventory-page.tsx']],
])('the first load of the list of %s', (_, page) => {
  it('is at most 385 KB of JavaScript on a phone, gzipped, and 515 KB with the grid of a larger screen', () => {
    const onPhone = neededBy(...page);
    expect(kilobytes(onPhone)).toBeLessThanOrEqual(385);
    expect(kilobytes(neededBy(...page, gridTable))).toBeLessThanOrEqual(515);
  });

  it.each(['MuiDataGrid', 'handleSubmit', 'MuiChartsAxis'])('leaves %s to later on a phone', (mark) => {
    const containing = everyScript.filter((file) => read(file).includes(mark));
    expect(containing).not.toEqual([]);
    const onPhone = neededBy(...page);
    expect(containing.filter((file) => onPhone.includes(file))).toEqual([]);
  });
});

describe.each([
  ['a laboratory', 'src/features/laboratories/laboratory-detail-page.tsx', 342],
  ['the clock of a person', 'src/features/attendance/mine/attendance-page.tsx', 347],
])('the first load of %s', (_, page, limit) => {
  it(`is at most ${limit} KB of JavaScript, gzipped`, () => {
    expect(kilobytes(neededBy(page))).toBeLessThanOrEqual(limit);
  });

  it.each(['MuiDataGrid', 'handleSubmit', 'MuiChartsAxis'])('leaves %s to later', (mark) => {
    expect(neededBy(page).filter((file) => read(file).includes(mark))).toEqual([]);
  });
});

describe('the build', () => {
  it('has no scripts that import each other, of which one would run before what it imports', () => {
    const importing = (key: string, path: readonly string[] = []): string[][] =>
      path.includes(key)
        ? [[...path, key]]
        : (manifest[key]?.imports ?? []).flatMap((next) => (acyclic.has(next) ? [] : importing(next, [...path, key])));
    const acyclic = new Set<string>();
    for (const key of Object.keys(manifest)) {
      expect(importing(key)).toEqual([]);
      acyclic.add(key);
    }
  });

  it('brings every script compressed twice, each the same file', () => {
    for (const file of everyScript) {
      const source = read(file);
      expect(gunzipSync(read(`${file}.gz`)).equals(source)).toBe(true);
      expect(brotliDecompressSync(read(`${file}.br`)).equals(source)).toBe(true);
    }
  });

  it('has no code that describes schemas as JSON schemas, which only the documents of the API do', () => {
    expect(everyScript.filter((file) => read(file).includes('json-schema.org'))).toEqual([]);
  });

  it('generates no code from text, which the content security policy would block', () => {
    expect(everyScript.filter((file) => read(file).includes('jitless:!0'))).toHaveLength(1);
  });
});
