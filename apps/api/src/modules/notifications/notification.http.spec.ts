import type { Failure, LiveNotification, Notification } from '@shifa/contract';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type Person, TestApp } from '../../../test/test-app';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Realtime } from '../../platform/realtime/realtime';
import { Clock } from '../../platform/time/clock';
import { StaffPort } from '../staff/staff.port';
import { NOTIFICATION_MODEL, type NotificationRow } from './notification.document';
import { Notices } from './notices';

type List = { data: Notification[]; unreadCount: number; asOf: string; pagination: { total: number } };

const message = {
  type: 'announcement',
  priority: 'high',
  title: 'Power cut on Saturday',
  message: 'The main building has no electricity from 10:00 to 14:00.',
} as const;

describe('notifications', () => {
  let app: TestApp;
  let admin: Person;
  let head: Person;
  let staff: Person;
  let colleague: Person;
  let stranger: Person;

  beforeEach(async () => {
    app = await TestApp.start();
    const [{ _id: own }, { _id: other }] = [await app.laboratory(), await app.laboratory()];
    admin = await app.person('super_admin');
    head = await app.person('lab_admin', { laboratoryId: own });
    staff = await app.person('staff', { laboratoryId: own });
    colleague = await app.person('staff', { laboratoryId: own });
    stranger = await app.person('staff', { laboratoryId: other });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const listOf = async (person: Person, query = '') => {
    const response = await app.as(person).get(`/api/notifications${query}`).expect(200);
    return response.body as List;
  };
  const send = (from: Person, to: Person, overrides: object = {}) =>
    app
      .as(from)
      .post('/api/notifications/create')
      .send({ ...message, recipientId: to.id, ...overrides });
  const sent = async (from: Person, to: Person, overrides: object = {}) => {
    const response = await send(from, to, overrides).expect(201);
    return (response.body as { data: Notification }).data;
  };
  const failure = (body: unknown) => body as Failure;

  it('reach their recipient only, unread, and with the sender', async () => {
    const { _id } = await sent(head, staff, { actionUrl: '/attendance', actionLabel: 'Open attendance' });
    const { data, unreadCount } = await listOf(staff);
    expect(unreadCount).toBe(1);
    expect(data).toMatchObject([
      {
        ...message,
        _id,
        isRead: false,
        readAt: null,
        isSystemGenerated: false,
        recipientId: { _id: staff.id, name: staff.user.name },
        laboratoryId: staff.user.laboratoryId?.toHexString(),
        sender: { _id: head.id, name: head.user.name },
        actionUrl: '/attendance',
        actionLabel: 'Open attendance',
      },
    ]);
    for (const other of [head, colleague, stranger, admin]) expect((await listOf(other)).data).toEqual([]);
  });

  it('leave no text in the audit log, which other people read', async () => {
    const { _id } = await sent(admin, staff, { title: 'About your head', actionUrl: '/attendance' });
    await app.as(admin).delete(`/api/notifications/${_id}`).expect(200);
    const log = await app.as(head).get('/api/audit?entity=notification').expect(200);
    const { data } = log.body as { data: { action: string }[] };
    expect(data.map(({ action }) => action)).toEqual(['notification.deleted', 'notification.sent']);
    expect(JSON.stringify(data)).toContain(staff.user.name);
    expect(JSON.stringify(data)).not.toMatch(/About your head|no electricity/);
  });

  it.each([
    [{ type: undefined }, 'type', 'Type is required'],
    [{ type: 'overtime' }, 'type', 'Must be one of announcement, system, reminder, warning'],
    [{ priority: '' }, 'priority', 'Priority is required'],
    [{ title: ' ' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(201) }, 'title', 'Title too long'],
    [{ message: '' }, 'message', 'Message is required'],
    [{ message: 'x'.repeat(1001) }, 'message', 'Message too long'],
    [{ recipientId: undefined }, 'recipientId', 'Please select a user'],
    [{ actionUrl: 'https://evil.example' }, 'actionUrl', 'Must be a path on this site'],
    [{ actionUrl: '//evil.example' }, 'actionUrl', 'Must be a path on this site'],
  ])('with %j are refused on the field', async (overrides, field, text) => {
    const response = await send(head, staff, overrides).expect(400);
    expect(failure(response.body).errors).toEqual([{ field, message: text }]);
  });

  it('accept the longest texts, and blank optional fields', async () => {
    const longest = { title: 'x'.repeat(200), message: 'y'.repeat(1000), actionUrl: '', actionLabel: '' };
    expect(await sent(head, staff, longest)).toMatchObject({ actionUrl: null, actionLabel: null });
  });

  it('can be sent by a lab admin within the laboratory, by a super admin to anyone, by others not at all', async () => {
    await send(admin, stranger).expect(201);
    const outside = await send(head, stranger).expect(404);
    expect(failure(outside.body).errors[0]).toMatchObject({ field: 'recipientId' });
    await send(staff, colleague).expect(403);
    const manager = await app.person('manager', { laboratoryId: head.user.laboratoryId });
    await send(manager, staff).expect(403);
    const gone = { ...staff, id: (await app.user('staff', { ...inOwn(), status: 'suspended' }))._id.toHexString() };
    expect(failure((await send(head, gone).expect(409)).body).code).toBe('RECIPIENT_INACTIVE');
  });
  const inOwn = () => ({ laboratoryId: head.user.laboratoryId });

  it('are sent once when the request is repeated', async () => {
    const repeated = () => send(head, staff).set('Idempotency-Key', 'notify-0001').expect(201);
    const [first, second] = [await repeated(), await repeated()];
    expect(second.body).toEqual(first.body);
    expect((await listOf(staff)).data).toHaveLength(1);
  });

  it('are filtered by type and by whether they are read, newest first', async () => {
    const first = await sent(head, staff);
    const second = await sent(head, staff, { type: 'warning' });
    await app.as(staff).patch(`/api/notifications/${first._id}/read`).expect(200);
    const ids = async (query: string) => (await listOf(staff, query)).data.map(({ _id }) => _id);
    expect(await ids('')).toEqual([second._id, first._id]);
    expect(await ids('?isRead=false')).toEqual([second._id]);
    expect(await ids('?isRead=true')).toEqual([first._id]);
    expect(await ids('?type=warning')).toEqual([second._id]);
    expect(await ids('?type=warning&isRead=true')).toEqual([]);
    expect((await listOf(staff, '?isRead=true')).unreadCount).toBe(1);
  });

  it('are marked as read by their recipient only, once', async () => {
    const { _id } = await sent(admin, staff);
    const read = (person: Person) => app.as(person).patch(`/api/notifications/${_id}/read`);
    expect(failure((await read(admin).expect(403)).body).code).toBe('NOT_RECIPIENT');
    for (const other of [head, colleague, stranger]) await read(other).expect(404);
    const response = await read(staff).expect(200);
    const { data } = response.body as { data: Notification };
    expect(data).toMatchObject({ isRead: true, readAt: expect.any(String) as string });
    const again = await read(staff).expect(200);
    expect((again.body as { data: Notification }).data.readAt).toBe(data.readAt);
    expect((await listOf(staff)).unreadCount).toBe(0);
  });

  it('are all marked as read up to the time of the request', async () => {
    await sent(head, staff);
    await sent(head, staff);
    await sent(head, colleague);
    const now = Date.now();
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(now + 60_000));
    const later = await sent(head, staff);
    jest.restoreAllMocks();
    const response = await app.as(staff).patch('/api/notifications/read-all').expect(200);
    expect(response.body).toMatchObject({ data: { marked: 2, unreadCount: 1 } });
    expect((await listOf(staff, '?isRead=false')).data.map(({ _id }) => _id)).toEqual([later._id]);
    expect((await listOf(colleague)).unreadCount).toBe(1);
  });

  it('are marked as read as far as they are named, and only the own ones', async () => {
    const [first, second] = [await sent(head, staff), await sent(head, staff)];
    const foreign = await sent(head, colleague);
    const body = { ids: [first._id, foreign._id] };
    const response = await app.as(staff).patch('/api/notifications/read-all').send(body).expect(200);
    expect(response.body).toMatchObject({ data: { marked: 1, unreadCount: 1 } });
    expect((await listOf(staff, '?isRead=false')).data.map(({ _id }) => _id)).toEqual([second._id]);
    expect((await listOf(colleague)).unreadCount).toBe(1);
  });

  it('are deleted by a super admin only, which the history tells', async () => {
    const { _id } = await sent(head, staff);
    for (const other of [head, staff]) await app.as(other).delete(`/api/notifications/${_id}`).expect(403);
    await app.as(admin).delete(`/api/notifications/${_id}`).expect(200);
    await app.as(admin).delete(`/api/notifications/${_id}`).expect(404);
    expect((await listOf(staff)).data).toEqual([]);
  });

  it('of everyone are listed for a super admin only', async () => {
    const { _id } = await sent(head, staff);
    const all = (person: Person) => app.as(person).get('/api/notifications/all');
    const response = await all(admin).expect(200);
    expect(response.body as List).toMatchObject({
      data: [{ _id, recipientId: { name: staff.user.name } }],
      unreadCount: 0,
    });
    for (const other of [head, staff]) await all(other).expect(403);
    const foreign = `?laboratoryId=${stranger.user.laboratoryId?.toHexString() ?? ''}`;
    const elsewhere = await app.as(admin).get(`/api/notifications/all${foreign}`).expect(200);
    expect((elsewhere.body as List).data).toEqual([]);
  });

  it('that a disconnected client missed are found, also those of a transaction that took a minute', async () => {
    const { asOf } = await listOf(staff);
    const clock = jest.spyOn(app.services.get(Clock), 'now');
    clock.mockReturnValue(new Date(Date.parse(asOf) - 60_000));
    const late = await sent(head, staff);
    clock.mockReturnValue(new Date(Date.parse(asOf) - 3_600_000));
    await sent(head, staff);
    jest.restoreAllMocks();
    expect((await listOf(staff, `?since=${asOf}`)).data.map(({ _id }) => _id)).toEqual([late._id]);
  });

  it('are announced to the recipient, silently in quiet hours unless they are urgent', async () => {
    const announced: (LiveNotification & { rooms: string[] })[] = [];
    jest.spyOn(app.services.get(Realtime), 'send').mockImplementation((rooms, event, payload) => {
      if (event === 'notification') announced.push({ ...(payload as LiveNotification), rooms });
    });
    await sent(head, staff, { type: 'warning' });
    const always = { muted: [], quietHours: { from: '00:00', to: '23:59' } };
    const path = '/api/notifications/preferences';
    await app.as(staff).put(path).send(always).expect(200);
    expect((await app.as(staff).get(path).expect(200)).body).toMatchObject({ data: always });
    // 12:00 in Kolkata.
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date('2026-11-22T06:30:00Z'));
    await sent(head, staff);
    await sent(head, staff, { priority: 'urgent' });
    const rooms = [`person:${staff.id}`];
    expect(announced).toMatchObject([{ rooms, type: 'warning' }, { rooms, silent: true }, { rooms }]);
    expect(announced.map(({ silent = false }) => silent)).toEqual([false, true, false]);
  });

  it.each([
    [{ muted: ['announcement'], quietHours: null }, 'muted.0'],
    [{ muted: [], quietHours: { from: '22:00', to: '22:00' } }, 'quietHours.to'],
    [{ muted: [], quietHours: { from: '25:00', to: '07:00' } }, 'quietHours.from'],
  ])('refuse the preferences %j on the field', async (preferences, field) => {
    const response = await app.as(staff).put('/api/notifications/preferences').send(preferences).expect(400);
    expect(failure(response.body).errors).toMatchObject([{ field }]);
  });

  it('are not announced to people who cannot see notifications, and there for them once they can', async () => {
    const rooms: string[] = [];
    jest.spyOn(app.services.get(Realtime), 'send').mockImplementation((to, event) => {
      if (event === 'notification') rooms.push(...to);
    });
    const see = async (allowed: boolean | null) => {
      const account = await app.services.get(StaffPort).account(staff.id);
      const body = { version: account?.version, permissions: { 'notifications.view': allowed } };
      await app.as(admin).put(`/api/permissions/users/${staff.id}`).send(body).expect(200);
    };
    await see(false);
    await app.as(staff).get('/api/notifications').expect(403);
    await sent(head, staff);
    await sent(head, colleague);
    expect(rooms).toEqual([`person:${colleague.id}`]);
    await see(null);
    expect((await listOf(staff)).data).toContainEqual(expect.objectContaining(message));
    await sent(head, staff);
    expect(rooms).toContain(`person:${staff.id}`);
  });

  it('of a laboratory are neither stored for nor announced to people who have moved to another', async () => {
    const rooms: string[] = [];
    jest.spyOn(app.services.get(Realtime), 'send').mockImplementation((to, event) => {
      if (event === 'notification') rooms.push(...to);
    });
    const ids = [admin.id, staff.id, stranger.id];
    const notice = {
      actor: null,
      to: await app.services.get(StaffPort).findPeople(LabScope.everywhere(), ids),
      laboratoryId: staff.user.laboratoryId,
      type: 'system',
      priority: 'medium',
      title: 'Order approved',
      message: 'PO-1 was approved.',
      action: { label: 'View order', path: '/purchase-orders' },
    } as const;
    await app.services.get(UnitOfWork).run(() => app.services.get(Notices).send(notice));
    expect(rooms.toSorted()).toEqual([`person:${admin.id}`, `person:${staff.id}`].toSorted());
    expect((await listOf(staff)).data).toHaveLength(1);
    const model = app.services.get<Model<NotificationRow>>(getModelToken(NOTIFICATION_MODEL));
    expect(await model.countDocuments({ recipientId: stranger.user._id })).toBe(0);
  });

  it('delete themselves after half a year', async () => {
    await sent(head, staff);
    const model = app.services.get<Model<NotificationRow>>(getModelToken(NOTIFICATION_MODEL));
    const stored = await model.findOne({ recipientId: staff.user._id }).lean<NotificationRow>();
    const days = ((stored?.expiresAt.getTime() ?? 0) - (stored?.createdAt.getTime() ?? 0)) / 86_400_000;
    expect(days).toBe(180);
    const indexes = await model.collection.indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });
});
