import { openApiDocument } from '@shifa/contract/documents/openapi';
import * as theirs from '@ts-rest/core';
import * as theirClient from '@ts-rest/react-query/v5';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import * as ownClient from './client.js';
import * as own from './core.js';
import { generateOpenApiAsync } from './open-api.js';

// What the product relies on in ts-rest, each named once and tried on ts-rest and on the code of our own.
type Core = Pick<typeof theirs, 'initContract' | 'isAppRoute' | 'validateIfSchema' | 'validateMultiSchemaObject'>;
type Sent = { path: string; method: string; headers: Record<string, string>; body: unknown; waitMs?: number };
type Client = { query: (request?: object) => Promise<object>; mutate: (request?: object) => Promise<object> };

const routes = {
  list: {
    method: 'GET',
    path: '/tubes',
    query: z.object({ status: z.array(z.string()).optional(), page: z.coerce.number().default(1) }),
    responses: { 200: z.object({ data: z.array(z.string()) }) },
  },
  change: {
    method: 'PUT',
    path: '/tubes/:id',
    pathParams: z.object({ id: z.string().min(3) }),
    headers: { 'idempotency-key': z.string().min(8).optional() },
    body: z.object({ name: z.string(), mark: z.string().optional() }),
    responses: { 200: z.object({ data: z.string() }) },
    metadata: { permission: 'tubes.edit' },
  },
  upload: {
    method: 'POST',
    path: '/tubes/photo',
    contentType: 'multipart/form-data',
    body: theirs.initContract().type<{ file: File }>(),
    responses: { 201: z.object({ data: z.null() }) },
  },
} as const;

describe.each([
  ['ts-rest', theirs as Core, theirClient.initTsrReactQuery as unknown],
  ['our own code', own as unknown as Core, ownClient.initTsrReactQuery as unknown],
])('%s', (_, core, initClient) => {
  const failure = z.object({ success: z.literal(false) });
  const options = { pathPrefix: '/api', strictStatusCodes: true, commonResponses: { 401: failure } } as const;
  const router = core.initContract().router(routes, options);

  it('puts the prefix before every path', () => {
    expect(Object.values(router).map(({ path }) => path)).toEqual(['/api/tubes', '/api/tubes/:id', '/api/tubes/photo']);
  });

  it('gives every route the common responses, and keeps its metadata', () => {
    expect(Object.keys(router.change.responses)).toEqual(['200', '401']);
    expect(router.change).toMatchObject({ metadata: { permission: 'tubes.edit' }, strictStatusCodes: true });
  });

  it('tells a route from a group of routes', () => {
    expect([router.list, router].map((value) => core.isAppRoute(value as never))).toEqual([true, false]);
  });

  it('checks by the schema, fills in defaults and names the field', () => {
    expect(core.validateIfSchema({}, routes.list.query)).toMatchObject({ value: { page: 1 } });
    const { error } = core.validateIfSchema({ name: 7 }, routes.change.body);
    expect(error).toMatchObject({ issues: [{ path: ['name'] }] });
  });

  it('passes on what has no schema, and path parameters that the schema does not name', () => {
    expect(core.validateIfSchema('a body', undefined)).toMatchObject({ value: 'a body' });
    const params = core.validateIfSchema({ id: 'abc', more: '1' }, routes.change.pathParams, {
      passThroughExtraKeys: true,
    });
    expect(params.value).toEqual({ id: 'abc', more: '1' });
  });

  it('checks each header by its own schema', () => {
    const { headers } = routes.change;
    expect(core.validateMultiSchemaObject({ host: 'a' }, headers).error).toBeUndefined();
    const { error } = core.validateMultiSchemaObject({ 'idempotency-key': 'short' }, headers);
    expect(error).toMatchObject({ issues: [{ path: ['idempotency-key'] }] });
  });

  describe('the client', () => {
    const fetcher = vi.fn((_request: Sent) => Promise.resolve({ status: 200, body: {}, headers: new Headers() }));
    const init = initClient as (router: object, settings: object) => Record<keyof typeof routes, Client>;
    const client = init(router, { baseUrl: '', baseHeaders: {}, api: fetcher });
    const sent = () => fetcher.mock.calls[0]?.[0];
    beforeEach(() => fetcher.mockClear());

    it('writes lists and numbers into the query, and leaves out what is undefined', async () => {
      await client.list.query({ query: { status: ['a&b', 'c'], page: 2, search: undefined } });
      expect(decodeURIComponent(sent()?.path ?? '')).toBe('/api/tubes?status[0]=a&b&status[1]=c&page=2');
    });

    it('needs no argument where nothing is required', async () => {
      await client.list.query();
      expect(sent()).toMatchObject({ path: '/api/tubes', method: 'GET' });
    });

    it('fills in path parameters and sends JSON with the header of the route', async () => {
      const headers = { 'idempotency-key': 'a key of a write' };
      await client.change.mutate({ params: { id: 'abc' }, body: { name: 'EDTA' }, headers });
      expect(sent()).toMatchObject({ path: '/api/tubes/abc', method: 'PUT', body: '{"name":"EDTA"}' });
      expect(sent()?.headers).toEqual({ ...headers, 'content-type': 'application/json' });
    });

    it('sends a form as it is, without a content type', async () => {
      const form = new FormData();
      await client.upload.mutate({ body: form });
      expect(sent()?.body).toBe(form);
      expect(sent()?.headers).toEqual({});
    });

    it('hands the fetcher what else it is given, and resolves with its answer', async () => {
      const answer = await client.list.query({ waitMs: 60_000 });
      expect(sent()?.waitMs).toBe(60_000);
      expect(answer).toMatchObject({ status: 200, body: {} });
    });
  });
});

it('our own code describes the whole contract to OpenAPI as ts-rest does', async () => {
  const document = await openApiDocument();
  vi.resetModules();
  const generate = vi.fn(generateOpenApiAsync);
  vi.doMock('@ts-rest/open-api', () => ({ generateOpenApiAsync: generate }));
  const again = await import('@shifa/contract/documents/openapi');
  expect(JSON.stringify(await again.openApiDocument())).toBe(JSON.stringify(document));
  expect(generate).toHaveBeenCalledOnce();
});
