// The folders of a feature of the API, and those of its platform, are layers: none imports from a folder that, directly
// or through others, imports from it. dependency-cruiser checks folders only with their tests, which may import upwards.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

const modules = join(root, 'apps/api/src/modules');
const platform = join(root, 'apps/api/src/platform');

/** @returns the product files of a folder and their sources, by path from it */
function readSources(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /(?<!\.spec)\.ts$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/**
 * @param sources the text of each file, by path from the folder of the feature
 * @returns the folders that depend on themselves through other folders; `.` is the folder of the feature
 */
function findCycles(sources) {
  const imported = new Map();
  for (const [file, source] of Object.entries(sources)) {
    const from = dirname(file);
    if (!imported.has(from)) imported.set(from, new Set());
    for (const [, path] of source.matchAll(/from '(\.[^']+)'/g)) {
      const target = dirname(normalize(join(from, path)));
      if (target !== from && !target.startsWith('..')) imported.get(from).add(target);
    }
  }
  const dependenciesOf = (folder, found = new Set()) => {
    for (const next of imported.get(folder) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      dependenciesOf(next, found);
    }
    return found;
  };
  return [...imported.keys()].filter((folder) => dependenciesOf(folder).has(folder)).sort();
}

describe('the folders of a feature', () => {
  it.each(readdirSync(modules))('are layers in %s', (feature) => {
    const sources = readSources(join(modules, feature));
    expect(Object.keys(sources).length).toBeGreaterThan(0);
    expect(findCycles(sources)).toEqual([]);
  });

  it('are layers in the platform, apart from the module that provides all of them', () => {
    const { 'platform.module.ts': provider, ...sources } = readSources(platform);
    expect(provider).toBeDefined();
    expect(findCycles(sources)).toEqual([]);
  });

  it('are no layers if an import leads back up', () => {
    const layers = {
      'entry/entry.ts': '',
      'books/books.ts': "from '../entry/entry'",
      'close.ts': "from './books/books'",
    };
    expect(findCycles(layers)).toEqual([]);
    expect(findCycles({ ...layers, 'entry/entry.ts': "from '../close'" })).toEqual(['.', 'books', 'entry']);
  });
});
