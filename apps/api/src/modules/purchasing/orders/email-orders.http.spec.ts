import { getConnectionToken } from '@nestjs/mongoose';
import type { AuditEntry, FailedMessage, PurchaseOrder } from '@shifa/contract';
import type { Connection } from 'mongoose';
import { MailServer } from '../../../../test/mail-server';
import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { DeliveryWorker, RETRY_MINUTES } from '../../messages/delivery-worker';
import { RestoredMessages } from '../../messages/messages.port';
import { keepDeliveriesOfOrders } from '../order-migrations';
import { dayAhead } from '../../../../test/today';

jest.setTimeout(180_000);

const to = 'orders@meril.example';
const byMail = { way: 'emailed', email: to };

describe('orders that are emailed to their supplier', () => {
  let mailHost: MailServer;
  let desk: OrderDesk;
  beforeAll(async () => {
    mailHost = await MailServer.start();
    desk = await OrderDesk.open({ mail: { url: mailHost.url, from: 'Shifa MS <no-reply@lab.example>' } });
  });
  afterAll(async () => {
    await desk.close();
    await mailHost.stop();
  });
  beforeEach(() => {
    mailHost.received.length = 0;
    mailHost.refusal = undefined;
  });
  afterEach(() => jest.restoreAllMocks());

  const work = () => desk.stock.app.services.get(DeliveryWorker).run();
  const last = () => {
    const received = mailHost.received.at(-1);
    if (!received) throw new Error('No email was received');
    return received;
  };
  const connection = () => desk.stock.app.services.get<Connection>(getConnectionToken());
  /** As the outbox does after 30 days. */
  const forgetMessages = () => connection().collection('deliveries').deleteMany({});
  const deliveriesOf = async ({ _id }: PurchaseOrder) => (await desk.get(_id)).sent.map(({ delivery }) => delivery);
  const send = async ({ _id }: PurchaseOrder, body: object = byMail) =>
    orderOf(await desk.post(`/${_id}/send`, body).expect(200));

  it('say what to deliver where, and to whom to reply', async () => {
    const item = await desk.item({ name: 'Glucose reagent', unit: 'bottle', packages: [{ name: 'Box', factor: 5 }] });
    const body = desk.body(item, 10, { notes: 'Keep cold' });
    const boxes = body.lines.map((line) => ({ ...line, entered: { name: 'Box', factor: 5, quantity: 2 } }));
    const later = { itemId: (await desk.item())._id, quantity: 1, pricePaise: 5, expectedOn: dayAhead(9) };
    const lines = [...boxes, later];
    const { _id, number } = orderOf(await desk.post('', { ...body, lines }).expect(201));
    await desk.post(`/${_id}/submit`).expect(200);
    const approved = orderOf(await desk.decide(_id).expect(200));
    const sent = await send(approved);
    expect(sent).toMatchObject({ status: 'sent', sent: [{ way: 'emailed', email: to, delivery: 'waiting' }] });
    await work();

    expect(mailHost.received).toHaveLength(1);
    const { mail, raw, ...received } = last();
    const { name, contact } = desk.stock.laboratory;
    expect(received.to).toEqual([to]);
    expect(mail.subject).toBe(`Purchase order ${number} from ${name}`);
    const replyTo = contact.email ?? desk.stock.manager.user.email;
    expect(mail.replyTo?.value).toEqual([{ name: '', address: replyTo }]);
    for (const text of [mail.text ?? '', (mail.html || '').replaceAll('<br>', '\n')]) {
      expect(text).toContain('To Meril Diagnostics');
      expect(text).toContain(`1. Glucose reagent (${item.itemCode})`);
      expect(text).toContain('2 boxes of 5 = 10 bottles');
      expect(text).toContain('₹120.00 per unit, amount ₹1,200.00');
      expect(text).toContain(`Total: ₹1,200.05, 2 lines, expected from ${formatDay(dayAhead(7))} to`);
      expect(text).toContain('Notes: Keep cold');
      expect(text).toContain(`Write ${number} on the delivery note`);
      expect(text).toContain(replyTo);
      expect(text).not.toMatch(/https?:/);
    }
    expect(raw).not.toContain(_id);
    expect((await desk.get(_id)).sent).toMatchObject([{ email: to, delivery: 'sent' }]);
    const { app, manager } = desk.stock;
    const history = await app.as(manager).get(`/api/purchase-orders/${_id}/history`).expect(200);
    const [latest] = (history.body as { data: AuditEntry[] }).data;
    expect(latest).toMatchObject({
      action: 'purchase-order.sent',
      changes: [{ field: 'status' }, { field: 'sent', after: [{ way: 'emailed', email: to }] }],
    });
  });

  it('go out once for a repeated request, and again for a reminder', async () => {
    const order = await desk.approved(await desk.item());
    const key = 'b0000000-0000-4000-8000-000000000001';
    const repeat = () => desk.post(`/${order._id}/send`, byMail).set('Idempotency-Key', key).expect(200);
    await repeat();
    await repeat();
    await work();
    expect(mailHost.received).toHaveLength(1);
    await desk.receive(order, desk.arrival(order, 4)).expect(200);
    expect((await send(order)).sent).toHaveLength(2);
    await work();
    const { text } = last().mail;
    expect(text).toContain('Deliver what is still expected of the items listed below. Total: ');
    expect(text).toContain('Already received: 4');
    expect(text).toContain('Still expected: 6');
  });

  it('ask in a reminder only for what is still expected', async () => {
    const [first, second] = [await desk.item(), await desk.item()];
    const later = { itemId: second._id, quantity: 10, pricePaise: 100, expectedOn: dayAhead(9) };
    const soon = desk.body(first, 10);
    const body = { ...soon, lines: [...soon.lines, later] };
    const draft = orderOf(await desk.post('', body).expect(201));
    await desk.post(`/${draft._id}/submit`).expect(200);
    const approved = orderOf(await desk.decide(draft._id).expect(200));
    const order = await send(approved);
    const [line] = order.lines;
    const short = { lineId: line?._id ?? '', batches: [], short: 10, reason: 'Out of production' };
    await desk.receive(order, { lines: [short] }).expect(200);
    await send(order);
    await work();
    const { text = '' } = last().mail;
    expect(text).toContain(`expected by ${formatDay(dayAhead(9))}`);
    expect(text).not.toContain(formatDay(dayAhead(7)));
    expect(text).toContain('No longer expected: 10');
    expect(text).toContain('Nothing more is expected.');
  });

  it('keep hostile texts out of the headers and the page', async () => {
    const name = '<script>alert(1)</script>';
    const supplier = await OrderDesk.addSupplier(desk.stock, name, {
      contacts: [{ name: 'Orders', role: null, phone: null, email: 'first@evil.example' }],
    });
    const item = await desk.item({ name: '<img src=x onerror=alert(1)>' });
    const notes = 'Call first\r\nBcc: other@lab.example\r\n\r\n<b>bold</b>';
    const draft = orderOf(await desk.post('', desk.body(item, 1, { supplierId: supplier._id, notes })).expect(201));
    expect(draft.emailing).toEqual({ suggested: 'first@evil.example' });
    await desk.post(`/${draft._id}/submit`).expect(200);
    await desk.decide(draft._id).expect(200);
    for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'Name <a@b.example>', '']) {
      const refused = failureOf(await desk.post(`/${draft._id}/send`, { way: 'emailed', email }).expect(400));
      expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'email' }] });
    }
    await desk.post(`/${draft._id}/send`, { way: 'told', email: to }).expect(400);
    await send(draft);
    await work();
    const { mail, to: recipients } = last();
    expect(recipients).toEqual([to]);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toMatch(/<script|<img|<b>/);
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail.text).toContain(name);
  });

  it('are tried again, and what is given up is named on the order and among the failed messages', async () => {
    const start = Date.now();
    let minutes = 0;
    const clock = desk.stock.app.services.get(Clock);
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(start + minutes * 60_000));
    const order = await desk.approved(await desk.item());
    await mailHost.stop();
    await send(order);
    await work();
    expect((await desk.get(order._id)).sent).toMatchObject([{ delivery: 'waiting' }]);
    await mailHost.listen();
    minutes += 1;
    await work();
    expect(mailHost.received).toHaveLength(1);
    expect((await desk.get(order._id)).sent).toMatchObject([{ delivery: 'sent' }]);

    mailHost.refusal = '550 No such user';
    await send(order);
    await work();
    expect((await desk.get(order._id)).sent).toMatchObject([{ delivery: 'sent' }, { delivery: 'failed' }]);
    minutes += RETRY_MINUTES.reduce((sum, wait) => sum + wait, 0);
    await work();
    expect(mailHost.received).toHaveLength(1);
    const { app, head } = desk.stock;
    const answer = await app.as(head).get('/api/messages/failed').expect(200);
    expect((answer.body as { data: FailedMessage[] }).data).toMatchObject([
      { purpose: 'purchase_order', recipient: null, address: to, error: expect.stringContaining('550') as string },
    ]);
  });

  it('keep what became of them when the outbox no longer has them', async () => {
    const order = await desk.approved(await desk.item());
    await send(order);
    await work();
    mailHost.refusal = '550 No such user';
    await send(order);
    await work();
    const { version } = await desk.get(order._id);
    await forgetMessages();
    expect(await deliveriesOf(order)).toEqual(['sent', 'failed']);
    await send(order);
    await work();
    mailHost.refusal = undefined;
    const { app, head } = desk.stock;
    const failed = (await app.as(head).get('/api/messages/failed').expect(200)).body as { data: FailedMessage[] };
    await app.as(head).post(`/api/messages/failed/${failed.data[0]?._id}/retry`).send({}).expect(200);
    await work();
    await forgetMessages();
    expect(await deliveriesOf(order)).toEqual(['sent', 'failed', 'sent']);
    // No one changed the order: a receipt that someone is typing stays valid.
    expect((await desk.get(order._id)).version).toBe(version + 1);
  });

  it('were not delivered when a restored backup dropped them', async () => {
    const order = await desk.approved(await desk.item());
    await send(order);
    await desk.stock.app.services.get(RestoredMessages).forget();
    expect(await deliveriesOf(order)).toEqual(['failed']);
    await forgetMessages();
    expect(await deliveriesOf(order)).toEqual(['failed']);
  });

  it('of earlier versions keep what the outbox still knows of them', async () => {
    const order = await desk.approved(await desk.item());
    for (const refusal of [undefined, '550 No such user', undefined]) {
      mailHost.refusal = refusal;
      await send(order);
      if ((await desk.get(order._id)).sent.length < 3) await work();
    }
    await connection()
      .collection('deliveries')
      .updateMany({}, { $unset: { causeId: '' } });
    const orders = connection().collection('purchase_orders');
    const stored = await orders.findOne({ number: order.number });
    const sent = (stored?.['sent'] as { accepted: boolean }[]).map(({ accepted: _accepted, ...one }) => one);
    await orders.updateOne({ number: order.number }, { $set: { sent: [{ ...sent[0], messageId: null }, ...sent] } });
    for (let run = 0; run < 2; run += 1) {
      await keepDeliveriesOfOrders.up(connection(), new AbortController().signal);
    }
    await work();
    await forgetMessages();
    expect(await deliveriesOf(order)).toEqual([null, 'sent', 'failed', 'sent']);
  });

  it('leave nothing in the outbox when the order cannot be sent', async () => {
    const order = await desk.drafted(await desk.item());
    expect(failureOf(await desk.post(`/${order._id}/send`, byMail).expect(409)).code).toBe('PURCHASE_ORDER_STATE');
    const approved = await desk.approved(await desk.item());
    await desk.post(`/${approved._id}/send`, { ...byMail, version: approved.version - 1 }).expect(409);
    await work();
    expect(mailHost.received).toHaveLength(0);
    expect((await desk.get(approved._id)).sent).toEqual([]);
  });
});

describe('orders where no mail host is set up', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  it('are not emailed, but can be recorded as sent', async () => {
    const order = await desk.approved(await desk.item());
    expect(order.emailing).toBeNull();
    const refused = failureOf(await desk.post(`/${order._id}/send`, byMail).expect(409));
    expect(refused).toMatchObject({
      code: 'CHANNEL_NOT_OFFERED',
      errors: [{ field: 'email', message: expect.stringContaining("Email isn't set up here") as string }],
    });
    const sent = orderOf(await desk.post(`/${order._id}/send`, { way: 'emailed' }).expect(200));
    expect(sent.sent).toMatchObject([{ way: 'emailed', email: null, delivery: null }]);
  });
});
