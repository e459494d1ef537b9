import { once } from 'node:events';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { AccessWorld, unknownId } from './access/access-world';
import { sampled } from './effort';
import { type NamedRoute, partsOf, routes } from './access/routes';
import { sampleOf } from './access/sample';

const oddTexts = [
  '',
  '\0',
  '\ud83d',
  '\u0958'.repeat(500),
  'x'.repeat(70_000),
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

/** Query strings whose keys are odd; each is added to a valid query. */
const oddQueries = [
  'page[]=1',
  'page[a][b][c][d]=1',
  'page=1&page=2',
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
];

// For tests that hang: on a machine with other work, seeding alone takes half a minute.
jest.setTimeout(120_000);

const AT_ONCE = 8;

type Odd = Pick<InjectOptions, 'url' | 'payload' | 'headers' | 'method'>;

describe('an odd request', () => {
  let world: AccessWorld;
  let ids: Record<string, string>;

  beforeAll(async () => {
    world = await AccessWorld.start();
    ids = {
      laboratories: world.homeLaboratory.toHexString(),
      staff: await idOf(world.connection, 'users', { role: 'staff' }),
      permissions: await idOf(world.connection, 'users', { role: 'manager' }),
      transactions: await idOf(world.connection, 'transactions', {}),
    };
  });
  afterAll(() => world.close());

  const bearer = async () => `Bearer ${await world.tokenOf(await world.person('super_admin'))}`;

  /** The requests among the given ones that the server fails to answer, with what it says instead. */
  async function failures(route: NamedRoute, requests: readonly Odd[]): Promise<string[]> {
    const { method } = route.route;
    const failed: string[] = [];
    const busy: Odd[] = [];
    let authorization = await bearer();
    const send = async (odd: Odd) => {
      const headers = { authorization, 'content-type': 'application/json', ...odd.headers };
      const { statusCode, body } = await world.app.app.inject({ method, ...odd, headers });
      // Of files, a person gets only a few at once.
      if (statusCode === 503 && body.includes('"UNAVAILABLE"') && !busy.includes(odd)) busy.push(odd);
      else if (statusCode >= 500) failed.push(`${method} ${JSON.stringify(odd).slice(0, 400)}: ${body}`);
      return statusCode;
    };
    for (let start = 0; start < requests.length; start += AT_ONCE) {
      const statuses = await Promise.all(requests.slice(start, start + AT_ONCE).map(send));
      // One of the requests has ended its own session.
      if (statuses.includes(401)) authorization = await bearer();
    }
    for (const odd of busy) await send(odd);
    return failed;
  }

  /** A valid request, whose documents exist where possible. */
  function validOf(named: NamedRoute) {
    const { params, query, body } = partsOf(named);
    const names = { query: keysOf(query), body: keysOf(body) };
    const inLaboratory = names.body.includes('laboratoryId') ? { laboratoryId: ids.laboratories } : undefined;
    const id = ids[named.route.path.split('/')[2] ?? ''] ?? unknownId();
    return {
      params: (sampleOf(params, { id, at: ['id'] }) ?? {}) as Record<string, unknown>,
      query: (sampleOf(query) ?? {}) as Record<string, unknown>,
      body: inLaboratory ? { ...(sampleOf(body) as object), ...inLaboratory } : sampleOf(body),
      names,
    };
  }

  const pathOf = ({ route }: NamedRoute, params: Record<string, unknown>) =>
    route.path.replaceAll(/:(\w+)/g, (_, name: string) => encode(params[name]));

  it.each(routes.map((route) => [route.name, route] as const))('to %s is answered', async (_, named) => {
    const { params, query, body, names } = validOf(named);
    const path = pathOf(named, params);
    const search = (changes: object) =>
      Object.entries({ ...query, ...changes })
        .map(([name, value]) => `${name}=${encode(value)}`)
        .join('&');
    const payload = JSON.stringify(body);
    const requests: Odd[] = [
      ...Object.keys(params).flatMap((name) =>
        oddTexts.map((text) => ({ url: pathOf(named, { ...params, [name]: text }), payload })),
      ),
      ...names.query.flatMap((name, index) =>
        sampled(oddTexts, 3, index).map((text) => ({ url: `${path}?${search({ [name]: text })}`, payload })),
      ),
      ...oddQueries.map((odd) => ({ url: `${path}?${search({})}&${odd}`, payload })),
      ...names.body.flatMap((name, index) =>
        sampled(oddValues, 3, index).map((value) => ({
          url: path,
          payload: JSON.stringify({ ...(body as object), [name]: value }),
        })),
      ),
      ...oddHeaders.map((headers) => ({ url: `${path}?${search({})}`, headers, payload })),
      ...(body === undefined ? [] : oddBodies.map((odd) => ({ url: path, payload: odd }))),
      ...(['HEAD', 'OPTIONS', 'PATCH'] as const).map((method) => ({ method, url: path })),
    ];
    expect(await failures(named, requests)).toEqual([]);
  });

  it.each([
    ['GET /%zz HTTP/1.1', 'Host: x'],
    ['GET /api/%00 HTTP/1.1', 'Host: x'],
    ['GET /api/docs/assets/..%2f..%2fpackage.json HTTP/1.1', 'Host: x'],
    ['GET /../../../../etc/passwd HTTP/1.1', 'Host: x'],
    ['GET //evil.example/ HTTP/1.1', 'Host: x'],
    ['GET http://evil.example/ HTTP/1.1', 'Host: x'],
    ['GET /api/laboratories/%E0%A4%A HTTP/1.1', 'Host: x'],
    [`GET /${'a'.repeat(10_000)} HTTP/1.1`, 'Host: x'],
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
  ])('outside the contract is answered (%#)', async (line, headers) => {
    const socket = connect(Number(new URL(world.app.url).port), '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`${line}\r\n${headers}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    expect(received).not.toMatch(/^HTTP\/1.1 5/);
    await world.app.http.get('/api/health').expect(200);
  });
});

/** The names of the fields that a schema declares, including those in its alternatives. */
function keysOf(schema: z.ZodType): string[] {
  type Declared = { properties?: object; anyOf?: Declared[]; oneOf?: Declared[]; allOf?: Declared[] };
  const within = ({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: Declared): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(within),
  ];
  return [...new Set(within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))];
}

/** As clients encode it, or byte by byte where they cannot. */
function encode(value: unknown): string {
  const text = String(value);
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%BD' : encodeURIComponent(text);
}

async function idOf(connection: Connection, collection: string, filter: object): Promise<string> {
  const document = await connection.collection(collection).findOne(filter);
  if (!document) throw new Error(`The demo network has no document in ${collection}`);
  return document._id.toHexString();
}
