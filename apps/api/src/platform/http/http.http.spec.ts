import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getConnectionToken } from '@nestjs/mongoose';
import { createLaboratoryBody } from '@shifa/contract/testing';
import { type Connection, mongo } from 'mongoose';
import { LaboratoryRepository } from '../../modules/laboratories/laboratory.repository';
import { type Person, TestApp } from '../../../test/test-app';
import { createLogger } from '../logging';
import { DatabaseHealth } from '../mongo/database-health';
import { RequestLimits } from './request-limits';

describe('every response', () => {
  let app: TestApp;
  const logged: string[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ logger: createLogger('info', { write: (line) => void logged.push(line) }) });
  });
  afterAll(() => app.close());

  it('has a request id, which is the caller’s if it is well formed', async () => {
    const named = await app.http.get('/api/health').set('X-Request-Id', 'caller-0001').expect(200);
    expect(named.headers['x-request-id']).toBe('caller-0001');
    const forged = await app.http.get('/api/health').set('X-Request-Id', '<script>').expect(200);
    expect(forged.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('includes the request id in a failure', async () => {
    const response = await app.http.get('/api/auth/me').set('X-Request-Id', 'caller-0002').expect(401);
    expect(response.body).toEqual({
      success: false,
      code: 'UNAUTHENTICATED',
      message: 'Sign in to continue',
      errors: [],
      requestId: 'caller-0002',
    });
  });

  it('is logged with the request id, but without the query', async () => {
    await app.http.get('/api/auth/me?search=private').set('X-Request-Id', 'caller-0003').expect(401);
    const lines = logged.filter((line) => line.includes('caller-0003'));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'request', requestId: 'caller-0003', method: 'GET', path: '/api/auth/me', status: 401 },
    ]);
    expect(lines.join()).not.toContain('private');
  });

  it('is logged without the part of its address that opens something by itself', async () => {
    await app.http.get('/api/attendance/roster/calendar/private/roster.ics').set('X-Request-Id', 'caller-0004');
    const lines = logged.filter((line) => line.includes('caller-0004'));
    expect(lines.join()).toContain('/api/attendance/roster/calendar/:token/roster.ics');
    expect(lines.join()).not.toContain('private');
  });

  it('has security headers', async () => {
    const { headers } = await app.http.get('/api/health').expect(200);
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
    expect(headers['content-security-policy']).not.toContain('unsafe-eval');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('microphone=()') as string,
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});

