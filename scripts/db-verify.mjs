import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { build } from './build.mjs';
import { Progress, quoted, runDataCommand, share, size } from './db-command.mjs';
import { Fault, root } from './shell.mjs';

const usage = `Usage: npm run db:verify -- <backup> [--in <folder>]

Starts the product on a copy of a backup and compares what it finds with what was recorded when the backup was made:
the hash of the data file and the number of documents of each collection. It also verifies every ledger and the stored
totals. The backup and the product's own data are not changed. The exit code is 1 if anything differs.

  --in <folder>  where the copy is made and removed again. Default: the system's temporary folder
  -h, --help     this text`;

/** What the product writes and removes while it starts. */
const TRANSIENT = /\.(locks|migrations)$/;

await runDataCommand(usage, { in: { type: 'string' } }, verify, { positionals: 1 });

async function verify(values, load, signal, [given]) {
  const backup = resolve(given);
  if (!existsSync(join(backup, 'data.mdb'))) {
    throw new Fault(`There is no backup in ${backup}. A backup is a folder that contains data.mdb.`);
  }
  const { ownerOf } = await load('store/folder-lock.js');
  if (ownerOf(backup)) throw new Fault(`${backup} is in use. Stop the product, or verify a backup of it instead.`);
  await build(['@shifa/api']);
  const folder = await mkdtemp(join(resolve(values.in ?? tmpdir()), 'shifa-verify-'));
  try {
    const copy = join(folder, basename(backup));
    console.log(`Verifying ${backup} …`);
    await cp(backup, copy, { recursive: true, preserveTimestamps: true });
    signal.throwIfAborted();
    const faults = await compare(copy, load, signal);
    if (faults > 0) throw new Fault(`${quoted(backup)} differs from what was recorded. Use another backup.`);
    console.log('The backup is complete and can be restored.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints each comparison. @returns how many differ */
async function compare(copy, load, signal) {
  const { readManifest, hashOf } = await load('backup/manifest.js');
  const manifest = await readManifest(copy);
  const { sha256, bytes } = await hashOf(copy);
  const results = [
    manifest
      ? report(
          sha256 === manifest.sha256,
          `data file: ${size(bytes)}, SHA-256 as recorded on ${manifest.createdAt}`,
          sha256,
        )
      : report(true, `data file: ${size(bytes)}; nothing was recorded when this backup was made`),
  ];
  const { counts, fault } = await countsIn(copy, load, signal);
  results.push(report(counts !== undefined, contentsText(counts), fault));
  if (counts && manifest) results.push(report(...sameCounts(manifest.documents, counts)));
  if (counts) {
    results.push(await startProduct(copy, signal));
    const { counts: after = {} } = await countsIn(copy, load, signal);
    const lost = Object.keys(counts).filter((name) => !TRANSIENT.test(name) && (after[name] ?? 0) < counts[name]);
    results.push(report(lost.length === 0, 'no document is lost when the product starts', lost.join(', ')));
  }
  return results.filter((holds) => !holds).length;
}

/** Checks every document and index entry. @returns the number of documents of each collection, or what is damaged */
async function countsIn(copy, load, signal) {
  const { verifyCopy } = await load('backup/backup.js');
  const progress = new Progress();
  try {
    return {
      counts: await verifyCopy(copy, signal, (done, of) => progress.show(`Checking: ${share(done, of)} documents`)),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { fault: error.message };
  } finally {
    progress.end();
  }
}

function contentsText(counts = {}) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const collections = Object.keys(counts).length;
  return `${total.toLocaleString('en')} documents and their index entries; collections: ${collections}`;
}

function sameCounts(recorded, counts) {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(counts)])];
  const wrong = names.filter((name) => recorded[name] !== counts[name]);
  const fault = wrong.map((name) => `${name} has ${counts[name] ?? 0} instead of ${recorded[name] ?? 0}`);
  return [wrong.length === 0, 'numbers of documents as recorded', fault.join('; ')];
}

/** Runs the product's own checks on the copy. */
function startProduct(copy, signal) {
  const program = join(root, 'apps/api/dist/src/verify-backup.cli.js');
  const own = { DATA_DIR: copy, MONGODB_URI: '', REDIS_URL: '', BACKUP_DIR: '', BACKUP_TIME: 'off' };
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, ...own },
      stdio: ['ignore', 'inherit', 'inherit'],
      signal,
    });
    child.once('error', fail);
    child.once('exit', (code) => done(code === 0));
  });
}

function report(holds, what, fault) {
  console.log(holds ? `  ok       ${what}` : `  differs  ${what}: ${fault}`);
  return holds;
}
