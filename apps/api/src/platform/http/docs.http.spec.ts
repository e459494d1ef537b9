import SwaggerParser from '@apidevtools/swagger-parser';
import { clientEvents, serverEvents } from '@shifa/contract';
import { TestApp } from '../../../test/test-app';

/** Operations share schemas, so that each adds little: a description, and an example of its body and its answer. */
const MAX_BYTES_PER_OPERATION = 4_200;

type OpenApi = {
  paths: Record<string, Record<string, { parameters: object[]; responses: object }>>;
  components: { schemas: object };
};

function maxBytesOf(text: string): number {
  const { paths } = JSON.parse(text) as OpenApi;
  return Object.values(paths).flatMap((path) => Object.keys(path)).length * MAX_BYTES_PER_OPERATION;
}

describe('the documentation', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const openApi = (encoding: string) => app.http.get('/api/openapi.json').set('Accept-Encoding', encoding);

  it('contains a valid OpenAPI document, in which operations share schemas', async () => {
    const { text } = await openApi('identity').expect(200);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytesOf(text));
    // The parser replaces references by what they refer to, so it gets a copy.
    const { paths } = await SwaggerParser.validate(JSON.parse(text) as Parameters<typeof SwaggerParser.validate>[0]);
    expect(paths).toHaveProperty('/api/laboratories/{id}.get');
    const document = JSON.parse(text) as OpenApi;
    expect(document.components.schemas).toHaveProperty('Laboratory.properties.timezone');
    expect(document.paths['/api/staff']?.post).toMatchObject({
      parameters: [{ name: 'idempotency-key', in: 'header' }],
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateStaffBody' } } } },
      responses: {
        401: { $ref: '#/components/responses/Failure' },
        409: { 'x-error-codes': expect.arrayContaining(['EMAIL_TAKEN', 'IDEMPOTENT_RESPONSE_LOST']) as string[] },
      },
    });
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['compress', undefined],
  ])('sends it to a client that accepts %s', async (accepted, encoding) => {
    const { headers, text } = await openApi(accepted).expect(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(text).toMatch(/^{"openapi":/);
    if (encoding) expect(Number(headers['content-length'])).toBeLessThan(maxBytesOf(text) / 10);
  });

  it('sends it again only if it has changed', async () => {
    const { headers } = await openApi('br').expect(200);
    const etag = headers.etag ?? '';
    const again = await openApi('gzip').set('If-None-Match', etag).expect(304);
    expect(again.text).toBe('');
    await openApi('gzip').set('If-None-Match', `"other", ${etag}`).expect(304);
    await openApi('gzip').set('If-None-Match', '"other"').expect(200);
  });

  it('contains the AsyncAPI document, which is sent in the same way', async () => {
    const response = await app.http.get('/api/asyncapi.json').set('Accept-Encoding', 'br').expect(200);
    const headers = response.headers as Record<string, string>;
    expect(headers['content-encoding']).toBe('br');
    const { asyncapi, operations } = response.body as { asyncapi: string; operations: object };
    expect(asyncapi).toBe('3.0.0');
    expect(operations).toHaveProperty(['send.transaction.created', 'title'], 'transaction:created');
    await app.http
      .get('/api/asyncapi.json')
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
  });

  it('shows every event with those who receive it, and links the documents', async () => {
    const { text } = await app.http.get('/api/docs').expect(200);
    for (const event of [...Object.keys(serverEvents), ...Object.keys(clientEvents)]) {
      expect(text).toContain(`<code>${event}</code>`);
    }
    expect(text).toContain('Sent to holders of <code>transactions.view</code> for the laboratory that it concerns.');
    for (const path of ['/api/openapi.json', '/api/asyncapi.json']) expect(text).toContain(`href="${path}"`);
  });

  it('serves a docs page without inline scripts', async () => {
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
