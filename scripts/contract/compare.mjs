// What changed between two release snapshots of the contract, and whom it breaks. The structure of requests, answers and
// events is compared by api-smart-diff; the rules for the rest are here.
import { apiCompare } from 'api-smart-diff';
import { plainNotation } from '../../packages/contract/dist/documents/notation.js';
import { kindOf } from './kind.mjs';

const verbs = { add: 'was added', remove: 'was removed', replace: 'was changed', rename: 'was renamed' };
/** The maximum size of a body where a route declares none. */
const DEFAULT_BODY_BYTES = 100_000;

/**
 * @param base, head the snapshots as parsed JSON, by document: openapi, events, errors, permissions
 * @returns changes as `{ kind: 'breaking' | 'compatible' | 'note', where, what }`
 */
export function compareSnapshots(base, head) {
  const changes = [
    ...compareOpenApi(
      comparable(base.openapi),
      comparable(head.openapi),
      (path, method) => `${method.toUpperCase()} ${path}`,
    ).map((change) => (addsErrorCode(change, head.errors) ? { ...change, kind: 'compatible' } : change)),
    ...compareOpenApi(eventsAsPaths(base.events), eventsAsPaths(head.events), (path) => `event ${path.slice(1)}`),
    ...compareReceivers(base.events.server, head.events.server),
    ...compareErrors(base.errors, head.errors),
    ...comparePermissions(base.permissions, head.permissions),
  ];
  const unique = new Map(changes.map((change) => [JSON.stringify(change), change]));
  return [...unique.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Results of bulk changes contain codes of failures too; clients expect new ones, as everywhere. */
const addsErrorCode = ({ what }, errors) =>
  Object.keys(errors).some((code) => what.endsWith(`was added: "${code}"`) && /\.code\.enum\.\d+ /.test(what));

const keyOf = ({ kind, where, what }) => `${kind} ${where} ${what}`;
const breaking = (where, what) => ({ kind: 'breaking', where, what });
const compatible = (where, what) => ({ kind: 'compatible', where, what });
const note = (where, what) => ({ kind: 'note', where, what });

/** Every name that either object has, with both values. */
function bothOf(base, head) {
  const names = [...new Set([...Object.keys(base), ...Object.keys(head)])];
  return names.map((name) => [name, own(base, name), own(head, name)]);
}
const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

/** Without examples, which promise nothing, and in one notation, so that another one is no difference. */
function comparable(openapi) {
  const plain = JSON.stringify(plainNotation(openapi, openapi.components?.schemas ?? {}));
  return JSON.parse(plain, (name, value) => {
    // The order of codes means nothing.
    if (name === 'x-error-codes') return Object.fromEntries(value.map((code) => [code, true]));
    return isMediaWithExample(value) ? { schema: value.schema } : value;
  });
}

const isMediaWithExample = (value) => Object.hasOwn(Object(value), 'example') && Object.hasOwn(value, 'schema');

function compareOpenApi(base, head, nameOf) {
  const differing = pathsThatDiffer(base, head);
  if (differing.length === 0) return [];
  const { diffs } = apiCompare(withPaths(base, differing), withPaths(head, differing));
  return diffs.flatMap((diff) => {
    const [top, path, method, ...inner] = diff.path.map(String);
    // Components are judged where operations use them; who may call is compared by the policies of the routes.
    if (top !== 'paths' || inner[0] === 'security') return [];
    if (method === undefined) {
      const methods = Object.keys(diff.before ?? diff.after ?? {});
      return methods.map((each) => classified(diff, nameOf(path, each), []));
    }
    return [classified(diff, nameOf(path, method), inner)].filter(Boolean);
  });
}

/** The paths whose operations, or schemas that these use, are not the same in both documents. */
function pathsThatDiffer(base, head) {
  const inFull = ({ paths, components }, path) =>
    JSON.stringify([paths[path], [...schemasOf(paths[path], components?.schemas)].sort()]);
  return Object.keys({ ...base.paths, ...head.paths }).filter((path) => inFull(base, path) !== inFull(head, path));
}

/** The schemas that a part of a document refers to, directly or through others, as pairs of name and schema. */
function schemasOf(part, schemas, found = new Map()) {
  for (const [, name] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.set(name, schemas[name]);
    schemasOf(schemas[name], schemas, found);
  }
  return found;
}

/** A copy, which the library may change, with these paths and the schemas that they use: comparing all takes seconds. */
function withPaths({ paths, components, ...rest }, kept) {
  const some = Object.fromEntries(kept.filter((path) => paths[path]).map((path) => [path, paths[path]]));
  const schemas = Object.fromEntries(schemasOf(some, components?.schemas));
  return structuredClone({ ...rest, paths: some, components: { ...components, schemas } });
}

function classified(diff, where, inner) {
  const [part, status, ...rest] = inner;
  if (part === 'responses' && Number(status) >= 400) {
    // Codes have their own document. Every failure has the same shape, so that one operation stands for all.
    if (rest.includes('code') || rest[0] === 'description') return undefined;
    if (rest[0] === 'x-error-codes') {
      const codes = rest[1] ?? Object.keys(diff.after ?? diff.before).join(', ');
      return note(where, `code ${codes} ${verbs[diff.action]}`);
    }
    if (rest.length > 0)
      return { kind: kindOf(diff, inner), where: 'every failure', what: wordsOf(diff, rest.slice(3)) };
    return compatible(where, `status ${status} ${verbs[diff.action]}`);
  }
  return { kind: kindOf(diff, inner), where, what: wordsOf(diff, inner) };
}

function wordsOf(diff, inner) {
  const [part, ...rest] = inner;
  if (part === undefined) return `${verbs[diff.action]}`;
  const structural = new Set(['properties', 'content', 'application/json', 'schema', 'allOf', 'anyOf', 'oneOf']);
  const fields = rest.filter((name, index) => !structural.has(name) || rest[index - 1] === 'properties');
  const value = (of) => (of === undefined ? '' : JSON.stringify(of).slice(0, 80));
  const values =
    diff.action === 'replace'
      ? `: ${value(diff.before)} → ${value(diff.after)}`
      : isPlain(diff)
        ? `: ${value(diff.before ?? diff.after)}`
        : '';
  return `${[part, fields.join('.')].filter(Boolean).join(' ')} ${verbs[diff.action]}${values}`;
}

const isPlain = ({ before, after }) => typeof (before ?? after) !== 'object';

/** Events in the form in which the library knows directions: ours are answers, those of clients are requests. */
function eventsAsPaths({ server, client, reply }) {
  const json = (schema) => ({ content: { 'application/json': { schema } } });
  const answer = (schema) => ({ 200: { description: '', ...json(schema) } });
  const sent = Object.entries(server).map(([name, { payload }]) => [
    `/${name}`,
    { get: { responses: answer(payload) } },
  ]);
  const received = Object.entries(client).map(([name, { payload }]) => [
    `/${name} of clients`,
    { post: { requestBody: { required: true, ...json(payload) }, responses: answer(reply) } },
  ]);
  return { openapi: '3.0.2', info: { title: '', version: '' }, paths: Object.fromEntries([...sent, ...received]) };
}

function compareReceivers(base, head) {
  return bothOf(base, head).flatMap(([name, before, after]) => {
    if (!before || !after) return [];
    const where = `event ${name}`;
    return bothOf(before.receivers, after.receivers).flatMap(([part, old, now]) => {
      if (old === now) return [];
      if (old === undefined) return [compatible(where, `receivers ${part} was added: ${now}`)];
      return [breaking(where, `receivers ${part} was changed: ${old} → ${now ?? 'nobody'}`)];
    });
  });
}

function compareErrors(base, head) {
  return bothOf(base, head).flatMap(([code, before, after]) => {
    const where = `error ${code}`;
    if (!before) return [compatible(where, 'was added')];
    if (!after) return [breaking(where, 'was removed')];
    if (before.status !== after.status)
      return [breaking(where, `status was changed: ${before.status} → ${after.status}`)];
    return before.message === after.message ? [] : [note(where, `message was changed: ${after.message}`)];
  });
}

function comparePermissions(base, head) {
  const names = (snapshot) => Object.fromEntries(snapshot.permissions.map((name) => [name, true]));
  const listed = bothOf(names(base), names(head)).flatMap(([name, before, after]) => {
    if (before && after) return [];
    return [before ? breaking(`permission ${name}`, 'was removed') : compatible(`permission ${name}`, 'was added')];
  });
  const routes = bothOf(base.routes, head.routes).flatMap(([route, before, after]) =>
    before && after ? comparePolicies(route, before, after) : [],
  );
  const reach = (scope) => head.scopes.indexOf(scope ?? '');
  const roles = bothOf(base.roleDefaults, head.roleDefaults).flatMap(([role, before = {}, after = {}]) =>
    bothOf(before, after).flatMap(([permission, old, now]) => {
      if (old === now) return [];
      const what = `${permission} was changed: ${old ?? 'not allowed'} → ${now ?? 'not allowed'}`;
      return [reach(now) < reach(old) ? breaking(`role ${role}`, what) : compatible(`role ${role}`, what)];
    }),
  );
  return [...listed, ...routes, ...roles];
}

/** Whoever could call a route still can, with requests of the same size. */
function comparePolicies(route, before, after) {
  const changed = (part, old, now, tightened) => {
    if (old === now) return [];
    const what = `${part} was ${tightened ? 'tightened' : 'relaxed'}: ${old ?? 'none'} → ${now ?? 'none'}`;
    return [tightened ? breaking(route, what) : compatible(route, what)];
  };
  const body = ({ maxBodyBytes = DEFAULT_BODY_BYTES }) => maxBodyBytes;
  const file = ({ upload }) => upload?.maxBytes;
  return [
    ...changed('permission', before.permission, after.permission, isTightened(before.permission, after.permission)),
    ...changed('second permission', before.also, after.also, after.also !== undefined),
    ...changed('scope', before.scope, after.scope, after.scope !== undefined),
    ...changed(
      'use with a temporary password',
      before.withTemporaryPassword,
      after.withTemporaryPassword,
      !after.withTemporaryPassword,
    ),
    ...changed(
      'use without the second factor that one’s role needs',
      before.withoutSecondFactor,
      after.withoutSecondFactor,
      !after.withoutSecondFactor,
    ),
    ...changed('maximum size of the body', body(before), body(after), body(after) < body(before)),
    ...changed('maximum size of the file', file(before), file(after), !(file(after) > file(before))),
  ];
}

function isTightened(before, after) {
  if (after === 'public') return false;
  if (before === 'public') return true;
  return after !== 'signed-in' || before === 'display';
}
