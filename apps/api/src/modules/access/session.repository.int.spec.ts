import { type Connection, Types } from 'mongoose';
import { costOf } from '../../../test/explain';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { SESSION_MODEL, type SessionRow, sessionSchema } from './session.document';
import { SessionRepository } from './session.repository';

const HOUR_MS = 3_600_000;

describe('the list of a person’s sessions', () => {
  const now = new Date('2026-04-01T05:00:00Z');
  const [person, another] = [new Types.ObjectId(), new Types.ObjectId()];
  let connection: Connection;
  let sessions: SessionRepository;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const model = connection.model<SessionRow>(SESSION_MODEL, sessionSchema);
    await model.createCollection();
    await model.createIndexes();
    sessions = new SessionRepository(model);
    for (let index = 0; index < 40; index += 1) {
      const at = new Date(now.getTime() - index * HOUR_MS);
      await sessions.insert({
        _id: new Types.ObjectId(),
        userId: index % 2 === 0 ? person : another,
        device: 'Chrome on Android',
        ipAddress: '203.0.113.5',
        createdAt: at,
        lastSeenAt: at,
        expiresAt: new Date(at.getTime() + 30 * HOUR_MS),
      });
    }
  });
  afterAll(() => connection.close());

  it('is the person’s alone, last used first, without what has run out', async () => {
    const rows = await sessions.findActive(person.toHexString(), now);
    expect(rows).toHaveLength(15);
    expect(rows.every(({ userId }) => userId.equals(person))).toBe(true);
    expect(rows[0]?.lastSeenAt).toEqual(now);
  });

  it('stands on an index', async () => {
    const { stages, returned, examined } = await costOf(connection, () =>
      sessions.findActive(person.toHexString(), now),
    );
    expect(stages).not.toContain('COLLSCAN');
    expect(stages).not.toContain('SORT');
    expect(examined).toBeLessThanOrEqual(2 * returned);
  });
});
