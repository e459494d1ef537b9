import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../shell.mjs';

const notCopied = /\/(dist|\.turbo|\.cache|\.bin)(\/|$)|(?<!\/src)\/data(\/|$)|(?<!\/(src|demo)(\/.*)?)\/reports(\/|$)/;

/** A copy of the product's sources to change and compile, with the installed packages of this workspace. */
export class ScratchCopy {
  constructor(name) {
    this.folder = mkdtempSync(join(tmpdir(), `${name}-`));
    const copied = [
      'package.json',
      'tsconfig.base.json',
      'packages/config',
      'packages/contract',
      'apps/api',
      'apps/web',
    ];
    for (const path of copied) this.copy(path);
    for (const path of ['node_modules', 'packages/embedded-mongo']) symlinkSync(join(root, path), this.path(path));
  }

  path(...parts) {
    return join(this.folder, ...parts);
  }

  copy(path) {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    cpSync(join(root, path), this.path(path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => !notCopied.test(from.slice(root.length)),
    });
  }

  /** Runs a script with this Node. @returns its exit code and everything that it printed */
  run(script, args, cwd) {
    return new Promise((done) => {
      const child = spawn(process.execPath, [script, ...args], { cwd: this.path(cwd) });
      let output = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (output += chunk));
      child.on('close', (code) => done({ code, output }));
    });
  }

  /**
   * Checks the types of a package, or of the files that `include` names and what they import. Its tests are left out
   * unless `tests` is set, so that the product itself must fail to compile. Incremental: unchanged files are not checked
   * again.
   */
  typecheck(folder, { include, tests = false } = {}) {
    const project = this.path(folder, 'tsconfig.product.json');
    const exclude = tests ? [] : ['src/**/*.spec.*', 'src/**/*.test.*', 'src/**/testing', 'test', '**/*.spec.ts'];
    writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', ...(include && { include }), exclude }));
    const options = [
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      `${project}.tsbuildinfo`,
      '--pretty',
      'false',
      '--singleThreaded',
    ];
    return this.run(join(root, 'node_modules/typescript7/bin/tsc'), ['-p', project, ...options], folder);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
