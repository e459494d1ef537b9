import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FailureSchema } from './common/error.js';
import { permissions } from './common/permission.js';
import type { RoutePolicy } from './common/route.js';
import * as contract from './contract.js';
import { clientEvents, serverEvents } from './socket.js';

type NamedRoute = { name: string; route: AppRoute };

function walk(router: AppRouter, prefix = ''): NamedRoute[] {
  return Object.entries(router).flatMap(([name, entry]) =>
    isAppRoute(entry) ? [{ name: prefix + name, route: entry }] : walk(entry, `${prefix}${name}.`),
  );
}

const routes = walk(contract);

/** Downloads have no envelope. */
function isFile(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'contentType' in response;
}
const shape = ({ route }: NamedRoute) => `${route.method} ${route.path.replaceAll(/:\w+/g, ':param')}`;

describe('every route', () => {
  it('has a unique combination of method and path', () => {
    const shapes = routes.map(shape);
    expect(shapes.length).toBeGreaterThan(10);
    expect(shapes).toEqual([...new Set(shapes)]);
  });

  it.each(routes)('$name declares who may call it', ({ route }) => {
    const { permission } = route.metadata as RoutePolicy;
    expect(['public', 'signed-in', ...permissions]).toContain(permission);
    expect(route.summary).toMatch(/^[A-Z].{8,}/);
    expect(route.path).toMatch(/^\/api\/[a-z]/);
  });

  it.each(routes)('$name declares each of its path parameters', ({ route }) => {
    const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const declared = route.pathParams instanceof z.ZodObject ? Object.keys(route.pathParams.shape) : [];
    expect(declared.sort()).toEqual(named.sort());
  });

  it.each(routes)('$name responds in the envelope', ({ route }) => {
    const statuses = Object.keys(route.responses).map(Number);
    expect(statuses.some((status) => status < 300)).toBe(true);
    expect(route.strictStatusCodes).toBe(true);
    for (const status of statuses) {
      const schema = route.responses[status];
      if (status >= 400) expect(schema).toBe(FailureSchema);
      else if (isFile(schema)) expect(route.method).toBe('GET');
      else expect(Object.keys((schema as z.ZodObject).shape)).toEqual(expect.arrayContaining(['success', 'data']));
    }
  });

  it.each(routes.filter(({ route }) => route.path.includes(':id')))('$name can return 404', ({ route }) => {
    expect(Object.keys(route.responses)).toContain('404');
  });

  it.each(routes.filter(({ route }) => route.method === 'GET'))(
    '$name limits the page size of its list',
    ({ route }) => {
      const success = route.responses[200];
      if (!(success instanceof z.ZodObject) || !('pagination' in success.shape)) return;
      const query = route.query as z.ZodObject;
      expect(query.safeParse({ limit: 101 }).success).toBe(false);
      expect(query.parse({})).toMatchObject({ page: 1, limit: 20 });
    },
  );
});

describe('every event', () => {
  it.each(Object.entries({ ...serverEvents, ...clientEvents }))(
    '%s has a schema that rejects an invalid payload',
    (_, schema) => {
      expect(schema.safeParse({ unknown: true }).success).toBe(false);
    },
  );

  it('has the name given in the specification', () => {
    expect(Object.keys(serverEvents)).toEqual(
      expect.arrayContaining([
        'laboratory:created',
        'laboratory:updated',
        'laboratory:deleted',
        'user:created',
        'user:updated',
        'transaction:created',
        'transaction:approved',
        'transaction:rejected',
        'notification',
      ]),
    );
    expect(Object.keys(clientEvents)).toEqual(['join-laboratory', 'leave-laboratory', 'notification']);
  });
});
