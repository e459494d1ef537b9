// Builds the package in the working directory twice, as ES modules for the web and as CommonJS for Nest.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

function compile(...options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], { stdio: 'inherit' });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tsc ended with ${code}`))));
  });
}

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist/cjs', { recursive: true });
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
await Promise.all([
  compile('--outDir', 'dist/esm'),
  compile('--outDir', 'dist/cjs', '--module', 'commonjs', '--moduleResolution', 'bundler'),
]);
