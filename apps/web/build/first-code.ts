import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { neededBy } from './needed-by.ts';

const frame = ['src/app/routes/signed-in-app.tsx', 'src/features/auth/auth.actions.ts'];

/** The modules that begin what an address shows first, if someone is signed in. Any other page begins with the frame. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['src/app/routes/dashboard-extensions.tsx'],
  '/attendance': ['src/features/attendance/mine/attendance-page.tsx', 'src/features/attendance/mine/my-month.tsx'],
  '/staff': ['src/features/staff/staff-list-page.tsx'],
  '/laboratories': ['src/features/laboratories/laboratory-list-page.tsx'],
  '/finances/transactions': [
    'src/features/finance/finance-page.tsx',
    'src/features/finance/transactions/transactions-page.tsx',
  ],
  '/inventory': ['src/features/inventory/items/inventory-page.tsx'],
  '/approvals': [
    'src/app/approvals/approvals-page.tsx',
    'src/features/finance/decisions/approvals-page.tsx',
    'src/features/attendance/review/review-page.tsx',
    'src/features/attendance/leaves/leave-review-page.tsx',
    'src/features/inventory/write-offs/write-off-review.tsx',
  ],
};

/**
 * Writes into the page which scripts an address needs first: `public/first.js` requests them while the entry is still
 * on its way, instead of one after the other as each is run.
 */
export function firstCode(): Plugin {
  return {
    name: 'first-code',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const started = neededBy(dir, ['index.html']);
      const files: string[] = [];
      const indexesOf = (modules: readonly string[]) =>
        [...neededBy(dir, modules)].flatMap((file) => {
          if (started.has(file) || !file.endsWith('.js')) return [];
          if (!files.includes(file)) files.push(file);
          return files.indexOf(file);
        });
      const code = {
        signedOut: indexesOf(['src/features/auth/login-page.tsx']),
        signedIn: indexesOf(frame),
        pages: Object.fromEntries(Object.entries(pages).map(([path, modules]) => [path, indexesOf(modules)])),
      };
      const page = join(dir, 'index.html');
      const html = await readFile(page, 'utf8');
      const content = JSON.stringify({ ...code, files }).replaceAll('"', '&quot;');
      await writeFile(page, html.replace('<meta name="code"', `<meta name="code" content="${content}"`));
    },
  };
}
