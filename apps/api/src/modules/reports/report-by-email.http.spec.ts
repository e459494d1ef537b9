import type { MessageChannels, Notification, Report } from '@shifa/contract';
import { MailServer } from '../../../test/mail-server';
import { type Person, TestApp } from '../../../test/test-app';
import { DeliveryWorker } from '../messages/delivery-worker';
import { ReportJobs } from './report-jobs';

describe('a scheduled report', () => {
  let mailHost: MailServer;
  let app: TestApp;
  beforeAll(async () => {
    mailHost = await MailServer.start();
    const mail = { url: mailHost.url, from: 'Shifa MS <no-reply@lab.example>' };
    app = await TestApp.start({ mail, publicUrl: 'https://lab.example' });
  });
  afterAll(async () => {
    await app.close();
    await mailHost.stop();
  });

  const work = () => app.services.get(DeliveryWorker).run();

  async function confirmed(person: Person): Promise<Person> {
    await app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    await work();
    const token = /confirm-email#([\w-]{43})/.exec(mailHost.received.at(-1)?.mail.text ?? '')?.[1];
    await app.http.post('/api/messages/email/confirm').send({ token }).expect(200);
    return person;
  }

  it('is announced by email with a link, once, to those who have confirmed their address', async () => {
    const laboratory = await app.laboratory();
    const permissionOverrides = { 'reports.view': true, 'reports.export': true };
    const laboratoryId = laboratory._id;
    const owner = await confirmed(await app.person('lab_admin', { laboratoryId, permissionOverrides }));
    const chose = await confirmed(await app.person('lab_admin', { laboratoryId, permissionOverrides }));
    const unconfirmed = await app.person('lab_admin', { laboratoryId, permissionOverrides });
    const outsider = await confirmed(
      await app.person('lab_admin', { laboratoryId: (await app.laboratory())._id, permissionOverrides }),
    );
    // Sees reports, but not this one.
    const unconcerned = await confirmed(
      await app.person('lab_admin', {
        laboratoryId,
        permissionOverrides: { ...permissionOverrides, 'inventory.view': false },
      }),
    );
    const response = await app.as(chose).get('/api/messages/channels').expect(200);
    const { preferences } = (response.body as { data: MessageChannels }).data;
    expect(preferences.email).toEqual({ system: 'at_once' });
    await app
      .as(chose)
      .put('/api/messages/preferences')
      .send({ ...preferences, email: {} })
      .expect(200);
    mailHost.received.length = 0;

    const schedule = { name: 'Stock of yesterday', kind: 'inventory', laboratoryId: laboratory.id, frequency: 'daily' };
    await app.as(owner).post('/api/reports/schedules').send(schedule).expect(201);
    for (const _ of [1, 2]) {
      await app.services.get(ReportJobs).runSchedules();
      await work();
    }
    expect(mailHost.received.map(({ to }) => to)).toEqual([[owner.user.email]]);
    const { mail } = mailHost.received[0] ?? {};
    expect(mail?.subject).toBe('A scheduled report is ready');
    expect(mail?.text).toContain('Stock of yesterday, ');
    expect(mail?.attachments).toEqual([]);
    const [, address = ''] = /View report: (\S+)/.exec(mail?.text ?? '') ?? [];
    expect(address).toBe('https://lab.example/reports/files?kind=inventory&scheduled=true');
    // What the page of the link lists.
    const { search } = new URL(address);
    const history = await app.as(owner).get(`/api/reports/history${search}`).expect(200);
    expect((history.body as { data: Report[] }).data).toMatchObject([{ kind: 'inventory', status: 'done' }]);
    const unseen = await app.as(unconcerned).get('/api/notifications').expect(200);
    expect((unseen.body as { data: Notification[] }).data).toEqual([]);
    for (const { user } of [unconfirmed, outsider]) expect(mail?.text).not.toContain(user.email);
  });
});
