import {
  contract,
  type Permission,
  permissionStructure,
  resolvePermissions,
  type Role,
  roles,
  type RoutePolicy,
} from '@shifa/contract';
import { createLaboratoryBody } from '@shifa/contract/testing';
import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { type Person, TestApp } from './testing/test-app';

type NamedRoute = { name: string; route: AppRoute; policy: RoutePolicy };

function walk(router: AppRouter, prefix = ''): NamedRoute[] {
  return Object.entries(router).flatMap(([name, entry]) =>
    isAppRoute(entry)
      ? [{ name: prefix + name, route: entry, policy: entry.metadata as RoutePolicy }]
      : walk(entry, `${prefix}${name}.`),
  );
}

const routes = walk(contract);
const guarded = routes.filter(({ policy }) => policy.permission !== 'public');
const permitted = guarded.filter(({ policy }) => policy.permission in resolvePermissions('staff')) as (NamedRoute & {
  policy: { permission: Permission };
})[];

/** Each route as each role: what the permission table says of it. */
const cells = permitted.flatMap(({ name, route, policy }) =>
  roles.map((role) => ({ name, route, role, allowed: resolvePermissions(role)[policy.permission].allowed })),
);

describe('every route of the contract', () => {
  let app: TestApp;
  let people: Record<Role, Person>;
  let laboratoryId: string;
  let otherLaboratoryId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    const laboratory = await app.laboratory();
    laboratoryId = laboratory.id;
    otherLaboratoryId = (await app.laboratory()).id;
    const there = { laboratoryId: laboratory._id };
    people = {
      super_admin: await app.person('super_admin'),
      lab_admin: await app.person('lab_admin', there),
      manager: await app.person('manager', there),
      staff: await app.person('staff', there),
    };
  });
  afterAll(() => app.close());

  function call(route: AppRoute, person?: { token: string }, id = laboratoryId) {
    const path = route.path.replace(':id', id);
    const agent = person ? app.as(person) : app.http;
    const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    return agent[method](path);
  }

  it('is reached by a handler', () => {
    expect(routes.length).toBeGreaterThan(10);
  });

  it.each(guarded)('$name answers 401 to anonymous', async ({ route }) => {
    const response = await call(route).expect(401);
    expect(response.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED', errors: [] });
  });

  it.each(routes.filter(({ policy }) => policy.permission === 'public'))('$name is public', async ({ route }) => {
    const { status } = await call(route);
    expect([200, 400]).toContain(status);
  });

  it.each(cells.filter(({ allowed }) => !allowed))('$name is denied to $role', async ({ route, role }) => {
    const response = await call(route, people[role]).expect(403);
    expect(response.body).toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each(cells.filter(({ allowed }) => allowed))('$name is open to $role', async ({ route, role }) => {
    const { status } = await call(route, people[role], otherLaboratoryId);
    // A body that is missing, or another laboratory's id, comes after the guard.
    expect([200, 201, 400, 404]).toContain(status);
  });

  it.each(permitted.filter(({ route }) => route.path.startsWith('/api/laboratories/:id')))(
    '$name shows nothing of another laboratory',
    async ({ route, policy }) => {
      const granted = { [policy.permission]: true };
      const stranger = await app.person('lab_admin', {
        laboratoryId: (await app.laboratory())._id,
        permissionOverrides: granted,
      });
      const body = route.method === 'PUT' ? { name: 'Taken over', version: 1 } : undefined;
      await call(route, stranger, otherLaboratoryId).send(body).expect(404);
    },
  );

  it('gives with an override and takes with one', async () => {
    const { _id } = await app.laboratory();
    const create = { 'laboratories.create': true };
    const granted = await app.person('lab_admin', { laboratoryId: _id, permissionOverrides: create });
    await app.as(granted).post('/api/laboratories').send(createLaboratoryBody()).expect(201);
    const taken = await app.person('lab_admin', {
      laboratoryId: _id,
      permissionOverrides: { 'laboratories.view': false },
    });
    await app.as(taken).get('/api/laboratories').expect(403);
  });

  it('stands in the document that the docs page shows', async () => {
    const response = await app.http.get('/api/openapi.json').expect(200);
    const { paths } = response.body as {
      paths: Record<string, Record<string, { responses: object; summary: string }>>;
    };
    for (const { route } of routes) {
      const operation = paths[route.path.replace(':id', '{id}')]?.[route.method.toLowerCase()];
      expect(operation?.summary).toBe(route.summary);
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(Object.keys(route.responses)));
    }
    expect(JSON.stringify(paths['/api/laboratories'])).toContain('"timezone"');
  });

  it('has a resource that the permission editor can label', () => {
    for (const { policy } of permitted) {
      const [resource = ''] = policy.permission.split('.');
      expect(permissionStructure).toHaveProperty(resource);
    }
  });
});
