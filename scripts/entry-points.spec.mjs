import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.values(scripts).flatMap((command) => /^exec node (scripts\/\S+\.mjs)/.exec(command)?.[1] ?? []);

/** The packages that a script needs as soon as it is loaded, directly or through other scripts. */
function packagesOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/^(?:import|import [^;(]*? from|export [^;(]*? from) '([^']+)';/gm)].flatMap(
    ([, name]) => {
      if (name.startsWith('node:')) return [];
      return name.startsWith('.') ? packagesOf(join(dirname(file), name), seen) : [`${file}: ${name}`];
    },
  );
}

/** The compiled files of the API that scripts and containers start. */
function startedFiles() {
  const files = ['scripts', 'docker'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.spec.'))
      .map(({ name }) => join(folder, name)),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(/(?:apps\/api\/|["'])dist\/([\w./-]+)\.js\b/g)].map(([, path]) => ({ file, path }));
  });
}

describe('the commands of package.json', () => {
  it.each(entries)('%s loads on a clean clone, before anything is installed', (entry) => {
    expect(packagesOf(entry)).toEqual([]);
  });

  it('start files of the API that exist', () => {
    const started = startedFiles();
    expect(started.length).toBeGreaterThan(4);
    expect(started.filter(({ path }) => !existsSync(join(root, 'apps/api', `${path}.ts`)))).toEqual([]);
  });
});
