import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FailureSchema } from './common/error.js';
import { permissions } from './common/permission.js';
import { declaredErrors, type RoutePolicy } from './common/route.js';
import * as contract from './contract.js';
import { CheckPermissionQuery } from './permissions/permission.schema.js';
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

/** Whether the request names the version that it changes; those that change several documents report each on its own. */
function takesVersion({ route }: NamedRoute): boolean {
  return [route.query, 'body' in route ? route.body : undefined].some((part) => {
    const schema: { properties?: object } =
      part instanceof z.ZodType ? z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) : {};
    return 'version' in (schema.properties ?? {});
  });
}

const fileRouteOf = ({ method, path }: AppRoute) => (method === 'GET' ? method : `${method} ${path}`);

describe('every route', () => {
  it('has a unique combination of method and path', () => {
    const shapes = routes.map(shape);
    expect(shapes.length).toBeGreaterThan(10);
    expect(shapes).toEqual([...new Set(shapes)]);
  });

  it.each(routes)('$name declares who may call it', ({ route }) => {
    const { permission } = route.metadata as RoutePolicy;
    expect(['public', 'signed-in', 'display', ...permissions]).toContain(permission);
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
      // A report is a fact of its own, in the history; any other file is only read.
      else if (isFile(schema)) expect(['GET', 'POST /api/reports/generate-excel']).toContain(fileRouteOf(route));
      else expect(Object.keys((schema as z.ZodObject).shape)).toEqual(expect.arrayContaining(['success', 'data']));
    }
  });

  it.each(routes.filter(({ route }) => route.path.includes(':id')))('$name can return 404', ({ route }) => {
    expect(Object.keys(route.responses)).toContain('404');
  });

  it.each(routes.filter(takesVersion))('$name can answer that the version is stale', ({ route }) => {
    expect(declaredErrors(route)).toContain('VERSION_CONFLICT');
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

type Place = { name: string; schema: z.ZodType };

/** The fields of requests that take one of a few values, alone or in a list, wherever they are nested. */
function choicesIn({ name, schema }: Place): { name: string; schema: z.ZodType; options: string[] }[] {
  if (schema instanceof z.ZodEnum) return [{ name, schema, options: schema.options.map(String) }];
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([field, inner]) =>
      choicesIn({ name: `${name}.${field}`, schema: inner as z.ZodType }),
    );
  }
  if (schema instanceof z.ZodUnion) {
    const [inner] = choicesIn({ name, schema: schema.options[0] as z.ZodType });
    return inner ? [{ ...inner, schema }] : [];
  }
  if (schema instanceof z.ZodArray) return choicesIn({ name, schema: schema.element as z.ZodType });
  if (schema instanceof z.ZodPipe) return choicesIn({ name, schema: schema.in as z.ZodType });
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return choicesIn({ name, schema: schema.unwrap() as z.ZodType });
  }
  return [];
}

const inputs = routes.flatMap(({ name, route }) =>
  [route.pathParams, route.query, 'body' in route ? route.body : undefined].flatMap((schema) =>
    schema instanceof z.ZodType ? [{ name, schema }] : [],
  ),
);
const choices = inputs.flatMap(choicesIn);

describe('every choice in a request', () => {
  it('is checked here', () => {
    const names = choices.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['staff.create.role', 'staff.list.status', 'transactions.list.sort']));
  });

  it.each(choices)('$name lists its values where another one is given', ({ schema, options }) => {
    for (const input of ['no such value', '__proto__']) {
      const message = schema.safeParse(input).error?.issues[0]?.message;
      expect(message).toBe(`Must be one of ${options.join(', ')}`);
    }
  });
});

describe('every body of a POST that may be empty', () => {
  const optional = routes.flatMap(({ name, route }) =>
    route.method === 'POST' && route.body instanceof z.ZodType && route.body.safeParse({}).success
      ? [{ name, body: route.body }]
      : [],
  );

  it.each(optional)('$name may be absent', ({ body }) => {
    expect(body.safeParse(undefined).success).toBe(true);
  });
});

describe('a permission to check', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])('cannot be %j', (action) => {
    const { error } = CheckPermissionQuery.safeParse({ resource: 'leave', action });
    expect(error?.issues).toMatchObject([
      { path: ['action'], message: 'Must be one of view, create, cancel, approve' },
    ]);
  });
});

describe('every event', () => {
  it.each(Object.entries({ ...serverEvents, ...clientEvents }))(
    '%s has a schema that rejects an invalid payload',
    (_, schema) => {
      expect(schema.safeParse({ unknown: true }).success).toBe(false);
    },
  );

  it.each(Object.entries(serverEvents))('%s says who made the change that it reports, and when', (_, schema) => {
    const { properties = {} }: { properties?: object } = z.toJSONSchema(schema, { unrepresentable: 'any' });
    const isOfDocument = '_id' in properties && 'version' in properties;
    const saysWho = 'by' in properties && 'at' in properties;
    expect(saysWho || !isOfDocument).toBe(true);
  });

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
