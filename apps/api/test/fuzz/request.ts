import { type RoutePolicy, resolvePermission, roles } from '@shifa/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { parseQuery } from '../../src/platform/http/server';
import { type NamedRoute, partsOf } from '../access/routes';
import { type Damage, damaged, damages } from './damage';
import { asText, encoded, type Hostile, hostileVariants } from './hostile';
import { type IdSource, inputOf, isStorable } from './inputs';

export const callers = [...roles, 'display', 'anonymous', 'forged'] as const;
export type Caller = (typeof callers)[number];

/** `accepted` and `refused` say what the schemas require of the request; of a hostile one, they say nothing. */
export type Expected = 'accepted' | 'refused' | 'answered';

export type FuzzRequest = {
  route: NamedRoute;
  caller: Caller;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  expected: Expected;
};

/** The parts of a request before it is written as text. */
export type Plan = {
  route: NamedRoute;
  caller: Caller;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string>;
  hostile: Hostile | undefined;
  /** Whether the current version of the document replaces the one in the body. */
  isCurrent: boolean;
};

/** Above, the server may refuse a body for its size alone. */
const SMALL_BODY = 90_000;
/** Longer paths do not get past the server's limit of headers. */
const LONGEST_PATH = 12_000;
const BOUNDARY = 'boundary-of-the-form';

/** Valid, almost valid and hostile requests to a route. */
export function plansFor(route: NamedRoute, ids: IdSource): fc.Arbitrary<Plan> {
  const { query, body } = partsOf(route);
  const valid = validPlansFor(route, ids, callersOf(route.policy));
  const almostValid = fc.tuple(valid, damages).map(([plan, damage]) => damagedPlan(plan, damage));
  const hostile = fc.tuple(valid, fc.nat(10_000)).map(([plan, index]): Plan => {
    const variants = hostileVariants({ query, body }, plan);
    return { ...plan, hostile: variants[index % variants.length] };
  });
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 4, arbitrary: almostValid },
    { weight: 1, arbitrary: hostile },
  );
}

export function validPlansFor(route: NamedRoute, ids: IdSource, by: fc.Arbitrary<Caller>): fc.Arbitrary<Plan> {
  const { params, query, body } = partsOf(route);
  const isIdempotent = 'idempotency-key' in ((route.route.headers ?? {}) as object);
  const keys = fc.option(fc.stringMatching(/^[a-z0-9]{8,128}$/), { freq: 4 });
  return fc.record({
    route: fc.constant(route),
    caller: by,
    params: inputOf(params, ids).map(fieldsOf),
    query: inputOf(query, ids).map(fieldsOf),
    body: inputOf(body, ids),
    headers: keys.map((key): Plan['headers'] => (isIdempotent && key !== null ? { 'idempotency-key': key } : {})),
    hostile: fc.constant(undefined),
    // The simplest request has what it was generated with.
    isCurrent: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
  });
}

/** Mostly those who may do the most, so that many requests reach the services. */
function callersOf({ permission }: RoutePolicy): fc.Arbitrary<Caller> {
  const able: readonly Caller[] = permission === 'display' ? ['display'] : ['super_admin', 'lab_admin'];
  const best = fc.constantFrom(...able);
  return fc.oneof({ weight: 5, arbitrary: best }, { weight: 2, arbitrary: fc.constantFrom(...callers) });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown>;
}

function damagedPlan(plan: Plan, damage: Damage): Plan {
  const parts = (['params', 'query', 'body'] as const).filter((part) => {
    const value = plan[part];
    return part === 'body' ? value !== undefined : Object.keys(plan[part]).length > 0;
  });
  const part = parts[damage.place % parts.length];
  if (part === undefined) return plan;
  const value = damaged(plan[part], { ...damage, place: Math.floor(damage.place / parts.length) });
  // A query and the parameters of a path stay what they are, whatever becomes of their fields.
  const isRequest = part === 'body' || (typeof value === 'object' && value !== null && !Array.isArray(value));
  return isRequest ? { ...plan, [part]: value, isCurrent: false } : plan;
}

