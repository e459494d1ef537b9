import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { Fault, main, releaseSignals, root } from './shell.mjs';

/** How often progress is printed without a terminal, where lines cannot be overwritten. */
const LINE_MILLISECONDS = 5000;
const TERMINAL_MILLISECONDS = 200;

/**
 * Runs one of the data commands: parses its options, builds what it needs, and makes Ctrl-C stop it without leaving
 * anything unfinished behind.
 * @param usage printed for `--help`
 * @param options as `parseArgs` takes them
 * @param work receives the options, `load` for compiled files of the embedded database, an abort signal and the
 *   arguments that are no options
 * @param positionals how many of these arguments there must be
 */
export async function runDataCommand(usage, options, work, { positionals: expected = 0 } = {}) {
  await main(async () => {
    const { values, positionals } = readOptions(usage, options, expected > 0);
    if (values.help) {
      console.log(usage);
      return;
    }
    if (positionals.length !== expected) throw new Fault(usage);
    await bootstrap();
    await build(['@shifa/embedded-mongo']);
    releaseSignals();
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());
    const load = (file) => import(pathToFileURL(join(root, 'packages/embedded-mongo/dist', file)).href);
    try {
      await work(values, load, stop.signal, positionals);
    } catch (error) {
      throw new Fault(stop.signal.aborted ? stopped(error) : error.message, { cause: error });
    }
  });
}

function readOptions(usage, options, allowPositionals) {
  const help = { type: 'boolean', short: 'h', default: false };
  try {
    return parseArgs({ options: { ...options, help }, strict: true, allowPositionals });
  } catch (error) {
    throw new Fault(`${error.message}\n\n${usage}`);
  }
}

function stopped(error) {
  const [, ...rest] = error.message.split('\n');
  return ['Stopped. Nothing unfinished was left behind.', ...rest].join('\n');
}

/** The part of the product's environment that these commands need: the location of its data. */
export function dataEnvironment() {
  return {
    dataDir: resolve(process.env.DATA_DIR?.trim() || './data'),
    mongodbUri: process.env.MONGODB_URI?.trim() || undefined,
  };
}

/** A required option. */
export function needed(values, name, usage) {
  if (values[name]) return values[name];
  throw new Fault(`--${name} is missing.\n\n${usage}`);
}

/** An address without its password. */
export function withoutPassword(uri) {
  return uri.replace(/\/\/([^:@/]+):[^@]*@/, '//$1:***@');
}

/** Prints progress: on a terminal in one line that is overwritten, otherwise in a new line from time to time. */
export class Progress {
  #last = 0;
  #open = false;

  show(text) {
    const every = process.stdout.isTTY ? TERMINAL_MILLISECONDS : LINE_MILLISECONDS;
    if (Date.now() - this.#last < every) return;
    this.#last = Date.now();
    this.#open = process.stdout.isTTY;
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  }

  /** Ends the progress line, so that other output can follow. */
  end() {
    if (this.#open) process.stdout.write('\r\x1b[K');
    this.#open = false;
  }
}

/** `done of total (n %)`, or only `done` if the total is unknown. */
export function share(done, of) {
  const count = (number) => number.toLocaleString('en');
  if (!of) return count(done);
  return `${count(done)} of ${count(Math.max(of, done))} (${Math.min(100, Math.floor((done / of) * 100))} %)`;
}

/** A human-readable number of bytes. */
export function size(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Aligned columns: names to the left, numbers to the right. */
export function table(rows) {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return cells.map((row) => `  ${line(row)}`).join('\n');
}

/** A path quoted for a shell. */
export function quoted(path) {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
