import type { Decisions } from '@shifa/contract';
import { AttendanceDesk } from './attendance/attendance-desk';
import { waitingOrder } from './purchasing/waiting-order';
import { waitingWriteOff } from './inventory/waiting-write-off';
import { AttendanceRecords } from '../src/modules/attendance/records/record';
import { Idempotency, Prepared } from '../src/platform/idempotency/idempotency';
import { Actor } from '../src/platform/domain/actor';
import { UnitOfWork } from '../src/platform/mongo/unit-of-work';
import { permittedRoutes } from './access/routes';

const DAY = '2026-11-23';
const entry = {
  type: 'expense',
  date: DAY,
  amount: '1200',
  category: 'petty_cash',
  paymentMethod: 'cash',
  description: 'Tea for the camp',
};

/** Somebody who waits for each kind of decision, and the route of a decision on one document. */
const kinds = {
  attendance: async (desk: AttendanceDesk) => {
    const { _id } = await desk.worked(await desk.staff(), `${DAY} 09:00`, `${DAY} 20:00`);
    return `/api/attendance/${_id}/approve`;
  },
  inventory: async (desk: AttendanceDesk) => {
    const people = { laboratoryId: desk.laboratory.id, admin: desk.head, requester: desk.manager };
    return `/api/inventory/write-offs/${await waitingWriteOff(desk.app, people)}/approve`;
  },
  purchaseOrders: async (desk: AttendanceDesk) => {
    const people = { laboratoryId: desk.laboratory.id, admin: desk.head, requester: desk.manager };
    return `/api/purchase-orders/${await waitingOrder(desk.app, people)}/approve`;
  },
  leave: async (desk: AttendanceDesk) => {
    const leave = { type: 'casual', from: '2026-11-27', to: '2026-11-27', reason: 'A wedding in the family' };
    const answer = await desk.app
      .as(await desk.staff())
      .post('/api/attendance/leaves')
      .send(leave)
      .expect(201);
    return `/api/attendance/leaves/${(answer.body as { data: { _id: string } }).data._id}/approve`;
  },
  transactions: async (desk: AttendanceDesk) => {
    const body = { ...entry, laboratoryId: desk.laboratory.id };
    const answer = await desk.app.as(desk.head).post('/api/transactions').send(body).expect(201);
    return `/api/transactions/${(answer.body as { data: { _id: string } }).data._id}/approve`;
  },
};

describe('decisions at once', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-23 12:00');
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.at('2026-11-23 12:00'));
  afterEach(() => jest.restoreAllMocks());

  it('are tested for every kind of approval', () => {
    const approvals = permittedRoutes.flatMap(({ policy: { permission } }) =>
      permission.endsWith('.approve') ? permission.split('.')[0] : [],
    );
    expect([...new Set(approvals)].sort()).toEqual(Object.keys(kinds).sort());
  });

  it.each(Object.keys(kinds) as (keyof typeof kinds)[])('have one winner of sixteen: %s', async (kind) => {
    const path = await kinds[kind](desk);
    desk.at(`${DAY} 20:00`);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => desk.app.as(desk.admin).put(path).send({ approved: true })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 409)]);
  });

  /** Three days of overtime, and a request to approve them under one key. */
  async function bulk(key: string) {
    const items: { _id: string; version: number }[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { _id, version } = await desk.worked(await desk.staff(), `${DAY} 09:00`, `${DAY} 20:00`);
      items.push({ _id, version });
    }
    const send = () =>
      desk.app.as(desk.admin).post('/api/attendance/bulk-approve').set('Idempotency-Key', key).send({ items });
    const decisions = async ({ _id }: { _id: string }) =>
      (await desk.read<{ action: string }[]>(desk.admin, `/${_id}/history`)).filter(
        ({ action }) => action === 'attendance.approved',
      ).length;
    return { items, send, decisions };
  }

  it('with one key are made once, and every request gets the first answer', async () => {
    const { items, send, decisions } = await bulk('bulk-at-once-1');
    const answers = await Promise.all([send(), send(), send()]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect((body as { data: Decisions }).data).toMatchObject({
        decided: 3,
        results: items.map(() => ({ fault: null })),
      });
    }
    expect(await Promise.all(items.map(decisions))).toEqual([1, 1, 1]);
    expect((await send()).body).toEqual(answers[0].body);
  });

  it('that were interrupted are completed by a repeat, which does not take its own work for another’s', async () => {
    const { items, send, decisions } = await bulk('bulk-interrupted');
    const store = desk.app.services.get(AttendanceRecords);
    const replace = store.replace.bind(store);
    let writes = 0;
    jest.spyOn(store, 'replace').mockImplementation((...write) => {
      writes += 1;
      if (writes === 2) throw new Error('The power failed');
      return replace(...write);
    });
    await send().expect(500);
    expect(await Promise.all(items.map(decisions))).toEqual([1, 0, 0]);
    const body: unknown = (await send().expect(200)).body;
    expect((body as { data: Decisions }).data).toMatchObject({ decided: 3 });
    expect(await Promise.all(items.map(decisions))).toEqual([1, 1, 1]);
  });

  it('a failure is repeated as it was, even if the decision would succeed by now', async () => {
    const { items, send } = await bulk('bulk-with-fault');
    const [first = { _id: '', version: 0 }] = items;
    items[0] = { ...first, version: first.version - 1 };
    const body: unknown = (await send().expect(200)).body;
    expect((body as { data: Decisions }).data).toMatchObject({
      decided: 2,
      results: [{ fault: { code: 'VERSION_CONFLICT' } }, {}, {}],
    });
    expect((await send().expect(200)).body).toEqual(body);
  });

  it('cannot be made while a request is prepared', async () => {
    const idempotency = desk.app.services.get(Idempotency);
    const unitOfWork = desk.app.services.get(UnitOfWork);
    const { user, id: userId } = desk.admin;
    const actor = { userId, name: user.name } as Actor;
    const writing = new Prepared(async () => {
      await unitOfWork.run(() => Promise.resolve());
      return () => Promise.resolve();
    });
    const request = { key: 'prepared-1', route: 'POST /x', input: {} };
    await expect(idempotency.once(actor, request, writing)).rejects.toThrow('must not write');
    await expect(idempotency.once(actor, { ...request, key: undefined }, writing)).rejects.toThrow('must not write');
  });
});
