import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the workspace, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const running = new Set();
let stopping = false;

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => stop(signal, code));
}

// Nothing outlives the command that was stopped: the children end first, then this process.
async function stop(signal, code) {
  if (stopping) return;
  stopping = true;
  const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of running) child.kill(signal);
  await Promise.all(ended);
  process.exit(code);
}

/**
 * Hands the signals over to a server that runs in this process, which then decides how to stop.
 */
export function releaseSignals() {
  process.removeAllListeners('SIGINT');
  process.removeAllListeners('SIGTERM');
}

/**
 * Runs a program in the root folder (or `options.cwd`), sharing this terminal but for its input.
 * @returns the exit code; 1 when a signal ended it. With `options.stdio: 'pipe'`, also what it printed.
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
      // While a signal is being handled, nothing more of the caller's plan is to run.
      if (!stopping) resolve({ code: code ?? 1, output: Buffer.concat(printed).toString() });
    });
  });
}

/** A fault that is explained by its message alone; `main` prints it without a stack. */
export class Fault extends Error {}

/** Runs a command's body: a `Fault` becomes one clear message, then `lastLine` where one is due, and exit code 1. */
export async function main(body, lastLine) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Fault ? `\n${error.message}\n` : error);
    if (lastLine) console.log(lastLine);
    process.exit(1);
  }
}
