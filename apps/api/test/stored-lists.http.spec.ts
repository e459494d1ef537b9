import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { decisionFields } from '../src/platform/decisions/decider';
import { readListLimits } from '../src/platform/mongo/list-limits';
import { TestApp } from './test-app';

describe('the stored documents', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('have no list without a maximum', () => {
    const { models } = app.services.get<Connection>(getConnectionToken());
    const lists = Object.values(models).flatMap(({ modelName, schema }) =>
      readListLimits(schema).map(({ path, max }) => [`${modelName}.${path.join('.')}`, max]),
    );
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter(([, max]) => !Number.isInteger(max))).toEqual([]);
  });

  it('hold no decision without a digest of what it was made on', () => {
    const { models } = app.services.get<Connection>(getConnectionToken());
    const isDigest = /(^(approvals|rejection|decision)\.content|^decidedContent)$/;
    const deciding = Object.values(models).flatMap(({ modelName, schema }) => {
      const fields = Object.keys(schema.paths).filter((path) => /approv|reject|deci(ded|sion)/i.test(path));
      if (fields.length === 0) return [];
      const parts = fields.flatMap((field) => {
        const inner = schema.path(field).schema;
        return inner ? Object.keys(inner.paths).map((path) => `${field}.${path}`) : [];
      });
      const digests = [...fields, ...parts].filter((path) => isDigest.test(path));
      const undeclared = fields.filter(
        (field) => parts.some((part) => part.startsWith(`${field}.at`)) && !decisionFields.includes(field),
      );
      return [[modelName, digests, undeclared]];
    });
    expect(deciding.sort()).toEqual([
      ['AttendanceRecord', ['decision.content'], []],
      ['Leave', ['decidedContent'], []],
      ['PurchaseOrder', ['approvals.content', 'rejection.content'], []],
      ['RosterSwap', ['decidedContent'], []],
      ['Transaction', ['approvals.content', 'rejection.content'], []],
      ['WriteOff', ['decidedContent'], []],
    ]);
  });
});
