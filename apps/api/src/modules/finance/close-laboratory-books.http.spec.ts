import type { PendingBeforeClose, PeriodClose } from '@shifa/contract';
import { addDays, businessDay } from '../../platform/time/business-day';
import type { Person } from '../../../test/test-app';
import { codeOf, entryOf, failureOf, faultsOf, FinanceDesk } from '../../../test/finance/finance-desk';

const path = '/api/transactions/period-lock';

describe('closing the books of one laboratory', () => {
  let desk: FinanceDesk;
  let elsewhere: string;
  const today = businessDay(new Date(), 'Asia/Kolkata');
  const [early, late] = [addDays(today, -3), addDays(today, -2)];

  beforeEach(async () => {
    desk = await FinanceDesk.open();
    elsewhere = (await desk.app.laboratory()).id;
  });
  afterEach(() => desk.close());

  const set = (body: object, person: Person = desk.head) => desk.app.as(person).put(path).send(body);
  const read = async (person: Person) => {
    const response = await desk.app.as(person).get(path).expect(200);
    return (response.body as { data: PeriodClose }).data;
  };
  const closeHere = (lockedThrough: string | null) => desk.closeThrough(lockedThrough, desk.laboratory.id);
  const statusOf = async (person: Person, laboratoryId: string, date: string) =>
    (await desk.post(person, { laboratoryId, date })).status;

  it('keeps its lab admins out of the closed days, and nobody elsewhere', async () => {
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    await closeHere(late);
    expect(codeOf(await desk.post(desk.clerk, { date: late }).expect(409))).toBe('PERIOD_LOCKED');
    expect(await statusOf(desk.clerk, desk.laboratory.id, addDays(late, 1))).toBe(201);
    expect(await statusOf(stranger, stranger.user.laboratoryId?.toHexString() ?? '', late)).toBe(201);
    expect((await desk.entered(desk.head, { date: late })).flags).toContain('locked_period');
    expect((await desk.entered(desk.head, { date: late, laboratoryId: elsewhere })).flags).toEqual([]);
  });

  it.each([
    ['later than the network', early, late],
    ['earlier than the network', late, early],
  ])('through a day %s: the later of both days applies', async (_, ofNetwork, own) => {
    await desk.entered(desk.otherClerk, { date: late });
    await desk.closeThrough(ofNetwork);
    await closeHere(own);
    expect(codeOf(await desk.post(desk.clerk, { date: late }).expect(409))).toBe('PERIOD_LOCKED');
    // Reopening one of the two opens only what the other one leaves open.
    await closeHere(null);
    expect(await statusOf(desk.clerk, desk.laboratory.id, addDays(ofNetwork, 1))).toBe(201);
    expect(await statusOf(desk.clerk, desk.laboratory.id, ofNetwork)).toBe(409);
    await closeHere(own);
    await desk.closeThrough(null);
    expect(await statusOf(desk.clerk, desk.laboratory.id, own)).toBe(409);
    expect(await statusOf(desk.clerk, desk.laboratory.id, addDays(own, 1))).toBe(201);
  });

  it('applies to the first entry of a laboratory, and to a network that is closed afterwards', async () => {
    await closeHere(late);
    expect(await statusOf(desk.clerk, desk.laboratory.id, late)).toBe(409);
    await desk.closeThrough(early);
    expect(await statusOf(desk.clerk, desk.laboratory.id, late)).toBe(409);
  });

  it('takes its waiting entries out of the approvals of lab admins, with the count and the reason', async () => {
    const { _id } = await desk.entered(desk.otherClerk, { date: late });
    const waiting = async (person: Person) => {
      const response = await desk.app.as(person).get('/api/transactions').query({ waitingForMe: 'true' }).expect(200);
      const { data, pagination } = response.body as { data: { _id: string }[]; pagination: { total: number } };
      expect(pagination.total).toBe(data.length);
      return data.map((entry) => entry._id);
    };
    expect(await waiting(desk.clerk)).toEqual([_id]);
    await closeHere(late);
    expect(await waiting(desk.clerk)).toEqual([]);
    expect(await waiting(desk.head)).toEqual([_id]);
    expect((await desk.read(_id, desk.clerk)).actions.approve?.reason).toContain('The books are closed through');
    expect(codeOf(await desk.decide(desk.clerk, _id).expect(409))).toBe('PERIOD_LOCKED');
    expect(entryOf(await desk.decide(desk.head, _id).expect(200)).flags).toContain('locked_period');
  });

  it('counts what is undecided there, without what is closed already', async () => {
    await desk.entered(desk.clerk, { date: early });
    await desk.entered(desk.clerk, { date: late });
    await desk.entered(desk.head, { date: late, laboratoryId: elsewhere });
    const pending = async (query: object) => {
      const response = await desk.app.as(desk.head).get(`${path}/pending`).query(query).expect(200);
      const { laboratories } = (response.body as { data: PendingBeforeClose }).data;
      return Object.fromEntries(laboratories.map(({ _id, count }) => [_id, count]));
    };
    const { id } = desk.laboratory;
    expect(await pending({ through: late, laboratoryId: id })).toEqual({ [id]: 2 });
    await closeHere(early);
    expect(await pending({ through: late, laboratoryId: id })).toEqual({ [id]: 1 });
    expect(await pending({ through: late })).toEqual({ [id]: 1, [elsewhere]: 1 });
  });

  it('is shown to those who may see the laboratory', async () => {
    await closeHere(early);
    await desk.closeThrough(late, elsewhere);
    expect((await read(desk.head)).laboratories.map(({ lockedThrough }) => lockedThrough).sort()).toEqual([
      early,
      late,
    ]);
    const { laboratories, lockedThrough } = await read(desk.clerk);
    expect(lockedThrough).toBeNull();
    expect(laboratories).toMatchObject([
      { _id: desk.laboratory.id, lockedThrough: early, updatedBy: desk.head.user.name, version: 2 },
    ]);
  });

  it('has a version of its own, and one of two at once succeeds', async () => {
    const laboratoryId = desk.laboratory.id;
    const bodies = [early, late].map((lockedThrough) => ({ lockedThrough, laboratoryId, version: 1 }));
    const answers = await Promise.all([set(bodies[0] ?? {}), set(bodies[1] ?? {}, desk.otherHead)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const current = await read(desk.head);
    expect(current).toMatchObject({ version: 1, laboratories: [{ version: 2 }] });
    const failure = failureOf(await set({ lockedThrough: null, laboratoryId, version: 1 }).expect(409));
    expect(failure).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current } });
  });

  it('requires a network-wide scope, a laboratory that exists and a day that has begun', async () => {
    const body = { lockedThrough: early, laboratoryId: desk.laboratory.id, version: 1 };
    const granted = await desk.app.person('lab_admin', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'transactions.lock': true },
    });
    expect(codeOf(await set(body, granted).expect(403))).toBe('FORBIDDEN');
    expect(codeOf(await set({ ...body, laboratoryId: 'f'.repeat(24) }).expect(404))).toBe('LABORATORY_NOT_FOUND');
    expect(faultsOf(await set({ ...body, lockedThrough: addDays(today, 2) }).expect(400))).toEqual({
      lockedThrough: 'Must not be after today',
    });
  });
});
