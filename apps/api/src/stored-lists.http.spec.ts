import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { listLimitsOf } from './platform/mongo/list-limits';
import { TestApp } from './testing/test-app';

describe('the stored documents', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('have no list without a maximum', () => {
    const { models } = app.services.get<Connection>(getConnectionToken());
    const lists = Object.values(models).flatMap(({ modelName, schema }) =>
      listLimitsOf(schema).map(({ path, max }) => [`${modelName}.${path.join('.')}`, max]),
    );
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter(([, max]) => !Number.isInteger(max))).toEqual([]);
  });
});
