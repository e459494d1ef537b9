import type { Rolldown } from 'vite';

/** Files whose static imports become one chunk each, from the first to be loaded to the last. */
const roots = {
  start: ['src/main.tsx', 'src/features/auth/login-page.tsx'],
  frame: ['src/app/routes/signed-in-app.tsx', 'src/features/auth/auth.actions.ts'],
  list: ['src/components/list/list-page.tsx'],
};

/**
 * What every page of a signed-in person needs is loaded together. Left alone, the bundler makes a chunk for each set of
 * pages that share something: a list needed a hundred, and a slow phone spends longer on their number than on their
 * size. A dependency belongs to the first chunk that needs it, so that no two import each other.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: Object.entries(roots).map(([name, files], index, { length }) => ({
    name: (id, graph) =>
      graph.getModuleInfo(id)?.importers.some((importer) => files.some((file) => importer.endsWith(file)))
        ? name
        : null,
    priority: length - index,
    debugName: name,
  })),
};
