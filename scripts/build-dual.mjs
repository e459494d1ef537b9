// Builds the package in the working directory twice, as ES modules for the web and as CommonJS for Nest.
// With --watch, rebuilds on every change.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { main, run } from './shell.mjs';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const watch = process.argv.includes('--watch');

async function compile(...options) {
  const mode = watch ? ['--watch', '--preserveWatchOutput'] : [];
  const args = [tsc, '-p', 'tsconfig.build.json', ...options, ...mode];
  return (await run(process.execPath, args, { cwd: process.cwd() })).code;
}

await main(async () => {
  // In watch mode, the previous build is kept: apps that watch it would fail while it is missing.
  if (!watch) rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist/cjs', { recursive: true });
  writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
  const codes = await Promise.all([
    compile('--outDir', 'dist/esm'),
    compile('--outDir', 'dist/cjs', '--module', 'commonjs', '--moduleResolution', 'bundler'),
  ]);
  process.exitCode = Math.max(...codes);
});
