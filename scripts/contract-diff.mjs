// Compares two release snapshots of the contract and says what breaks its users. Options: --base and --head take a folder
// or a commit, by default the main branch and the code; --json. Exit codes: 0 nothing breaks, 1 something breaks that no
// major version announces, 2 the comparison was not possible.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { isAnnounced, markdownOf } from './contract/report.mjs';
import { commitOf, parseSnapshot, readSnapshot } from './contract/snapshot.mjs';
import { Fault, root } from './shell.mjs';

const changesFile = join(root, 'docs/contract-changes.md');

async function snapshotOfCode() {
  const { releaseFiles } = await import('../packages/contract/dist/documents/release.js');
  const files = await releaseFiles();
  return parseSnapshot((file) => files[file], 'The code');
}

/** The base branch of a pull request, else the main branch. */
function defaultBase() {
  const names = [`origin/${process.env.GITHUB_BASE_REF || 'main'}`, 'origin/main', 'main'];
  return names.find((name) => commitOf(name) !== undefined);
}

async function compare() {
  const { values } = parseArgs({
    options: { base: { type: 'string' }, head: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const place = values.base ?? defaultBase();
  const base = place && readSnapshot(place);
  if (!base && values.base !== undefined) throw new Fault(`${place} has no release snapshot.`);
  if (!base) {
    console.log(values.json ? '{ "changes": [] }' : 'There is no earlier release snapshot to compare with.');
    return 0;
  }
  await bootstrap();
  await build(['@shifa/contract']);
  const head = values.head === undefined ? await snapshotOfCode() : readSnapshot(values.head);
  if (!head) throw new Fault(`${values.head} has no release snapshot.`);
  // Needs an installed package and the built contract.
  const { compareSnapshots } = await import('./contract/compare.mjs');
  const changes = compareSnapshots(base, head);
  const log = existsSync(changesFile) ? readFileSync(changesFile, 'utf8') : '';
  const versions = { base: base.openapi.info.version, head: head.openapi.info.version };
  const refused = changes.filter((change) => change.kind === 'breaking' && !isAnnounced(change, versions, log));
  console.log(values.json ? JSON.stringify({ changes }, null, 2) : markdownOf(changes, refused));
  return refused.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await compare();
} catch (error) {
  const reason = error instanceof Fault || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : String(error);
  console.error(`The contract could not be compared: ${reason}`);
  process.exitCode = 2;
}
