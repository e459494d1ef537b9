import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute path of the workspace. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const running = new Set();
let stopping = false;

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => stop(signal, code));
}

// No child outlives the command that was stopped: the children end first, then this process.
async function stop(signal, code) {
  if (stopping) return;
  stopping = true;
  const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of running) child.kill(signal);
  await Promise.all(ended);
  process.exit(code);
}

/**
 * Leaves signals to a server that runs in this process, which then decides how to stop.
 */
export function releaseSignals() {
  process.removeAllListeners('SIGINT');
  process.removeAllListeners('SIGTERM');
}

/**
 * Runs a program in the root folder (or `options.cwd`); it shares this terminal except for its input.
 * @returns the exit code, or 1 if a signal ended it. With `options.stdio: 'pipe'`, also its output.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    const printed = [];
    child.stdout?.on('data', (chunk) => printed.push(chunk));
    child.stderr?.on('data', (chunk) => printed.push(chunk));
    running.add(child);
    child.on('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.on('close', (code) => {
      running.delete(child);
      // While a signal is being handled, the caller must not continue.
      if (!stopping) resolve({ code: code ?? 1, output: Buffer.concat(printed).toString() });
    });
  });
}

/** An error whose message is sufficient; `main` prints it without a stack trace. */
export class Fault extends Error {}

/** Runs a command's body. On an error, prints it (a `Fault` as its message alone), then `lastLine`, and exits with 1. */
export async function main(body, lastLine) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Fault ? `\n${error.message}\n` : error);
    if (lastLine) console.log(lastLine);
    process.exit(1);
  }
}
