import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type Person, TestApp } from '../../testing/test-app';

describe('what every answer has', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('a request id, the caller’s own where it is well formed', async () => {
    const named = await app.http.get('/api/health').set('X-Request-Id', 'caller-0001').expect(200);
    expect(named.headers['x-request-id']).toBe('caller-0001');
    const forged = await app.http.get('/api/health').set('X-Request-Id', '<script>').expect(200);
    expect(forged.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('the id of the request in a failure', async () => {
    const response = await app.http.get('/api/auth/me').set('X-Request-Id', 'caller-0002').expect(401);
    expect(response.body).toEqual({
      success: false,
      code: 'UNAUTHENTICATED',
      message: 'Sign in to continue',
      errors: [],
      requestId: 'caller-0002',
    });
  });

  it('headers that keep the browser safe', async () => {
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

describe('what cannot be served', () => {
  let app: TestApp;
  let admin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
  });
  afterAll(() => app.close());

  it.each(['/api/nothing', '/api', '/assets/nothing.js', '/login'])('%s answers 404 in the envelope', async (path) => {
    const response = await app.http.get(path).expect(404);
    expect(response.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });

  it('a method that no route has answers 404', async () => {
    const response = await app.as(admin).patch('/api/laboratories').send({}).expect(404);
    expect(response.body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a body that is not JSON', async () => {
    const response = await app
      .as(admin)
      .post('/api/laboratories')
      .set('Content-Type', 'application/json')
      .send('{"name":')
      .expect(400);
    expect(response.body).toMatchObject({ code: 'MALFORMED_REQUEST', errors: [] });
  });

  it('a body of another kind', async () => {
    const response = await app
      .as(admin)
      .post('/api/laboratories')
      .set('Content-Type', 'application/xml')
      .send('<a/>')
      .expect(415);
    expect(response.body).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('a body larger than a sheet', async () => {
    const response = await app
      .as(admin)
      .post('/api/laboratories')
      .send({ name: 'x'.repeat(1_600_000) })
      .expect(413);
    expect(response.body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('an id that is none', async () => {
    const response = await app.as(admin).get('/api/laboratories/not-an-id').expect(400);
    expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'id' }] });
  });

  it('a poisoned prototype', async () => {
    await app
      .as(admin)
      .post('/api/laboratories')
      .set('Content-Type', 'application/json')
      .send('{"__proto__":{"admin":true},"name":"x"}')
      .expect(400);
  });

  it('an empty body where one was announced is no fault', async () => {
    const person = await app.person('staff');
    await app.as(person).post('/api/auth/logout').set('Content-Type', 'application/json').send('').expect(200);
  });
});

describe('what stands outside the contract', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('health is the database’s', async () => {
    const response = await app.http.get('/api/health').expect(200);
    expect(response.body).toEqual({ status: 'ok' });
  });

  it('health says so when the database is gone', async () => {
    const doomed = await TestApp.start();
    await doomed.services.get<Connection>(getConnectionToken()).close();
    const response = await doomed.http.get('/api/health').expect(503);
    expect(response.body).toEqual({ status: 'unavailable' });
    await doomed.close();
  });

  it('the docs page runs nothing inline', async () => {
    const { text } = await app.http.get('/api/docs').expect(200);
    expect(text).not.toMatch(/<script>|onload=/);
    await app.http.get('/api/docs/assets/swagger-ui-bundle.js').expect(200);
    await app.http
      .get('/api/docs/start.js')
      .expect(200)
      .expect(/openapi\.json/);
    await app.http.get('/api/docs/assets/package.json').expect(404);
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
    app = await TestApp.start({ webRoot });
  });
  afterAll(async () => {
    await app.close();
    rmSync(webRoot, { recursive: true });
  });

  it.each(['/', '/login', '/laboratories/abc?tab=history'])('is what %s shows', async (path) => {
    const page = await app.http.get(path).expect(200);
    expect(page.text).toContain('<title>Shifa MS</title>');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-type']).toContain('text/html');
  });

  it('is sent compressed as it was built, and kept for ever', async () => {
    const file = await app.http.get('/assets/main-abc123.js').set('Accept-Encoding', 'gzip').expect(200);
    expect(file.headers['content-encoding']).toBe('gzip');
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(file.text).toBe(script);
  });

  it('is never what a missing file or an API address gets', async () => {
    for (const path of ['/assets/gone-1.js', '/api/nothing', '/socket.io']) await app.http.get(path).expect(404);
  });
});
