import { noticesOf, notificationsOf } from '../../../test/notifications';
import { NotificationRepository } from '../notifications/notification.repository';
import { GroupCounts } from '../notifications/notifications.port';
import { FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';

const REVIEW = '/finances/approvals';

describe('notifications about entries', () => {
  let desk: FinanceDesk;
  beforeEach(async () => {
    desk = await FinanceDesk.open();
  });
  afterEach(() => desk.close());

  it('tell the approvers of the laboratory, not the author, that an entry waits', async () => {
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    const { _id, transactionNo } = await desk.entered(desk.clerk);
    const text = `system: Entries pending approval: ${transactionNo} by ${desk.clerk.user.name} needs your decision.`;
    expect(await noticesOf(desk.app, desk.otherClerk)).toEqual([text]);
    const [notification] = await notificationsOf(desk.app, desk.otherClerk);
    expect(notification).toMatchObject({ isSystemGenerated: true, sender: null, isRead: false });
    expect(notification?.actionUrl).toBe(`${REVIEW}?item=${_id}`);
    for (const other of [desk.clerk, desk.head, stranger]) expect(await noticesOf(desk.app, other)).toEqual([]);
  });

  it('are added up until they are read, also those that arrive at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => desk.entered(desk.clerk)));
    const [sum, ...others] = await notificationsOf(desk.app, desk.otherClerk);
    expect(others).toEqual([]);
    expect(sum).toMatchObject({ message: '5 entries need your decision.', actionUrl: REVIEW });
    await desk.app
      .as(desk.otherClerk)
      .patch(`/api/notifications/${sum?._id ?? ''}/read`)
      .expect(200);
    const { transactionNo } = await desk.entered(desk.clerk);
    expect(await noticesOf(desk.app, desk.otherClerk)).toEqual([
      expect.stringContaining(`${transactionNo} by`),
      expect.stringContaining('5 entries'),
    ]);
  });

  it('count what still waits, whoever decided it, and are read once nothing does', async () => {
    const { app, clerk, otherClerk } = desk;
    const thirdClerk = await app.person('lab_admin', { laboratoryId: desk.laboratory._id });
    const [first, second, third] = [await desk.entered(clerk), await desk.entered(clerk), await desk.entered(clerk)];
    const counted = async () => {
      await app.services.get(GroupCounts).run();
      const [sum] = await notificationsOf(app, otherClerk);
      return { isRead: sum?.isRead, message: sum?.message, actionUrl: sum?.actionUrl };
    };
    const unread = { isRead: false, actionUrl: REVIEW };
    expect(await counted()).toEqual({ ...unread, message: '3 entries need your decision.' });
    await desk.decide(thirdClerk, third._id).expect(200);
    expect(await counted()).toEqual({ ...unread, message: '2 entries need your decision.' });
    await desk.reject(thirdClerk, first._id).expect(200);
    expect(await counted()).toEqual({ ...unread, message: '1 entry needs your decision.' });
    // An entry of the recipient's own does not wait for them.
    await desk.entered(otherClerk);
    await desk.decide(thirdClerk, second._id).expect(200);
    expect(await counted()).toMatchObject({ isRead: true });
    const { transactionNo } = await desk.entered(clerk);
    expect(await counted()).toMatchObject({ isRead: false, message: expect.stringContaining(transactionNo) as string });
  });

  it('count no entry that the recipient edited, nor those of a closed period', async () => {
    const { app, clerk, otherClerk } = desk;
    const [first] = [await desk.entered(clerk), await desk.entered(clerk), await desk.entered(clerk)];
    const counted = async () => {
      await app.services.get(GroupCounts).run();
      const [sum] = await notificationsOf(app, otherClerk);
      return { isRead: sum?.isRead, message: sum?.message };
    };
    expect(await counted()).toEqual({ isRead: false, message: '3 entries need your decision.' });
    await desk.edit(otherClerk, first, { description: 'Blood tests of Monday' }).expect(200);
    const notifications = app.services.get(NotificationRepository);
    jest.spyOn(notifications, 'unreadInGroups').mockRejectedValueOnce(new Error('The database is away'));
    await expect(app.services.get(GroupCounts).run()).rejects.toThrow('away');
    jest.spyOn(notifications, 'updateAt').mockRejectedValueOnce(new Error('The database is away'));
    await app.services.get(GroupCounts).run();
    expect(await counted()).toEqual({ isRead: false, message: '2 entries need your decision.' });
    await desk.closeThrough(first.date);
    expect(await counted()).toMatchObject({ isRead: true });
  });

  it('are counted again when the rights of the recipient change', async () => {
    const { app, clerk, otherClerk, head } = desk;
    await app.person('lab_admin', { laboratoryId: desk.laboratory._id });
    const { transactionNo } = await desk.entered(clerk);
    const counted = async () => {
      await app.services.get(GroupCounts).run();
      const sum = (await notificationsOf(app, otherClerk)).find(({ actionLabel }) => actionLabel === 'Review');
      return { isRead: sum?.isRead, message: sum?.message };
    };
    const change = (permissions: object) =>
      app.as(head).put(`/api/permissions/users/${otherClerk.id}`).send({ permissions }).expect(200);
    await change({ 'transactions.export': false });
    // A single entry is still named.
    expect(await counted()).toEqual({ isRead: false, message: expect.stringContaining(transactionNo) as string });
    await desk.entered(clerk);
    await change({ 'transactions.approve': false });
    expect(await counted()).toMatchObject({ isRead: true });
  });

  it('open the list of their laboratory for a recipient who sees several', async () => {
    const alone = await desk.app.laboratory();
    const only = await desk.app.person('lab_admin', { laboratoryId: alone._id });
    for (const _ of [1, 2]) await desk.entered(only, { laboratoryId: alone.id });
    const [notification] = await notificationsOf(desk.app, desk.head);
    expect(notification?.actionUrl).toBe(`${REVIEW}?laboratoryId=${alone.id}`);
  });

  it('tell the super admins where nobody in the laboratory can decide, and of second approvals', async () => {
    const alone = await desk.app.laboratory();
    const only = await desk.app.person('lab_admin', { laboratoryId: alone._id });
    await desk.entered(only, { laboratoryId: alone.id });
    expect(await noticesOf(desk.app, desk.head)).toEqual([expect.stringContaining('needs your decision')]);
    const above = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
    await desk.decide(desk.otherClerk, above._id).expect(200);
    const [latest] = await noticesOf(desk.app, desk.otherHead);
    expect(latest).toContain(above.transactionNo);
  });

  it('count first and second approvals for a super admin in one', async () => {
    const alone = await desk.app.laboratory();
    const only = await desk.app.person('lab_admin', { laboratoryId: alone._id });
    const other = await desk.app.person('lab_admin', { laboratoryId: alone._id });
    const above = await desk.entered(only, { laboratoryId: alone.id, amountPaise: LIMIT_PAISE + 1 });
    await desk.decide(other, above._id).expect(200);
    const permissions = { 'transactions.approve': false };
    await desk.app.as(desk.head).put(`/api/permissions/users/${other.id}`).send({ permissions }).expect(200);
    await desk.entered(only, { laboratoryId: alone.id });
    const [sum, ...others] = await notificationsOf(desk.app, desk.otherHead);
    expect(others).toEqual([]);
    expect(sum?.message).toBe('2 entries need your decision.');
  });

  it('tell the author of the decision, with the reason, and nobody twice', async () => {
    const [first, second] = [await desk.entered(desk.clerk), await desk.entered(desk.clerk)];
    await desk.decide(desk.otherClerk, first._id).expect(200);
    await desk.reject(desk.otherClerk, second._id, 'The receipt is missing').expect(200);
    await desk.reject(desk.otherClerk, second._id, 'The receipt is missing').expect(409);
    const by = desk.otherClerk.user.name;
    expect(await noticesOf(desk.app, desk.clerk)).toEqual([
      `system: Entry rejected: ${by} rejected ${second.transactionNo}: The receipt is missing`,
      `system: Entry approved: ${by} approved ${first.transactionNo}.`,
    ]);
    const [rejected] = await notificationsOf(desk.app, desk.clerk);
    expect(rejected).toMatchObject({ priority: 'high', actionUrl: `/finances/transactions?entry=${second._id}` });
  });

  it('is one for an import of a thousand rows', async () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `Income,${i + 1},Test fees,Cash,Row number ${i + 1}`);
    const text = ['Type,Amount,Category,Payment method,Description', ...lines].join('\n');
    const body = { fileName: 'entries.csv', content: Buffer.from(text).toString('base64'), dryRun: false };
    await desk.app.as(desk.clerk).post('/api/transactions/import').send(body).expect(200);
    const [sum, ...others] = await notificationsOf(desk.app, desk.otherClerk);
    expect(others).toEqual([]);
    expect(sum?.message).toBe('1000 entries need your decision.');
  });
});
