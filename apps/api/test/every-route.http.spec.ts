import { permissionStructure } from '@shifa/contract';
import { permittedRoutes, routes } from './access/routes';
import { TestApp } from './test-app';

describe('every route of the contract', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('is included in the OpenAPI document', async () => {
    const response = await app.http.get('/api/openapi.json').expect(200);
    const { paths, components } = response.body as {
      paths: Record<string, Record<string, { responses: object; summary: string }>>;
      components: { schemas: object };
    };
    for (const { route } of routes) {
      const operation = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
      expect(operation?.summary).toBe(route.summary);
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(Object.keys(route.responses)));
    }
    expect(JSON.stringify(paths['/api/laboratories'])).toContain('"#/components/schemas/LaboratoryListItem"');
    expect(components.schemas).toHaveProperty('LaboratoryListItem.properties.timezone');
  });

  it('belongs to a resource that the permission editor can label', () => {
    for (const { policy } of permittedRoutes) {
      const [resource = ''] = policy.permission.split('.');
      expect(permissionStructure).toHaveProperty(resource);
    }
  });
});