describe('an invalid request', () => {
  let app: TestApp;
  let admin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
  });
  afterAll(() => app.close());

  it.each(['/api/nothing', '/api', '/assets/nothing.js', '/login'])(
    'to %s returns 404 in the envelope',
    async (path) => {
      const response = await app.http.get(path).expect(404);
      expect(response.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
    },
  );

  it('with a method that no route has returns 404', async () => {
    const response = await app.as(admin).patch('/api/laboratories').send({}).expect(404);
    expect(response.body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('with malformed JSON returns 400', async () => {
    const response = await app
      .as(admin)
      .post('/api/laboratories')
      .set('Content-Type', 'application/json')
      .send('{"name":')
      .expect(400);
    expect(response.body).toMatchObject({ code: 'MALFORMED_REQUEST', errors: [] });
  });

  it('with a body of another content type returns 415', async () => {
    const response = await app
      .as(admin)
      .post('/api/laboratories')
      .set('Content-Type', 'application/xml')
      .send('<a/>')
      .expect(415);
    expect(response.body).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('with a body larger than its route accepts returns 413', async () => {
    const name = 'x'.repeat(200_000);
    await app.as(admin).post('/api/laboratories').send({ name }).expect(413);
    const sheet = { fileName: 'people', content: 'AAAA'.repeat(50_000) };
    await app.as(admin).post('/api/staff/import').send(sheet).expect(400);
  });

  it.each([
    ['elements', `{"updates":[${'{},'.repeat(100_000)}{}]}`],
    ['levels', `{"updates":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['fields', `{${Array.from({ length: 50_000 }, (_, index) => `"f${index}":1`).join()}}`],
  ])('with very many %s is refused before it is parsed', async (_, body) => {
    const response = await app.as(admin).post('/api/permissions/bulk-update').type('json').send(body).expect(413);
    expect(response.body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: 'The request has too many values' });
  });

  it('with a body larger than a sheet returns 413', async () => {
    const response = await app
      .as(admin)
      .post('/api/laboratories')
      .send({ name: 'x'.repeat(1_600_000) })
      .expect(413);
    expect(response.body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('with an invalid id returns 400', async () => {
    const response = await app.as(admin).get('/api/laboratories/not-an-id').expect(400);
    expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'id' }] });
  });

  it('with prototype poisoning returns 400', async () => {
    await app
      .as(admin)
      .post('/api/laboratories')
      .set('Content-Type', 'application/json')
      .send('{"__proto__":{"admin":true},"name":"x"}')
      .expect(400);
  });

  it.each([
    ['get', '/api/laboratories?search=%00', undefined, 'search'],
    ['post', '/api/laboratories', { name: 'Shifa\0', code: 'NUL' }, 'name'],
    ['post', '/api/laboratories', { contact: { phone: '\ud83d' } }, 'contact.phone'],
  ] as const)('with a text that the database cannot store returns 400: %s %s', async (method, path, changes, field) => {
    const body = changes && { ...createLaboratoryBody(), ...changes };
    const response = await app.as(admin)[method](path).send(body).expect(400);
    expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field }] });
  });

  it('with a text that is too long for an index returns 400', async () => {
    const insert = jest.spyOn(app.services.get(LaboratoryRepository), 'insert');
    insert.mockRejectedValueOnce(new mongo.MongoServerError({ message: 'Index key of 3003 bytes', code: 17_280 }));
    const response = await app.as(admin).post('/api/laboratories').send(createLaboratoryBody()).expect(400);
    expect(response.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('too long') as string,
    });
    insert.mockRestore();
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
    'is not one with the content type %s and an empty body',
    async (contentType) => {
      const person = await app.person('staff');
      await app.as(person).post('/api/auth/logout').set('Content-Type', contentType).send('').expect(200);
    },
  );

  it.each(['application/x-www-form-urlencoded', 'text/plain'])('with a body of %s returns 415', async (contentType) => {
    const person = await app.person('staff');
    const refused = await app.as(person).post('/api/auth/logout').set('Content-Type', contentType).send('a=1');
    expect(refused).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });
});

describe('a route outside the contract', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('reports that the database is reachable', async () => {
    const response = await app.http.get('/api/health').expect(200);
    expect(response.body).toEqual({ status: 'ok' });
  });

  it('asks the database once for simultaneous health checks', async () => {
    const database = app.services.get(DatabaseHealth);
    const ping = jest.spyOn(app.services.get<Connection>(getConnectionToken()).db as mongo.Db, 'command');
    await Promise.all(Array.from({ length: 20 }, () => database.answers()));
    await database.answers();
    expect(ping).toHaveBeenCalledTimes(2);
    ping.mockRestore();
  });

  it('reports that the database is not reachable', async () => {
    const doomed = await TestApp.start();
    await doomed.services.get<Connection>(getConnectionToken()).close();
    const response = await doomed.http.get('/api/health').expect(503);
    expect(response.body).toEqual({ status: 'unavailable' });
    await doomed.close();
  });
});

describe('the web app', () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'shifa-web-'));
  const script = 'document.title = "Shifa MS";'.repeat(50);
  let app: TestApp;

  beforeAll(async () => {
    mkdirSync(join(webRoot, 'assets'));
    writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Shifa MS</title>');
    writeFileSync(join(webRoot, 'assets/main-abc123.js'), script);
    writeFileSync(join(webRoot, 'assets/main-abc123.js.gz'), gzipSync(script));
    for (const name of ['scanner-x_1-Y.js', 'my-scanner.js']) writeFileSync(join(webRoot, 'assets', name), script);
    writeFileSync(join(webRoot, 'assets/scanner-x_1-Y.js.gz'), gzipSync(script));
    app = await TestApp.start({ webRoot });
  });
  afterAll(async () => {
    await app.close();
    rmSync(webRoot, { recursive: true });
  });

  it.each(['/', '/login', '/laboratories/abc?tab=history', '/100%', '/%ff', '/a%2?b=%'])(
    'is served at %s',
    async (path) => {
      const page = await app.http.get(path).expect(200);
      expect(page.text).toContain('<title>Shifa MS</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.headers['content-type']).toContain('text/html');
    },
  );

  it('lets nothing but the worker of the scanner compile WebAssembly', async () => {
    const policyOf = async (path: string) =>
      (await app.http.get(path).set('Accept-Encoding', 'gzip').expect(200)).headers[
        'content-security-policy'
      ] as string;
    const strict = await policyOf('/login');
    expect(strict).not.toContain('wasm');
    expect(await policyOf('/assets/my-scanner.js')).toBe(strict);
    expect(await policyOf('/assets/scanner-x_1-Y.js')).toBe(
      strict.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
    );
  });

  it('is sent in its precompressed form and cached permanently', async () => {
    const file = await app.http.get('/assets/main-abc123.js').set('Accept-Encoding', 'gzip').expect(200);
    expect(file.headers['content-encoding']).toBe('gzip');
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(file.text).toBe(script);
  });

  it('is limited per address, like everything outside the contract', async () => {
    const flooding = '203.0.113.66';
    const limits = app.services.get(RequestLimits);
    const count = () =>
      limits.countFile(flooding).then(
        () => true,
        () => false,
      );
    while (await count());

    const from = (address: string, path: string) => app.http.get(path).set('X-Forwarded-For', address);
    const paths = [
      '/',
      '/assets/main-abc123.js',
      '/assets/gone-1.js',
      '/api/nothing',
      '/api/openapi.json',
      '/api/docs',
    ];
    for (const path of [...paths, '/api/docs/assets/swagger-ui.css']) {
      const response = await from(flooding, path).expect(429);
      expect(response.body).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    await app.http.post('/api/nothing').set('X-Forwarded-For', flooding).expect(429);
    await from(flooding, '/socket.io/?EIO=4&transport=polling').expect(429);
    await from('203.0.113.67', '/socket.io/?EIO=4&transport=polling').expect(200);
    await from('203.0.113.67', '/').expect(200);

    // A health check must not fail because of a flood, and the guard counts the rest.
    await from(flooding, '/api/health').expect(200);
    const person = await app.person('staff');
    await app.as(person).get('/api/auth/me').set('X-Forwarded-For', flooding).expect(200);
  });

  it('is not served for a missing file or an API path', async () => {
    for (const path of ['/assets/gone-1.js', '/api/nothing', '/api/100%', '/socket.io'])
      await app.http.get(path).expect(404);
  });
});
