import { join } from 'node:path';
import { buildEnvironment } from './bootstrap.mjs';
import { Fault, root, run } from './shell.mjs';

/** Runs turbo tasks, one per core at a time. Options and result are those of `run` in shell.mjs. */
export function turbo(args, options) {
  const turboBin = join(root, 'node_modules', '.bin', 'turbo');
  return run(turboBin, ['run', '--concurrency=100%', ...args], { env: buildEnvironment(), ...options });
}

/**
 * Builds packages and their dependencies, by default the server and the web app; turbo restores what has not changed.
 * Prints nothing unless it fails.
 */
export async function build(packages = ['@shifa/api', '@shifa/web']) {
  const targets = packages.map((name) => `--filter=${name}`);
  const { code, output } = await turbo(['build', ...targets, '--output-logs=errors-only'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (code !== 0) throw new Fault(`${output.trimEnd()}\n\nThe build failed; the reason is above.`);
}
