import type { Broadcast, Failure, LiveNotification, Notification } from '@shifa/contract';
import { nextNumber } from '@shifa/contract/testing';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { newId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Realtime } from '../../platform/realtime/realtime';
import { Clock } from '../../platform/time/clock';
import { notificationsOf } from '../../../test/notifications';
import { type Person, TestApp } from '../../../test/test-app';
import { UserRepository } from '../staff/user.repository';
import { BroadcastService } from './broadcast.service';
import { Notices } from './notices';
import { NOTIFICATION_MODEL, type NotificationRow } from './notification.document';

const message = { type: 'announcement', priority: 'medium', title: 'Audit on Monday', message: 'Please tidy up.' };

describe('broadcasts', () => {
  let app: TestApp;
  let admin: Person;
  let head: Person;
  let staff: Person;
  let stranger: Person;

  beforeEach(async () => {
    app = await TestApp.start();
    const [{ _id: own }, { _id: other }] = [await app.laboratory(), await app.laboratory()];
    admin = await app.person('super_admin');
    head = await app.person('lab_admin', { laboratoryId: own });
    staff = await app.person('staff', { laboratoryId: own });
    stranger = await app.person('staff', { laboratoryId: other });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const idOf = ({ user }: Person) => user.laboratoryId?.toHexString() ?? '';
  const toLaboratory = (from: Person, id: string, body: object = message) =>
    app.as(from).post(`/api/notifications/laboratory/${id}/broadcast`).send(body);
  const toEveryone = (from: Person, body: object = message) =>
    app.as(from).post('/api/notifications/broadcast-all').send(body);
  const broadcastOf = ({ body }: { body: unknown }) => (body as { data: Broadcast }).data;
  const stored = () => app.services.get<Model<NotificationRow>>(getModelToken(NOTIFICATION_MODEL));
  /** Inserted directly, because signing in that many people would take minutes. */
  const crowd = async (size: number) => {
    const people = Array.from({ length: size }, () => {
      const number = nextNumber();
      return { ...staff.user, _id: newId(), employeeCode: `C-${number}`, email: `c${number}@shifa.example` };
    });
    await app.services.get(UserRepository).insertMany(people);
  };

  it('to a laboratory make one notification for each of its active people, read by nobody but the sender', async () => {
    await app.user('staff', { laboratoryId: head.user.laboratoryId, status: 'suspended' });
    const answer = broadcastOf(await toLaboratory(head, idOf(head)).expect(201));
    expect(answer).toMatchObject({ recipients: 2 });
    const [copy] = await notificationsOf(app, staff);
    expect(copy).toMatchObject({
      ...message,
      isRead: false,
      isSystemGenerated: false,
      broadcastId: answer.broadcastId,
      sender: { _id: head.id },
    });
    expect(await notificationsOf(app, head)).toMatchObject([{ title: message.title, isRead: true }]);
    for (const other of [admin, stranger]) expect(await notificationsOf(app, other)).toEqual([]);
    await app
      .as(staff)
      .patch(`/api/notifications/${copy?._id ?? ''}/read`)
      .expect(200);
    expect(await stored().countDocuments({ isRead: false })).toBe(0);
  });

  it('are read by the id of their live event, each copy by its recipient only', async () => {
    const { broadcastId } = broadcastOf(await toLaboratory(head, idOf(head)).expect(201));
    await toLaboratory(head, idOf(head)).expect(201);
    const colleague = await app.person('staff', { laboratoryId: head.user.laboratoryId });
    const readShown = (by: Person) =>
      app
        .as(by)
        .patch('/api/notifications/read-all')
        .send({ ids: [broadcastId] });
    expect((await readShown(colleague).expect(200)).body).toMatchObject({ data: { marked: 0 } });
    expect((await readShown(staff).expect(200)).body).toMatchObject({ data: { marked: 1, unreadCount: 1 } });
    expect(await notificationsOf(app, staff)).toMatchObject([{ isRead: false }, { broadcastId, isRead: true }]);
  });

  it('to everyone reach every laboratory', async () => {
    expect(broadcastOf(await toEveryone(admin).expect(201)).recipients).toBe(4);
    for (const person of [admin, head, staff, stranger]) expect(await notificationsOf(app, person)).toHaveLength(1);
  });

  it('are refused beyond the reach of the sender, and to an archived laboratory', async () => {
    const code = ({ body }: { body: unknown }) => (body as Failure).code;
    expect(code(await toLaboratory(head, idOf(stranger)).expect(404))).toBe('LABORATORY_NOT_FOUND');
    expect(code(await toLaboratory(admin, '0'.repeat(24)).expect(404))).toBe('LABORATORY_NOT_FOUND');
    await toEveryone(head).expect(403);
    for (const send of [toLaboratory(staff, idOf(staff)), toEveryone(staff)]) await send.expect(403);
    const archived = await app.laboratory({ status: 'archived' });
    expect(code(await toLaboratory(admin, archived.id).expect(409))).toBe('LABORATORY_ARCHIVED');
    expect(await stored().countDocuments()).toBe(0);
  });

  it.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{ message: 'x'.repeat(1001) }, 'message', 'Message too long'],
    [{ type: 'absent' }, 'type', 'Must be one of announcement, system, reminder, warning'],
  ])('with %j are refused on the field', async (overrides, field, text) => {
    const response = await toEveryone(admin, { ...message, ...overrides }).expect(400);
    expect((response.body as Failure).errors).toEqual([{ field, message: text }]);
  });

  it('are sent once when the request is repeated', async () => {
    const send = () => toLaboratory(head, idOf(head)).set('Idempotency-Key', 'broadcast-1').expect(201);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await notificationsOf(app, staff)).toHaveLength(1);
  });

  it('are delivered in chunks, with progress for the sender and one event for each chunk', async () => {
    await crowd(600);
    const progress: Broadcast[] = [];
    const announced: { rooms: string[]; id: string | undefined }[] = [];
    jest.spyOn(app.services.get(Realtime), 'send').mockImplementation((rooms, event, payload) => {
      if (event === 'broadcast:progressed') progress.push(payload as Broadcast);
      if (event === 'notification') announced.push({ rooms, id: (payload as LiveNotification)._id });
    });
    const { broadcastId, recipients } = broadcastOf(await toLaboratory(head, idOf(head)).expect(201));
    expect(recipients).toBe(602);
    expect(progress.map(({ delivered }) => delivered)).toEqual([250, 500, 602]);
    expect(announced.map(({ rooms }) => rooms.length).reduce((sum, count) => sum + count)).toBe(601);
    expect(announced).toHaveLength(3);
    expect(new Set(announced.map(({ id }) => id))).toEqual(new Set([broadcastId]));
    expect(announced.flatMap(({ rooms }) => rooms)).not.toContain(`person:${head.id}`);
    expect(await stored().countDocuments()).toBe(602);
  });

  it('that a process left unfinished are continued, once, also by two processes', async () => {
    await crowd(600);
    const unitOfWork = app.services.get(UnitOfWork);
    const run = unitOfWork.run.bind(unitOfWork);
    let transactions = 0;
    jest.spyOn(unitOfWork, 'run').mockImplementation((work) => {
      transactions += 1;
      if (transactions > 2) throw new Error('The process ends');
      return run(work);
    });
    await toLaboratory(head, idOf(head)).expect(201);
    expect(await stored().countDocuments()).toBe(250);
    jest.restoreAllMocks();

    const other = await TestApp.start({ mongodbUri: app.mongodbUri });
    const services = [app, other].map((one) => one.services.get(BroadcastService));
    await Promise.all(services.map((service) => service.resume()));
    expect(await stored().countDocuments()).toBe(250);
    const later = new Date(Date.now() + 61_000);
    for (const one of [app, other]) jest.spyOn(one.services.get(Clock), 'now').mockReturnValue(later);
    await Promise.allSettled(services.map((service) => service.resume()));
    await services[0]?.resume();
    expect(await stored().countDocuments()).toBe(602);
    expect(await stored().distinct('recipientId')).toHaveLength(602);
    await other.close();
  });

  it('are continued, also where one of them cannot be', async () => {
    const service = app.services.get(BroadcastService);
    const unitOfWork = app.services.get(UnitOfWork);
    const run = unitOfWork.run.bind(unitOfWork);
    const spy = jest.spyOn(unitOfWork, 'run');
    // Recorded, and nothing of them delivered.
    for (const sender of [head, admin]) {
      spy.mockImplementationOnce((work) => run(work)).mockRejectedValueOnce(new Error('The process ends'));
      await toLaboratory(sender, idOf(head)).expect(201);
    }
    expect(await stored().countDocuments()).toBe(0);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 61_000));
    jest.spyOn(app.services.get(Notices), 'deliver').mockRejectedValueOnce(new Error('One is broken'));
    await service.resume();
    expect(await stored().distinct('broadcastId')).toHaveLength(1);
    await service.resume();
    expect(await stored().distinct('broadcastId')).toHaveLength(2);
  });

  it('of everyone are listed once for each recipient', async () => {
    await toLaboratory(head, idOf(head)).expect(201);
    const response = await app.as(admin).get('/api/notifications/all').expect(200);
    const names = (response.body as { data: Notification[] }).data.map(({ recipientId }) => recipientId.name);
    expect(names.sort()).toEqual([head.user.name, staff.user.name].sort());
  });
});
