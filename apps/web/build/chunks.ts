import type { Rolldown } from 'vite';

/** Files that become one chunk each with their static imports, from the first to be loaded to the last. */
const roots = {
  start: ['src/main.tsx', 'src/features/auth/login-page.tsx'],
  frame: ['src/app/routes/signed-in-app.tsx', 'src/features/auth/auth.actions.ts'],
  list: [
    'src/screens/list/list-page.tsx',
    'src/screens/list/list-filters.ts',
    'src/screens/list/define-list.ts',
    'src/ui/status-chip.tsx',
    'src/screens/closed-laboratory.tsx',
    'src/lib/with-query.ts',
  ],
};

/** An icon of rows and their actions is smaller than its request. */
const isRowIcon = (id: string, importers: readonly string[]) =>
  id.includes('/@mui/icons-material/') && importers.some((importer) => /(\.actions|-display)\.tsx$/.test(importer));

/**
 * What every page of a signed-in person needs is loaded together. Left alone, the bundler makes a chunk for each set of
 * pages that share something: a list needed a hundred, and a slow phone spends longer on their number than on their
 * size. A dependency belongs to the first chunk that needs it, so that no two import each other.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: Object.entries(roots).map(([name, files], index, { length }) => ({
    name: (id, graph) => {
      const isRoot = (file: string) => files.some((root) => file.endsWith(root));
      const importers = graph.getModuleInfo(id)?.importers ?? [];
      const belongs = importers.some(isRoot) || (name === 'list' && (isRoot(id) || isRowIcon(id, importers)));
      return belongs ? name : null;
    },
    priority: length - index,
    debugName: name,
  })),
};
