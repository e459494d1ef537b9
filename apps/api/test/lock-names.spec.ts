import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const src = join(__dirname, '../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.spec)\.ts$/.test(file));

/** The names of locks that a file spells out, in a call or as a constant. */
function lockNamesIn(text: string): string[] {
  const inputs = text.matchAll(/(?:\.(?:exclusive|lock)\(|\block: |[A-Z]_LOCK = )('[\w-]+'|\[[^\]]*\])/g);
  return [...inputs].flatMap(([, input = '']) => input.match(/(?<=')[\w-]+(?=')/g) ?? []);
}

// One that is misspelt in a second file keeps nobody out.
it('each lock is named in one file, and by a constant in others', () => {
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    for (const name of lockNamesIn(readFileSync(join(src, file), 'utf8'))) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  expect([...places.keys()]).toEqual(expect.arrayContaining(['finance', 'inventory', 'attendance', 'purchasing']));
  expect([...places].filter(([, named]) => named.size > 1).map(([name, named]) => [name, ...named])).toEqual([]);
});
