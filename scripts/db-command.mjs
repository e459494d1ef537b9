import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { Fault, main, releaseSignals, root } from './shell.mjs';

/** How often a line of progress is printed where there is no terminal to overwrite it. */
const LINE_MILLISECONDS = 5000;
const TERMINAL_MILLISECONDS = 200;

/**
 * Runs one of the data commands: reads its options, builds what it needs, and turns Ctrl-C into an end that leaves
 * nothing half behind.
 * @param usage printed for `--help`
 * @param options as `parseArgs` takes them
 * @param work given the options, `load` for a compiled file of the embedded database, and a signal that stops it
 */
export async function runDataCommand(usage, options, work) {
  await main(async () => {
    const values = readOptions(usage, options);
    if (values.help) {
      console.log(usage);
      return;
    }
    await bootstrap();
    await build(['@shifa/embedded-mongo']);
    releaseSignals();
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());
    const load = (file) => import(pathToFileURL(join(root, 'packages/embedded-mongo/dist', file)).href);
    try {
      await work(values, load, stop.signal);
    } catch (error) {
      throw new Fault(stop.signal.aborted ? stopped(error) : error.message, { cause: error });
    }
  });
}

function readOptions(usage, options) {
  const help = { type: 'boolean', short: 'h', default: false };
  try {
    return parseArgs({ options: { ...options, help }, strict: true }).values;
  } catch (error) {
    throw new Fault(`${error.message}\n\n${usage}`);
  }
}

function stopped(error) {
  const [, ...rest] = error.message.split('\n');
  return ['Stopped. Nothing half-finished was left.', ...rest].join('\n');
}

/** The environment of the product, as far as these commands need it: where its data are. */
export function dataEnvironment() {
  return {
    dataDir: resolve(process.env.DATA_DIR?.trim() || './data'),
    mongodbUri: process.env.MONGODB_URI?.trim() || undefined,
  };
}

/** An option that has to be given. */
export function needed(values, name, usage) {
  if (values[name]) return values[name];
  throw new Fault(`--${name} is missing.\n\n${usage}`);
}

/** An address without the password in it. */
export function withoutPassword(uri) {
  return uri.replace(/\/\/([^:@/]+):[^@]*@/, '//$1:***@');
}

/** Prints how far the work is: on a terminal in one line that is written over, else a line now and then. */
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

  /** Makes room for lines that stay. */
  end() {
    if (this.#open) process.stdout.write('\r\x1b[K');
    this.#open = false;
  }
}

/** `done of total (n %)`, or only what is done where the total is not known. */
export function share(done, of) {
  const count = (number) => number.toLocaleString('en');
  if (!of) return count(done);
  return `${count(done)} of ${count(Math.max(of, done))} (${Math.min(100, Math.floor((done / of) * 100))} %)`;
}

/** A number of bytes for people. */
export function size(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Lines of equally wide columns: names to the left, numbers to the right. */
export function table(rows) {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return cells.map((row) => `  ${line(row)}`).join('\n');
}

/** A path as a shell takes it. */
export function quoted(path) {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
