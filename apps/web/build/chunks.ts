import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { firstPages } from './first-pages.ts';

type Name = Extract<NonNullable<Rolldown.CodeSplittingGroup['name']>, (...args: never[]) => unknown>;
type Graph = Parameters<Name>[1];

/** Files that become one chunk each with their static imports, from the first to be loaded to the last. */
const roots = {
  start: ['src/main.tsx', 'src/features/auth/login-page.tsx'],
  frame: ['src/app/routes/signed-in-app.tsx', 'src/features/auth/auth.actions.ts'],
};

/** Functions of the contract without schemas of their own that run, each kind in a chunk without its imports. */
const laterRules = {
  'error-texts': /contract[\\/]src[\\/]common[\\/]error-catalogue\.ts$/,
  'laboratory-rules': /contract[\\/]src[\\/]laboratories[\\/](copied-fields|holiday-list)\.ts$/,
  'board-rules': /contract[\\/]src[\\/]attendance[\\/]board-groups\.ts$/,
  'roster-rules': /contract[\\/]src[\\/]attendance[\\/]roster-(conflicts|rotation)\.ts$/,
  'payroll-rules': /contract[\\/]src[\\/]attendance[\\/](month-figures|payroll-rows)\.ts$/,
  'bill-rules': /contract[\\/]src[\\/]finance[\\/]bills[\\/]bill\.rules\.ts$/,
  'order-rules': /contract[\\/]src[\\/]purchasing[\\/](orders[\\/]purchase-order\.rules|returns[\\/]returnable)\.ts$/,
  'permission-structure': /contract[\\/]src[\\/]permissions[\\/]permission\.structure\.ts$/,
  'staff-reach': /contract[\\/]src[\\/]staff[\\/]staff\.reach\.ts$/,
  'stock-sheet': /contract[\\/]src[\\/]inventory[\\/]inventory-sheet\.ts$/,
  'audit-labels': /contract[\\/]src[\\/]audit[\\/]audit-entity-labels\.ts$/,
  'gst-states': /contract[\\/]src[\\/]purchasing[\\/]suppliers[\\/]gst-states\.ts$/,
  'product-codes':
    /contract[\\/]src[\\/]inventory[\\/]codes[\\/](product-code|elements?|element-day|identifiers|label-code)\.ts$/,
};

/** The modules that begin what is opened often. */
const pages: Readonly<Record<string, readonly string[]>> = {
  ...firstPages,
  '/laboratory': ['src/features/laboratories/laboratory-detail-page.tsx'],
  '/grid': ['src/screens/list/grid-table.tsx'],
};

/**
 * What a page imports, but for the modules that begin it. Components of MUI are imported from their own modules: with
 * imports from `@mui/material`, each page would seem to need all of them, and two pages would load 20 KB more.
 */
function importsOf(files: readonly string[], graph: Graph): ReadonlySet<string> {
  const begins = files.map((file) => join(import.meta.dirname, '..', file));
  const found = new Set<string>();
  const add = (id: string) => {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(next) || begins.includes(next)) continue;
      found.add(next);
      add(next);
    }
  };
  begins.forEach(add);
  return found;
}

let imports: readonly (readonly [page: string, modules: ReadonlySet<string>])[] | undefined;

function pagesWith(id: string, graph: Graph): string[] {
  imports ??= Object.entries(pages).map(([path, files]) => [path.slice(1).replace('/', '-'), importsOf(files, graph)]);
  return imports.flatMap(([page, modules]) => (modules.has(id) ? page : []));
}

/**
 * What every page of a signed-in person needs is loaded together; so is what more than two of the pages need, what the
 * same two need, and what one needs. Left alone, the bundler makes a chunk for each set of modules that share something:
 * approvals needed sixty, and a slow phone spends longer on their number than on their size. A dependency belongs to
 * the group of higher priority, so that no two chunks import each other.
 */
const groups: { name: string; belongs: Name; isAlone?: boolean }[] = [
  // The frame has the contract's schemas; these rules are only for screens that are opened later.
  ...Object.entries(laterRules).map(([name, rules]) => ({
    name,
    belongs: (id: string) => (rules.test(id) ? name : null),
    isAlone: true,
  })),
  ...Object.entries(roots).map(([name, files]) => ({
    name,
    belongs: (id: string, graph: Graph) => {
      const importers = graph.getModuleInfo(id)?.importers ?? [];
      return importers.some((importer) => files.some((root) => importer.endsWith(root))) ? name : null;
    },
  })),
  { name: 'shared', belongs: (id, graph) => (pagesWith(id, graph).length > 2 ? 'shared' : null) },
  {
    name: 'two pages',
    belongs: (id, graph) => {
      const [one, other] = pagesWith(id, graph);
      return other === undefined ? null : `${one}-and-${other}`;
    },
  },
  { name: 'page', belongs: (id, graph) => pagesWith(id, graph)[0] ?? null },
];

export const chunks: Rolldown.CodeSplittingOptions = {
  groups: groups.map(({ name, belongs, isAlone = false }, index) => ({
    name: belongs,
    includeDependenciesRecursively: !isAlone,
    priority: groups.length - index,
    debugName: name,
  })),
};
