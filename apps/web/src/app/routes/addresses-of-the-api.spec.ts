import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { paths } from '../../config/paths';
import { routesOf } from './section';
import { sections } from './sections';

const folder = join(import.meta.dirname, '../../../../api/src/modules');
const ID = '0123456789abcdef01234567';

/** The pages of the product that the API's notices, messages and other answers lead to, with an id for each variable. */
function addresses(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
  );
  const found = files.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8').replaceAll(/\$\{[^{}]*\}/g, ID);
    return [...source.matchAll(/(['`])(\/[a-z][^'`\s?#]*)[^'`]*\1/g)].map(([, , path = '']) => path);
  });
  return [...new Set(found)].filter((path) => !path.startsWith('/api/')).toSorted();
}

const routes = routesOf(sections);
const own: readonly unknown[] = Object.values(paths);

describe('the addresses that the API sends', () => {
  it.each(addresses())('%s is a page', (path) => {
    const isSectionPage = matchRoutes(routes, path)?.at(-1)?.route.path !== '*';
    expect(isSectionPage || own.includes(path)).toBe(true);
  });

  it('are found in its sources', () => {
    expect(addresses()).toEqual(
      expect.arrayContaining(['/finances/approvals', '/reset-password', `/attendance/records/${ID}`]),
    );
  });
});
