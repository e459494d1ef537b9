// The list of entries is the page that people open most. What it imports directly or through others is loaded and run
// before its first row is shown, so that dialogs, menus and bars that appear later are imported lazily.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

const page = join(root, 'apps/web/src/features/finance/transactions/transactions-page.tsx');

/** @returns the paths that a module imports when it is loaded; types are erased, and `import()` comes later */
function importsOf(source) {
  const { statements } = ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    if (!isImport || !statement.moduleSpecifier || isOnlyTypes(statement)) return [];
    return statement.moduleSpecifier.text;
  });
}

function isOnlyTypes({ importClause, exportClause, isTypeOnly }) {
  if (isTypeOnly || importClause?.isTypeOnly) return true;
  const named = importClause?.name ? undefined : (importClause?.namedBindings ?? exportClause)?.elements;
  return named !== undefined && named.length > 0 && named.every((element) => element.isTypeOnly);
}

/** @returns the files that are loaded with a file, which is the first of them */
function loadedWith(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const path of importsOf(readFileSync(file, 'utf8'))) {
    const target = path.startsWith('.') ? sourceAt(join(dirname(file), path)) : undefined;
    if (target) loadedWith(target, seen);
  }
  return seen;
}

const sourceAt = (path) => ['.ts', '.tsx', '/index.ts'].map((end) => path + end).find((name) => existsSync(name));

describe('the list of entries', () => {
  it('is loaded with at most 110 modules', () => {
    const modules = [...loadedWith(page)];
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.length).toBeLessThanOrEqual(110);
  });

  it.each([
    ["import a from './a';", ['./a']],
    ["import { type A, b } from './a'; export * from './b'; import './c';", ['./a', './b', './c']],
    ["import type { A } from './a'; import { type A } from './a'; export type { A } from './a';", []],
    ["const a = () => import('./a');", []],
  ])('counts what %s loads', (source, paths) => {
    expect(importsOf(source)).toEqual(paths);
  });
});
