import type { NetworkSettings, Retention as RetentionData } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { objectId } from '../../platform/domain/object-id';
import { Retention } from './retention.port';
import { RetentionRepository } from './retention.repository';
import { TestApp } from '../../../test/test-app';

describe('the settings of the network', () => {
  let app: TestApp;

  beforeAll(async () => {
    const url = 'https://gateway.example/messages?key=of-the-provider';
    const gateway = { url, secret: 'a secret of the gateway', label: 'WhatsApp', allowedHosts: [] };
    app = await TestApp.start({ whatsapp: '913322120000', gateway });
  });
  afterAll(() => app.close());

  it('name the policies of each laboratory and the variables, without secrets', async () => {
    const laboratory = await app.laboratory({ name: 'Salt Lake' });
    await app.laboratory({ status: 'archived' });
    const answer = await app
      .as(await app.person('super_admin'))
      .get('/api/settings/network')
      .expect(200);
    const { variables, laboratories } = (answer.body as { data: NetworkSettings }).data;
    const { policies, code } = laboratory;
    expect(laboratories).toEqual([{ _id: laboratory.id, name: 'Salt Lake', code, policies }]);
    expect(variables).toContainEqual({ name: 'SUPPORT_WHATSAPP', value: '913322120000' });
    expect(variables).toContainEqual({
      name: 'SUPPORT_EMAIL',
      value: 'support@shifa.example (placeholder)',
    });
    expect(variables).toContainEqual({ name: 'PUBLIC_URL', value: null });
    expect(variables).toContainEqual({ name: 'MESSAGE_GATEWAY_URL', value: 'https://gateway.example' });
    expect(variables).toContainEqual({ name: 'MESSAGE_GATEWAY_LABEL', value: 'WhatsApp' });
    expect(JSON.stringify(answer.body)).not.toMatch(/mongodb:|a secret of|of-the-provider/);
  });

  it('hold the retention, which each notification and report file follows', async () => {
    const head = await app.person('super_admin');
    const set = (body: object) => app.as(head).put('/api/settings/network/retention').send(body);
    await set({ notificationDays: 29, reportFileDays: 4000, version: 1 }).expect(400);
    const changed = await set({ notificationDays: 90, reportFileDays: 400, version: 1 }).expect(200);
    expect((changed.body as { data: RetentionData }).data).toMatchObject({ reportFileDays: 400, version: 2 });
    const conflict = await set({ notificationDays: 60, reportFileDays: 60, version: 1 }).expect(409);
    expect(conflict.body).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { notificationDays: 90 } } });

    const now = new Date();
    const retention = app.services.get(Retention);
    const daysUntil = (end: Date) => (end.getTime() - now.getTime()) / 86_400_000;
    expect(daysUntil(retention.endOfNotification(now))).toBe(90);
    expect(daysUntil(retention.endOfReportFiles({ createdAt: now }))).toBe(400);
    // As another process does.
    const database = app.services.get<Connection>(getConnectionToken());
    await database.collection('retention').updateOne({}, { $set: { notificationDays: 120 } });
    await retention.reload();
    expect(daysUntil(retention.endOfNotification(now))).toBe(120);

    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const message = { title: 'Title', message: 'Message', type: 'announcement', priority: 'low' };
    await app
      .as(head)
      .post('/api/notifications/create')
      .send({ ...message, recipientId: person.id })
      .expect(201);
    const stored = await database.collection('notifications').findOne({ recipientId: objectId(person.id) });
    const { createdAt, expiresAt } = stored as unknown as Record<'createdAt' | 'expiresAt', Date>;
    expect((expiresAt.getTime() - createdAt.getTime()) / 86_400_000).toBe(120);

    // It is removed from the database while it is being changed.
    const repository = app.services.get(RetentionRepository);
    const before = await repository.get();
    await database.collection('retention').deleteMany({});
    const read = jest.spyOn(repository, 'get').mockResolvedValueOnce(before);
    const missing = await set({ notificationDays: 60, reportFileDays: 60, version: 2 }).expect(404);
    expect(missing.body).toMatchObject({ code: 'NOT_FOUND' });
    read.mockRestore();
  });

  it('have one winner when two people change one for the first time at once', async () => {
    const head = await app.person('super_admin');
    const database = app.services.get<Connection>(getConnectionToken());
    await database.collection('retention').deleteMany({});
    const set = (reportFileDays: number) =>
      app.as(head).put('/api/settings/network/retention').send({ notificationDays: 60, reportFileDays, version: 1 });
    const answers = await Promise.all([60, 90].map((days) => set(days)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const conflict = answers.find(({ status }) => status === 409);
    expect(conflict?.body).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect(await database.collection('retention').countDocuments({})).toBe(1);
  });

  it('are for those who manage the whole network', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    for (const role of ['lab_admin', 'manager', 'staff'] as const) {
      await app
        .as(await app.person(role, { laboratoryId }))
        .get('/api/settings/network')
        .expect(403);
    }
  });
});
