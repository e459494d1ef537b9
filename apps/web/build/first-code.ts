import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { firstPages } from './first-pages.ts';
import { neededBy } from './needed-by.ts';

const frame = ['src/app/routes/signed-in-app.tsx', 'src/features/auth/auth.actions.ts'];

const contractPackage = join(import.meta.dirname, '../../../packages/contract/package.json');

/**
 * Writes into the page which scripts an address needs first, and the version of the contract: `public/first.js` requests
 * them while the entry is still on its way, instead of one after the other as each is run.
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
        contract: (JSON.parse(await readFile(contractPackage, 'utf8')) as { version: string }).version,
        signedOut: indexesOf(['src/features/auth/login-page.tsx']),
        signedIn: indexesOf(frame),
        pages: Object.fromEntries(Object.entries(firstPages).map(([path, modules]) => [path, indexesOf(modules)])),
      };
      const page = join(dir, 'index.html');
      const html = await readFile(page, 'utf8');
      const content = JSON.stringify({ ...code, files }).replaceAll('"', '&quot;');
      await writeFile(page, html.replace('<meta name="code"', `<meta name="code" content="${content}"`));
    },
  };
}
