import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Fault, root, run } from './shell.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// As Corepack writes it: `pnpm@10.34.9+sha512.` and the digest of the package in hexadecimal digits.
const [pnpmVersion, pnpmDigest] = manifest.packageManager.split('@')[1].split('+sha512.');
const pnpmHome = join(root, '.tools', `pnpm-${pnpmVersion}`);
const pnpmBin = join(pnpmHome, 'node_modules', '.bin');
const stampFile = join(root, 'node_modules', '.install-stamp');

/**
 * Prepares a fresh clone for building: checks Node, installs the pinned pnpm into `.tools/` and the locked
 * dependencies. Does nothing if the lockfile and manifests have not changed since the last install.
 */
export async function bootstrap() {
  await installPnpm();
  const members = workspaceMembers();
  const stamp = stampOf(members);
  if (isInstalled(members, stamp)) return;
  console.error('Installing dependencies (about a minute the first time) …');
  rmSync(stampFile, { force: true });
  await quietly(join(pnpmBin, 'pnpm'), ['install', '--frozen-lockfile', '--prefer-offline'], 'The dependencies');
  writeFileSync(stampFile, stamp);
}

function checkNode() {
  const wanted = manifest.engines.node.replace('>=', '').split('.').map(Number);
  const found = process.versions.node.split('.').map(Number);
  if (found[0] > wanted[0] || (found[0] === wanted[0] && found[1] >= wanted[1])) return;
  throw new Fault(`Node ${wanted.join('.')} or newer is needed; this is Node ${process.versions.node}.`);
}

function useWorkspaceEnvironment() {
  process.env.PATH = [pnpmBin, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  process.env.TURBO_TELEMETRY_DISABLED = '1';
  process.env.TURBO_NO_UPDATE_NOTIFIER = '1';
}

/**
 * The environment for installing and building. A production `NODE_ENV` would omit the compilers, and with a terminal,
 * pnpm might stop to ask a question.
 */
export function buildEnvironment() {
  const env = { ...process.env, CI: 'true' };
  delete env.NODE_ENV;
  return env;
}

/**
 * Puts the workspace's pnpm on the PATH of this process and its children, and installs it if it is missing. It is not
 * in the root's node_modules, where it would delete itself when it rebuilds them.
 */
export async function installPnpm() {
  checkNode();
  useWorkspaceEnvironment();
  if (existsSync(join(pnpmBin, 'pnpm'))) return;
  console.error(`Installing pnpm ${pnpmVersion} into .tools …`);
  mkdirSync(pnpmHome, { recursive: true });
  await npm(['pack', `pnpm@${pnpmVersion}`, '--pack-destination', pnpmHome, '--fetch-retries=1']);
  const archive = join(pnpmHome, `pnpm-${pnpmVersion}.tgz`);
  assertDigest(archive);
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--offline'];
  await npm(['install', '--prefix', pnpmHome, ...options, archive]);
  rmSync(archive);
}

/** A registry or a mirror that was tampered with must not bring in another package manager. */
export function assertDigest(archive) {
  const digest = createHash('sha512').update(readFileSync(archive)).digest('hex');
  if (digest === pnpmDigest) return;
  rmSync(archive);
  throw new Fault(
    `pnpm ${pnpmVersion} from the npm registry is not the one that package.json names (sha512 ${digest}).`,
  );
}

async function npm(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js')) await quietly(process.execPath, [script, ...args], 'pnpm');
  else await quietly('npm', args, 'pnpm');
}

async function quietly(command, args, what) {
  const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: buildEnvironment() });
  if (code === 0) return;
  const registry = process.env.npm_config_registry ?? 'the npm registry';
  throw new Fault(
    `${output.trimEnd()}\n\n${what} could not be installed (exit code ${code}); the reason is above. ` +
      `If it mentions the network, ${registry} cannot be reached. ` +
      'If it mentions the lockfile, `npm run pnpm -- install` updates it.',
  );
}

/** The absolute paths of the folders that contain a package; the root first. */
export function workspaceMembers() {
  const groups = ['apps', 'packages', 'examples'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  return [root, ...groups, join(root, 'e2e')].filter((folder) => existsSync(join(folder, 'package.json')));
}

function stampOf(members) {
  const hash = createHash('sha256');
  const shared = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => join(root, name));
  for (const file of [...shared, ...members.map((folder) => join(folder, 'package.json'))]) {
    hash.update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function isInstalled(members, stamp) {
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) return false;
  return members.every((folder) => existsSync(join(folder, 'node_modules')) || !hasDependencies(folder));
}

function hasDependencies(folder) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies }).length > 0;
}