/** The request as it is sent, with what the schemas make of it. */
export function requestOf(plan: Plan): FuzzRequest {
  const { route, caller, query, hostile = {} } = plan;
  const isUpload = 'contentType' in route.route && route.route.contentType === 'multipart/form-data';
  const params = { ...plan.params, ...hostile.params };
  const [replaced] = (hostile.query ?? '').split('=', 1);
  const kept = Object.entries(query).filter(([name]) => name !== replaced);
  const search = [
    ...kept.flatMap(([name, value]) => pairsOf(name, value)),
    ...(hostile.query ? [hostile.query] : []),
  ].join('&');
  const path = route.route.path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(params[name]));
  const written = hostile.body ?? (isUpload ? form() : plan.body === undefined ? undefined : JSON.stringify(plan.body));
  const method = hostile.method ?? route.route.method;
  const body = method === 'GET' ? undefined : written;
  const type = isUpload ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
  return {
    route,
    caller,
    method,
    body,
    path: `${path}${search && `?${search}`}`.slice(0, LONGEST_PATH),
    headers: { ...(body !== undefined && { 'content-type': type }), ...plan.headers, ...hostile.headers },
    expected: plan.hostile ? 'answered' : expectedOf(route, { params, search, body: isUpload ? undefined : body }),
  };
}

/** What the schemas make of a request, as the API reads it. */
function expectedOf(
  route: NamedRoute,
  { params, search, body }: { params: Record<string, unknown>; search: string; body: string | undefined },
): Expected {
  const schemas = partsOf(route);
  const names = [...route.route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const texts = names.map((name) => [name, asText(params[name])] as const);
  const isAddressable = texts.every(
    ([, text]) => text !== '' && isStorable(text) && encoded(text).length < LONGEST_PATH / 2,
  );
  // Halves of surrogate pairs arrive as something else, and the server reads only so much.
  const isLong = search.length > LONGEST_PATH / 2 || (body ?? '').length > SMALL_BODY;
  if (!isAddressable || isLong || /%ED%A0%BD|__proto__/.test(search)) return 'answered';
  if (/"__proto__"\s*:/.test(body ?? '')) return 'refused';
  const sent = {
    params: Object.fromEntries(texts),
    query: parseQuery(search),
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  };
  return (['params', 'query', 'body'] as const).every((part) => isAccepted(schemas[part], sent[part]))
    ? 'accepted'
    : 'refused';
}

/** Where the route declares nothing, anything that can be read is ignored. */
function isAccepted(schema: z.ZodType, sent: unknown): boolean {
  if (schema instanceof z.ZodUndefined) return isStorable(textsOf(sent));
  const { success, data } = schema.safeParse(sent);
  return success && isStorable(textsOf(data));
}

function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .flatMap(([key, part]) => [key, textsOf(part)])
    .join(' ');
}

/** A field of a query as pairs, and lists and objects as the names of several. */
function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(name, item));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) => pairsOf(`${name}[${key}]`, asText(part)));
  return [`${encoded(name)}=${encoded(value)}`];
}

/** The smallest file that an upload accepts. */
function form(): string {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  return `${head}%PDF-1.4\n%%EOF\r\n--${BOUNDARY}--\r\n`;
}

/** Whether the policy lets a caller in: the verdict of the declared policy and the defaults of the roles alone. */
export function verdictOf({ policy }: NamedRoute, caller: Caller): 'open' | 'UNAUTHENTICATED' | 'FORBIDDEN' {
  if (policy.permission === 'public') return 'open';
  if (policy.permission === 'display') return caller === 'display' ? 'open' : 'UNAUTHENTICATED';
  if (caller === 'display' || caller === 'anonymous' || caller === 'forged') return 'UNAUTHENTICATED';
  if (policy.permission === 'signed-in') return 'open';
  const { allowed, scope } = resolvePermission(caller, policy.permission);
  const mayAlso = policy.also === undefined || resolvePermission(caller, policy.also).allowed;
  return allowed && mayAlso && (policy.scope === undefined || policy.scope === scope) ? 'open' : 'FORBIDDEN';
}

/** Whether the query or body has a version, which has to be a number. */
export function takesVersion(schema: z.ZodType): boolean {
  return schema.safeParse({ version: 'x' }).error?.issues.some(({ path }) => path[0] === 'version') ?? false;
}

/** As a command that repeats the request, with the token of the caller left out. */
export function curlOf({ method, path, headers, body, caller }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const stated = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [
    `curl -X ${method} ${quoted(`$API${path}`)}`,
    ...(caller === 'anonymous' ? [] : [`-H "Authorization: Bearer $TOKEN_OF_${caller.toUpperCase()}"`]),
    ...stated,
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ].join(' ');
}
