import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] };

/** The files of the chunks that begin with one of these modules, and of all that they import. */
export function neededBy(folder: string, modules: readonly string[]): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const needed = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || needed.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) needed.add(file);
    for (const next of chunk.imports ?? []) add(next);
  };
  for (const module of modules) {
    const key = Object.keys(manifest).find((name) => name.endsWith(module));
    if (key === undefined) throw new Error(`The build has no chunk of ${module}, which a page needs at its start`);
    add(key);
  }
  return needed;
}
