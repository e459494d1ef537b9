// Reads a release snapshot of the contract from a folder, a commit or the code.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault, root } from '../shell.mjs';

const RELEASE = 'packages/contract/release';
const documents = ['openapi', 'events', 'errors', 'permissions'];

/** @returns the snapshot, or undefined for a commit that has none */
export function readSnapshot(place) {
  if (existsSync(place) && statSync(place).isDirectory()) {
    const folder = resolve(place);
    return parseSnapshot((file) => readFileSync(join(folder, file), 'utf8'), place);
  }
  const commit = commitOf(place);
  if (!commit) throw new Fault(`${place} is neither a folder nor a commit.`);
  if (!git('ls-tree', '--name-only', commit, `${RELEASE}/openapi.json`)?.trim()) return undefined;
  return parseSnapshot((file) => git('show', `${commit}:${RELEASE}/${file}`), place);
}

/** The commit that a name stands for; undefined where there is none. */
export function commitOf(name) {
  return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)?.trim();
}

function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

/** @param read (file name) → its text */
export function parseSnapshot(read, place) {
  const snapshot = Object.fromEntries(documents.map((name) => [name, parseDocument(read, `${name}.json`, place)]));
  const { openapi, events, errors, permissions } = snapshot;
  const parts = {
    'openapi.json: info': [openapi.info, isObject],
    'openapi.json: info.version': [openapi.info?.version, (version) => /^\d+\.\d+\.\d+$/.test(version)],
    'openapi.json: paths': [openapi.paths, isObjectOfObjects],
    'events.json: server': [events.server, isEvents],
    'events.json: client': [events.client, isEvents],
    'errors.json': [errors, isObjectOfObjects],
    'permissions.json: permissions': [permissions.permissions, isNames],
    'permissions.json: scopes': [permissions.scopes, isNames],
    'permissions.json: routes': [permissions.routes, isObjectOfObjects],
    'permissions.json: roleDefaults': [permissions.roleDefaults, isObjectOfObjects],
  };
  for (const [part, [value, isValid]] of Object.entries(parts)) {
    if (!isValid(value)) throw new Fault(`${place}: ${part} is missing or not what a release has.`);
  }
  return snapshot;
}

function parseDocument(read, file, place) {
  let text;
  try {
    text = read(file);
  } catch {
    // Said below, like a file that git does not have.
  }
  if (text === undefined) throw new Fault(`${place} has no ${file}.`);
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    // Said below, like a document of another type.
  }
  if (!isObject(document)) throw new Fault(`${place}: ${file} is not a JSON document.`);
  return document;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isObjectOfObjects = (value) => isObject(value) && Object.values(value).every(isObject);
const isNames = (value) => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isEvents = (value) =>
  isObjectOfObjects(value) &&
  Object.values(value).every(({ payload, receivers = {} }) => isObject(payload) && isObject(receivers));
