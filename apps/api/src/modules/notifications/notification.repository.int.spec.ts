import { notificationTypes } from '@shifa/contract';
import { type Connection, type Model, Types } from 'mongoose';
import { LabScope } from '../../platform/domain/lab-scope';
import { costOf } from '../../../test/explain';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { NOTIFICATION_MODEL, type NotificationRow, notificationSchema } from './notification.document';
import { newNotification } from './notification.mapper';
import { type NotificationFilter, NotificationRepository } from './notification.repository';

const PEOPLE = 20;
const EACH = 60;
const LIMIT = 20;
const EXPIRY = new Date('2099-12-31T00:00:00.000Z');

/** What a query of a list costs, with the very command that the repository sends. */
describe('notifications stand on indexes', () => {
  let connection: Connection;
  let repository: NotificationRepository;
  const people = Array.from({ length: PEOPLE }, (_, number) => ({
    _id: new Types.ObjectId(),
    name: `Person ${number}`,
  }));
  const laboratories = [new Types.ObjectId(), new Types.ObjectId()] as const;
  const [person, userId] = [people[7], people[7]?._id.toHexString() ?? ''];

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const model: Model<NotificationRow> = connection.model<NotificationRow>(NOTIFICATION_MODEL, notificationSchema);
    repository = new NotificationRepository(model);
    await model.createCollection();
    await model.createIndexes();
    const rows = Array.from({ length: PEOPLE * EACH }, (_, index) => {
      const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000);
      const content = {
        laboratoryId: laboratories[index % 2] ?? null,
        type: notificationTypes[Math.floor(index / PEOPLE) % notificationTypes.length] ?? 'system',
        priority: 'medium',
        title: 'Title',
        message: 'Message',
        isSystemGenerated: true,
        sender: null,
        isRead: Math.floor(index / PEOPLE) % 3 > 0,
      } as const;
      return newNotification(people[index % PEOPLE] ?? { _id: new Types.ObjectId(), name: '' }, content, at, EXPIRY);
    });
    await repository.insertMany(rows);
  });
  afterAll(() => connection.close());

  const costOfList = (filter: NotificationFilter) =>
    costOf(connection, () => repository.list(LabScope.everywhere(), filter, { page: 1, limit: LIMIT }));

  it.each<[string, NotificationFilter]>([
    ['all', {}],
    ['unread', { isRead: false }],
    ['read', { isRead: true }],
    ['missed', { since: new Date(Date.UTC(2026, 0, 1)) }],
  ])('reads a page of those of a person: %s', async (_, filter) => {
    const { stages, returned, examined } = await costOfList({ recipientId: userId, ...filter });
    expect(stages).toContain('IXSCAN');
    expect(stages).not.toContain('SORT');
    expect([returned, examined]).toEqual([LIMIT, LIMIT]);
  });

  it('reads at most those of the person for the rare filter by type', async () => {
    const { returned, examined } = await costOfList({ recipientId: userId, type: 'absent' });
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(EACH);
  });

  it('counts the unread ones of a person without the others', async () => {
    const { examined } = await costOf(connection, () => repository.countUnread(LabScope.everywhere(), userId));
    expect(examined).toBeLessThanOrEqual(EACH / 3);
    expect(await repository.countUnread(LabScope.everywhere(), userId)).toBe(EACH / 3);
  });

  it.each([{}, { laboratoryId: laboratories[1].toHexString() }])(
    "reads a page of everyone's with %j",
    async (filter) => {
      const { stages, examined } = await costOfList(filter);
      expect(stages).not.toContain('SORT');
      expect(examined).toBe(LIMIT);
    },
  );

  it('keeps one notification of a group per person until it is read', async () => {
    if (!person) throw new Error('There is no such person');
    const content = { ...groupOf('entries'), laboratoryId: laboratories[0] };
    for (const minute of [1, 2, 3]) {
      const at = new Date(Date.UTC(2026, 5, 1, 9, minute));
      await repository.addToGroups([newNotification(person, content, at, EXPIRY)]);
    }
    const [sum, ...others] = await repository.inGroup([person._id], 'entries');
    expect(others).toEqual([]);
    expect(sum).toMatchObject({ count: 3, isRead: false, createdAt: new Date(Date.UTC(2026, 5, 1, 9, 3)) });
    await repository.markAllRead(userId, new Date(Date.UTC(2026, 5, 2)));
    await repository.addToGroups([newNotification(person, content, new Date(Date.UTC(2026, 5, 3)), EXPIRY)]);
    expect(await repository.inGroup([person._id], 'entries')).toMatchObject([{ count: 1, isRead: false }]);
  });

  const groupOf = (group: string) =>
    ({
      group,
      type: 'system',
      priority: 'medium',
      title: 'Entries pending approval',
      message: 'One waits',
      isSystemGenerated: true,
      sender: null,
      summary: { message: 'entries wait', actionUrl: '/approvals' },
    }) as const;
});
