import { z } from 'zod';

/** What a hostile request changes in a valid one. A query is added to the valid one; the other parts replace it. */
export type Hostile = {
  method?: string;
  params?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  body?: string;
};

type Valid = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };

const oddTexts = [
  '',
  '\0',
  '\ud83d',
  '\u0958'.repeat(500),
  'x'.repeat(10_000),
  '__proto__',
  'constructor',
  '$where',
  '.*[(+\\',
  '-1',
  '1e309',
  'NaN',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13',
  '%00',
];
const oddValues: readonly unknown[] = [
  ...oddTexts,
  'x'.repeat(70_000),
  null,
  true,
  -1,
  0.1,
  2 ** 53,
  1e300,
  [],
  [[]],
  ['x', null],
  {},
  { $gt: '' },
  { toString: 1, length: 9 },
  Array(1_000).fill('x'),
  nested(200),
];

function nested(depth: number): unknown {
  return depth === 0 ? {} : { a: nested(depth - 1) };
}

/** Query strings whose keys are odd. */
const oddQueries = [
  'page[]=1',
  'page[a][b][c][d]=1',
  'page=1&page=2',
  'page=99999999999999999999&limit=99999999999999999999',
  '__proto__[x]=1',
  'constructor=1',
  '%00=%00',
  '%=%',
  '&&=',
  'search[$ne]=',
  `search=${'a&search='.repeat(300)}`,
];

const oddHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': 'x' },
  { 'idempotency-key': 'é'.repeat(128) },
  { 'if-none-match': 'x,,"' },
  { range: 'bytes=9-1,-0,x' },
  { accept: 'text/*;q=nan' },
  { 'accept-encoding': ';;q=,*' },
  { 'x-forwarded-for': ',,x,%00' },
  { 'x-request-id': 'x'.repeat(5_000) },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': ';' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-encoding': 'gzip' },
  { 'user-agent': '/'.repeat(8_000) },
  { authorization: 'Bearer' },
  { authorization: 'Bearer a.b.c' },
  { authorization: `Bearer ${'x'.repeat(10_000)}` },
];

const oddBodies = [
  '',
  'null',
  '[]',
  '"x"',
  '0',
  '{',
  '{"__proto__":{}}',
  '{"constructor":{"prototype":1}}',
  '\ufeff{}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"a":"${'x'.repeat(200_000)}"}`,
];

/** Request lines with headers that no client of the contract sends: the server survives them, and answers no 5xx. */
export const rawRequests: readonly (readonly [line: string, headers: string])[] = [
  ['GET /%zz HTTP/1.1', 'Host: x'],
  ['GET /api/%00 HTTP/1.1', 'Host: x'],
  ['GET /api/docs/assets/..%2f..%2fpackage.json HTTP/1.1', 'Host: x'],
  ['GET /../../../../etc/passwd HTTP/1.1', 'Host: x'],
  ['GET //evil.example/ HTTP/1.1', 'Host: x'],
  ['GET http://evil.example/ HTTP/1.1', 'Host: x'],
  ['GET /api/laboratories/%E0%A4%A HTTP/1.1', 'Host: x'],
  [`GET /${'a'.repeat(10_000)} HTTP/1.1`, 'Host: x'],
  [`GET /${'a'.repeat(70_000)} HTTP/1.1`, 'Host: x'],
  ['GET /api/health HTTP/1.1', 'X: y'],
  ['GET /api/health HTTP/1.1', 'Host: x\r\nHost: y'],
  ['GET /api/health HTTP/1.1', 'Host: x\r\nAuthorization: a\r\nAuthorization: b'],
  ['GET /api/health HTTP/1.1', `Host: x\r\n${'A: b\r\n'.repeat(3_000)}C: d`],
  ['GET /api/health HTTP/1.1', 'Host: x\r\nContent-Length: -1'],
  ['POST /api/auth/login HTTP/1.1', 'Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked'],
  ['POST /api/auth/login HTTP/1.1', 'Host: x\r\nExpect: 999'],
  ['TRACE / HTTP/1.1', 'Host: x'],
  ['OPTIONS * HTTP/1.1', 'Host: x'],
  ['CONNECT evil.example:80 HTTP/1.1', 'Host: x'],
  ['PRI * HTTP/2.0', 'Host: x'],
  ['GET /socket.io/?EIO=4&transport=%00 HTTP/1.1', 'Host: x'],
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x',
  ],
  ['GET /socket.io/?EIO=4&transport=polling&sid=__proto__ HTTP/1.1', 'Host: x'],
  ['GET /other HTTP/1.1', 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket'],
];

/** Every hostile variant of a valid request: each odd value in each place. */
export function hostileVariants(schemas: { query: z.ZodType; body: z.ZodType }, valid: Valid): Hostile[] {
  const { params, body } = valid;
  return [
    ...Object.keys(params).flatMap((name) => oddTexts.map((text) => ({ params: { [name]: text } }))),
    ...keysOf(schemas.query).flatMap((name) => oddTexts.map((text) => ({ query: `${name}=${encoded(text)}` }))),
    ...oddQueries.map((query) => ({ query })),
    ...keysOf(schemas.body).flatMap((name) =>
      oddValues.map((value) => ({ body: JSON.stringify({ ...(body as object), [name]: value }) })),
    ),
    ...oddHeaders.map((headers) => ({ headers })),
    ...(body === undefined ? [] : oddBodies.map((text) => ({ body: text }))),
    ...['HEAD', 'OPTIONS', 'PATCH'].map((method) => ({ method })),
  ];
}

/** A value where only text can be. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** As clients encode it, or byte by byte where they cannot. */
export function encoded(value: unknown): string {
  const text = asText(value);
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%BD' : encodeURIComponent(text);
}

/** The names of the fields that a schema declares, including those in its alternatives. */
function keysOf(schema: z.ZodType): string[] {
  type Declared = { properties?: object; anyOf?: Declared[]; oneOf?: Declared[]; allOf?: Declared[] };
  const within = ({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: Declared): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(within),
  ];
  return [...new Set(within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))];
}
