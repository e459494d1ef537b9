import type { PendingBeforeClose, PeriodClose, TransactionListItem } from '@shifa/contract';
import { AuditRepository } from '../../platform/audit/audit.repository';
import { objectId } from '../../platform/domain/object-id';
import { addDays, businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import type { Person } from '../../../test/test-app';
import { codeOf, failureOf, faultsOf, FinanceDesk } from '../../../test/finance/finance-desk';
import { NETWORK_DOCUMENT_ID } from '../../platform/mongo/network-document';

describe('closing periods', () => {
  let desk: FinanceDesk;
  const today = businessDay(new Date(), NETWORK_TIMEZONE);
  const lastClosed = addDays(today, -2);

  beforeAll(async () => {
    desk = await FinanceDesk.open();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => desk.close());

  const read = async (person: Person = desk.clerk) => {
    const response = await desk.app.as(person).get('/api/transactions/period-lock').expect(200);
    return (response.body as { data: PeriodClose }).data;
  };
  const set = (lockedThrough: string | null, version: number, person = desk.head) =>
    desk.app.as(person).put('/api/transactions/period-lock').send({ lockedThrough, version });

  it('starts with every period open, at version 1', async () => {
    expect(await read()).toEqual({
      _id: NETWORK_DOCUMENT_ID,
      lockedThrough: null,
      updatedBy: null,
      updatedAt: null,
      version: 1,
      laboratories: [],
    });
  });

  it('records the person, appears in the history and can be undone', async () => {
    await set(lastClosed, 1).expect(200);
    const closed = await read();
    expect(closed).toMatchObject({ lockedThrough: lastClosed, updatedBy: desk.head.user.name, version: 2 });
    await set(null, 2, desk.otherHead).expect(200);
    expect(await read()).toMatchObject({ lockedThrough: null, updatedBy: desk.otherHead.user.name, version: 3 });

    const { items: rows } = await desk.app.services
      .get(AuditRepository)
      .page('period-lock', objectId(NETWORK_DOCUMENT_ID), 1, 10);
    expect(rows.map(({ by, changes }) => [by?.name, changes.find(({ field }) => field === 'lockedThrough')])).toEqual([
      [desk.otherHead.user.name, { field: 'lockedThrough', before: lastClosed, after: null }],
      [desk.head.user.name, { field: 'lockedThrough', before: null, after: lastClosed }],
    ]);
  });

  it('counts what is still undecided, by laboratory, and only for those who can close', async () => {
    const pending = (through: string, person = desk.head) =>
      desk.app.as(person).get('/api/transactions/period-lock/pending').query({ through });
    const countsOf = async (through: string) => {
      const response = await pending(through).expect(200);
      return (response.body as { data: PendingBeforeClose }).data.laboratories;
    };
    const before = await countsOf(lastClosed);
    expect(before).toEqual([]);
    await desk.entered(desk.clerk, { date: lastClosed });
    await desk.entered(desk.clerk, { date: lastClosed });
    await desk.entered(desk.clerk, { date: today });
    const { id: _id, name, code } = desk.laboratory;
    expect(await countsOf(lastClosed)).toEqual([{ _id, name, code, count: 2 }]);
    expect(await countsOf(today)).toEqual([{ _id, name, code, count: 3 }]);
    expect(codeOf(await pending(today, desk.clerk).expect(403))).toBe('FORBIDDEN');
    expect(faultsOf(await pending('soon').expect(400))).not.toEqual([]);
  });

  it('reports a conflict with the current closing date', async () => {
    const failure = failureOf(await set(lastClosed, 1).expect(409));
    expect(failure).toMatchObject({
      code: 'VERSION_CONFLICT',
      message: `${desk.otherHead.user.name} changed this closing date in the meantime`,
      conflict: { current: await read(), changedBy: desk.otherHead.user.name },
    });
  });

  it('lets one of two concurrent changes succeed', async () => {
    const { version } = await read();
    const answers = await Promise.all([
      set(lastClosed, version),
      set(addDays(lastClosed, -1), version, desk.otherHead),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ version: version + 1 });
  });

  it('is possible up to today in Kolkata', async () => {
    const { version } = await read();
    // 00:30 in Kolkata, still the day before in UTC.
    const night = new Date(`${businessDay(new Date(), 'UTC')}T19:00:00.000Z`);
    jest.spyOn(desk.app.services.get(Clock), 'now').mockReturnValue(night);
    const tomorrow = addDays(businessDay(new Date(), 'UTC'), 1);
    expect(faultsOf(await set(addDays(tomorrow, 1), version).expect(400))).toEqual({
      lockedThrough: 'Must not be after today',
    });
    await set(tomorrow, version).expect(200);
    jest.restoreAllMocks();
    await desk.closeThrough(null);
  });

  it.each(['2026-02-30', 'soon', ''])('refuses «%s» as a date', async (day) => {
    expect(Object.keys(faultsOf(await set(day, 1).expect(400)))).toEqual(['lockedThrough']);
  });

  it('requires a network-wide scope, which the permission alone does not give a lab admin', async () => {
    const { version } = await read();
    expect(codeOf(await set(lastClosed, version, desk.clerk).expect(403))).toBe('FORBIDDEN');
    const granted = await desk.app.person('lab_admin', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'transactions.lock': true },
    });
    expect(codeOf(await set(lastClosed, version, granted).expect(403))).toBe('FORBIDDEN');
    const staff = await desk.app.person('staff', { laboratoryId: desk.laboratory._id });
    await desk.app.as(staff).get('/api/transactions/period-lock').expect(403);
  });

  it('keeps lab admins out of closed periods and lists entries that super admins post there', async () => {
    await desk.closeThrough(lastClosed);
    const refused = failureOf(await desk.post(desk.clerk, { date: lastClosed }).expect(409));
    expect(refused).toMatchObject({ code: 'PERIOD_LOCKED', errors: [{ field: 'date' }] });
    await desk.entered(desk.clerk, { date: addDays(lastClosed, 1) });
    const exception = await desk.entered(desk.head, { date: lastClosed });
    const list = await desk.app.as(desk.clerk).get('/api/transactions').query({ flag: 'locked_period' }).expect(200);
    expect((list.body as { data: TransactionListItem[] }).data.map(({ _id }) => _id)).toEqual([exception._id]);
    await desk.closeThrough(null);
  });
});
