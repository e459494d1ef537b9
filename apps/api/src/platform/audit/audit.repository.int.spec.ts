import { type Connection, Types } from 'mongoose';
import { costOf } from '../../../test/explain';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { AUDIT_MODEL, type AuditRow, auditSchema } from './audit.document';
import { AuditRepository } from './audit.repository';

describe('the history of a document', () => {
  const [one, other] = [new Types.ObjectId(), new Types.ObjectId()];
  let connection: Connection;
  let audit: AuditRepository;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const model = connection.model<AuditRow>(AUDIT_MODEL, auditSchema);
    await model.createCollection();
    await model.createIndexes();
    audit = new AuditRepository(model);
    for (let index = 0; index < 60; index += 1) {
      await audit.insert([
        {
          _id: new Types.ObjectId(),
          at: new Date(Date.UTC(2026, 3, 1, 0, index)),
          by: null,
          action: 'laboratory.updated',
          entity: 'laboratory',
          entityId: index % 2 === 0 ? one : other,
          laboratoryId: null,
          changes: [{ field: 'name', before: index, after: index + 1 }],
          requestId: null,
        },
      ]);
    }
  });
  afterAll(() => connection.close());

  it('is returned newest first, page by page', async () => {
    const { items: rows, total } = await audit.page('laboratory', one, 2, 20);
    expect(total).toBe(30);
    expect(rows).toHaveLength(10);
    expect(rows[0]?.changes[0]?.before).toBe(18);
  });

  it('uses an index', async () => {
    const { stages, returned, examined } = await costOf(connection, () => audit.page('laboratory', one, 1, 20));
    expect(stages).not.toContain('COLLSCAN');
    expect(stages).not.toContain('SORT');
    expect({ returned, examined }).toEqual({ returned: 20, examined: 20 });
  });
});
