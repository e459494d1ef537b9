import { type AuditEntry, contract, type Leave, type LeavePreview } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import type { Person } from '../../../../test/test-app';
import { decisionsOf, failureOf, LeaveDesk, leaveOf } from '../../../../test/attendance/leave-desk';
import { LeaveDays, leaveOn } from '../leaves/leave-days';

describe('leave', () => {
  let desk: LeaveDesk;
  beforeAll(async () => {
    desk = await LeaveDesk.open();
  });
  afterAll(() => desk.close());

  it('is requested for oneself, with the working days counted', async () => {
    const person = await desk.staff();
    const answer = await desk.request(person, '2026-11-20', { to: '2026-11-23' }).expect(201);
    expect(answer.body).toMatchObject({ message: 'Your request was sent' });
    expect(leaveOf(answer)).toMatchObject({
      userId: { _id: person.id, name: person.user.name, role: 'staff' },
      laboratoryId: { _id: desk.laboratory.id, code: desk.laboratory.code },
      type: 'casual',
      part: 'full',
      days: 3,
      status: 'pending',
      decidedBy: null,
      version: 1,
      actions: { cancel: { allowed: true } },
    });
  });

  it('is approved or rejected by a higher role, and noted in its history', async () => {
    const person = await desk.staff();
    const [first, second] = [await desk.requested(person, '2026-11-20'), await desk.requested(person, '2026-11-21')];
    const answer = await desk.decide(desk.manager, first).expect(200);
    expect(answer.body).toMatchObject({ message: `${person.user.name}’s leave was approved` });
    expect(leaveOf(answer)).toMatchObject({ status: 'approved', decidedBy: desk.manager.user.name, version: 2 });
    await desk.decide(desk.manager, second, { approved: false }).expect(400);
    const rejected = await desk.decide(desk.admin, second, { approved: false, reason: 'The audit is on' }).expect(200);
    expect(leaveOf(rejected)).toMatchObject({ status: 'rejected', decisionReason: 'The audit is on' });
    const again = failureOf(await desk.decide(desk.admin, first).expect(409));
    expect(again).toMatchObject({
      code: 'LEAVE_ALREADY_DECIDED',
      message: `${desk.manager.user.name} approved this leave`,
      conflict: { current: { status: 'approved' } },
    });
    const history = await desk.read<AuditEntry[]>(person, `/${second._id}/history`);
    expect(history.map(({ action }) => action)).toEqual(['leave.rejected', 'leave.created']);
  });

  it('is not decided by the person, nor by an equal', async () => {
    const own = await desk.requested(desk.manager, '2026-11-20');
    expect(failureOf(await desk.decide(desk.manager, own).expect(403)).code).toBe('OWN_LEAVE');
    const other = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
    expect(failureOf(await desk.decide(other, own).expect(403)).code).toBe('APPROVER_TOO_LOW');
    await desk.decide(desk.admin, own).expect(200);
    const ofAdmin = await desk.requested(desk.admin, '2026-11-20');
    await desk.decide(desk.head, ofAdmin).expect(200);
  });

  it('is decided as the viewer saw it', async () => {
    const person = await desk.staff();
    const leave = await desk.requested(person, '2026-11-20');
    const stale = failureOf(await desk.decide(desk.admin, leave, { approved: true, version: 2 }).expect(409));
    expect(stale).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { version: 1, status: 'pending' } } });
    expect(failureOf(await desk.cancel(person, leave, { version: 2 }).expect(409)).code).toBe('VERSION_CONFLICT');
    await desk.decide(desk.admin, leave, { approved: true, version: 1 }).expect(200);
  });

  it.each([
    ['a day off', '2026-11-22', {}, 'from', 'None of these days are working days. Choose other days.'],
    ['a day before joining', '2023-12-31', {}, 'from', 'Must not be before you joined, on Jan 1, 2024'],
    ['a day after the last', '2026-11-30', { to: '2026-12-02' }, 'to', 'Must not be after your last day, Dec 1, 2026'],
    ['a day in the far future', '9999-12-31', {}, 'to', 'Must not be after Nov 19, 2027, a year from today'],
  ])('is refused on %s', async (_, from, body, field, message) => {
    const person = await desk.staff({ exitDate: field === 'to' && from < '2027' ? '2026-12-01' : null });
    const refused = failureOf(await desk.request(person, from, body).expect(400));
    expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field, message }] });
  });

  it('is refused to people of the network, and where the laboratory is suspended', async () => {
    const { message } = failureOf(await desk.request(desk.head, '2026-11-20').expect(400));
    expect(message).toBe("You aren't assigned to a laboratory, so you can't request leave here");
    const closed = await desk.app.laboratory({ status: 'suspended' });
    const person = await desk.staff({ laboratoryId: closed._id });
    expect(failureOf(await desk.request(person, '2026-11-20').expect(409)).code).toBe('LABORATORY_SUSPENDED');
  });

  it('does not overlap with other leave, which the message names', async () => {
    const person = await desk.staff();
    const first = await desk.approved(person, '2026-11-20', { to: '2026-11-24', type: 'earned' });
    for (const [from, to] of [
      ['2026-11-19', '2026-11-20'],
      ['2026-11-24', '2026-11-30'],
      ['2026-11-21', '2026-11-21'],
      ['2026-11-01', '2026-12-10'],
    ] as const) {
      const refused = failureOf(await desk.request(person, from, { to, type: 'unpaid' }).expect(409));
      const message = 'Earned leave from Nov 20, 2026 to Nov 24, 2026 already covers one of these days';
      expect(refused).toMatchObject({ code: 'LEAVE_OVERLAPS', message });
    }
    await desk.cancel(person, first).expect(200);
    await desk.requested(person, '2026-11-24', { to: '2026-11-30' });
    await desk.requested(await desk.staff(), '2026-11-24');
  });

  it('can be taken in halves, two of which make a day', async () => {
    const person = await desk.staff();
    const morning = await desk.requested(person, '2026-11-20', { part: 'first_half' });
    expect(morning.days).toBe(0.5);
    await desk.request(person, '2026-11-20', { part: 'first_half' }).expect(409);
    await desk.request(person, '2026-11-20').expect(409);
    const afternoon = await desk.requested(person, '2026-11-20', { part: 'second_half', type: 'sick' });
    expect(await desk.balance(person, 'casual')).toEqual([12, 0, 0.5, 11.5]);
    const days = desk.app.services.get(LeaveDays);
    const on = async () => {
      const found = await days.approvedOn([person.user._id, desk.admin.user._id], '2026-11-20', '2026-11-20');
      return leaveOn(found.get(person.id) ?? [], '2026-11-20');
    };
    expect(await on()).toBeNull();
    await desk.decide(desk.manager, morning).expect(200);
    expect(await on()).toBe('first_half');
    await desk.decide(desk.manager, afternoon).expect(200);
    expect(await on()).toBe('full');
  });

  it('is limited by the balance, in which a request counts as taken', async () => {
    const person = await desk.staff();
    await desk.approved(person, '2026-11-02', { to: '2026-11-07' });
    const asked = await desk.requested(person, '2026-11-09', { to: '2026-11-12' });
    expect(await desk.balance(person, 'casual')).toEqual([12, 6, 4, 2]);
    const refused = failureOf(await desk.request(person, '2026-11-23', { to: '2026-11-25' }).expect(409));
    const message = 'Only 2 days of casual leave remain in 2026';
    expect(refused).toMatchObject({ code: 'LEAVE_BALANCE_EXCEEDED', message, errors: [{ field: 'to', message }] });
    await desk.requested(person, '2026-11-23', { to: '2026-11-24' });
    expect(failureOf(await desk.request(person, '2026-11-26').expect(409)).message).toBe(
      'No days of casual leave remain in 2026',
    );
    await desk.requested(person, '2026-11-26', { type: 'unpaid' });
    expect(await desk.balance(person, 'unpaid')).toEqual([null, 0, 1, null]);
    await desk.decide(desk.admin, asked, { approved: false, reason: 'Not possible' }).expect(200);
    expect(await desk.balance(person, 'casual')).toEqual([12, 6, 2, 4]);
  });

  it('is checked against the balance again when it is approved', async () => {
    const laboratory = await desk.app.laboratory({ weeklyOff: [0] });
    const admin = await desk.app.person('lab_admin', { laboratoryId: laboratory._id });
    const person = await desk.staff({ laboratoryId: laboratory._id });
    const [first, second] = [
      await desk.requested(person, '2026-11-23', { to: '2026-11-25' }),
      await desk.requested(person, '2026-11-26', { to: '2026-11-28' }),
    ];
    const laboratories = desk.app.services.get<Connection>(getConnectionToken()).collection('laboratories');
    await laboratories.updateOne({ _id: laboratory._id }, { $set: { 'policies.attendance.casualLeaveDays': 4 } });
    await desk.decide(admin, first).expect(200);
    const refused = failureOf(await desk.decide(admin, second).expect(409));
    expect(refused).toMatchObject({
      code: 'LEAVE_BALANCE_EXCEEDED',
      message: 'Only 1 day of casual leave remains in 2026',
    });
    const holidays = [
      { date: '2026-11-26', name: 'First' },
      { date: '2026-11-27', name: 'Second' },
    ];
    await laboratories.updateOne({ _id: laboratory._id }, { $set: { holidays } });
    // What would be approved is shown first.
    const shown = failureOf(await desk.decide(admin, second, { approved: true, version: second.version }).expect(409));
    expect(shown).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { days: 1, status: 'pending' } } });
    expect(leaveOf(await desk.decide(admin, second, { approved: true, version: 2 }).expect(200)).days).toBe(1);
  });

  it('is not approved with another number of days than the approver saw, however many are decided on at once', async () => {
    const laboratory = await desk.app.laboratory({ weeklyOff: [0] });
    const admin = await desk.app.person('lab_admin', { laboratoryId: laboratory._id });
    const person = await desk.staff({ laboratoryId: laboratory._id });
    const long = await desk.requested(person, '2026-11-23', { to: '2026-11-25' });
    const short = await desk.requested(person, '2026-11-26', { to: '2026-11-27' });
    const approve = async (items: object[], key: string) => {
      const path = '/api/attendance/leaves/bulk-approve';
      const sent = desk.app.as(admin).post(path).set('Idempotency-Key', key).send({ items, approved: true });
      return decisionsOf(await sent.expect(200));
    };
    const holidays = ['2026-11-24', '2026-11-27'].map((date) => ({ date, name: 'Fair' }));
    const laboratories = desk.app.services.get<Connection>(getConnectionToken()).collection('laboratories');
    await laboratories.updateOne({ _id: laboratory._id }, { $set: { holidays } });
    // Older clients send no version.
    const { decided, results } = await approve([{ _id: long._id, version: 1 }, { _id: short._id }], 'as-it-was-seen');
    expect(decided).toBe(0);
    expect(results).toMatchObject([long, short].map(() => ({ fault: { code: 'VERSION_CONFLICT' } })));
    const stored = () => Promise.all([long, short].map(({ _id }) => desk.read<Leave>(admin, `/${_id}`)));
    expect(await stored()).toMatchObject([
      { days: 2, status: 'pending', version: 2 },
      { days: 1, status: 'pending', version: 2 },
    ]);
    expect(
      await approve(
        [long, short].map(({ _id }) => ({ _id, version: 2 })),
        'as-it-is',
      ),
    ).toMatchObject({ decided: 2 });
    expect(await stored()).toMatchObject([{ days: 2, status: 'approved' }, { days: 1 }]);
  });

  it('is cancelled by the person before it begins, and by an approver afterwards', async () => {
    const person = await desk.staff();
    const coming = await desk.approved(person, '2026-11-19');
    expect(leaveOf(await desk.cancel(person, coming).expect(200))).toMatchObject({
      status: 'cancelled',
      ...{ cancelledBy: person.user.name, cancelledAt: '2026-11-18T06:30:00.000Z', cancellationReason: null },
    });
    expect(failureOf(await desk.cancel(person, coming).expect(409)).code).toBe('LEAVE_ENDED');
    const begun = await desk.approved(person, '2026-11-18');
    const refused = failureOf(await desk.cancel(person, begun).expect(409));
    expect(refused).toMatchObject({ code: 'LEAVE_ENDED', conflict: { current: { status: 'approved' } } });
    await desk.cancel(await desk.staff(), begun).expect(404);
    await desk.cancel(desk.manager, begun, { reason: 'The audit was moved' }).expect(200);
    const old = await desk.approved(person, '2026-10-16');
    expect(failureOf(await desk.cancel(desk.manager, old).expect(409)).code).toBe('LEAVE_ENDED');
    expect(await desk.balance(person, 'casual')).toEqual([12, 1, 0, 11]);
  });

  it('is not cancelled by an equal, nor by an account that depends on the person', async () => {
    const by = { _id: desk.manager.user._id, name: desk.manager.user.name };
    const here = { laboratoryId: desk.laboratory._id };
    const at = new Date('2026-11-17T06:30:00Z');
    const dependent = await desk.app.person('lab_admin', {
      ...here,
      influences: [{ by, kind: 'reset', permissions: [], through: null, at }],
    });
    const leave = await desk.requested(desk.manager, '2026-12-16');
    const reason = 'The audit was moved';
    for (const [viewer, code] of [
      [await desk.app.person('manager', here), 'APPROVER_TOO_LOW'],
      [dependent, 'APPROVER_DEPENDENT'],
    ] as const) {
      expect(contract.leaves.cancel.errors).toContain(code);
      expect(failureOf(await desk.cancel(viewer, leave, { reason }).expect(403)).code).toBe(code);
    }
    await desk.cancel(desk.manager, leave).expect(200);
  });

  it('is cancelled by others only with a reason, which is kept with the leave and in its history', async () => {
    const person = await desk.staff();
    for (const leave of [await desk.requested(person, '2026-11-20'), await desk.approved(person, '2026-11-21')]) {
      const refused = failureOf(await desk.cancel(desk.manager, leave, { version: leave.version }).expect(400));
      const message = "Reason is required to cancel someone else's leave";
      expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', message, errors: [{ field: 'reason', message }] });
      for (const reason of ['Why', 'x'.repeat(501)]) {
        const { errors } = failureOf(await desk.cancel(desk.manager, leave, { reason }).expect(400));
        expect(errors).toMatchObject([{ field: 'reason' }]);
      }
      const { status } = await desk.read<Leave>(person, `/${leave._id}`);
      expect(status).toBe(leave.status);
      await desk.cancel(desk.manager, leave, { reason: ' The audit was moved ' }).expect(200);
      expect(await desk.read<Leave>(person, `/${leave._id}`)).toMatchObject({
        status: 'cancelled',
        cancelledBy: desk.manager.user.name,
        cancelledAt: '2026-11-18T06:30:00.000Z',
        cancellationReason: 'The audit was moved',
      });
      const [newest] = await desk.read<AuditEntry[]>(desk.admin, `/${leave._id}/history`);
      expect(newest).toMatchObject({ action: 'leave.cancelled', by: { name: desk.manager.user.name } });
      const change = { field: 'cancellationReason', before: null, after: 'The audit was moved' };
      expect(newest?.changes).toContainEqual(change);
    }
  });

  it('that was cancelled before it was kept by whom says nothing about it', async () => {
    const leave = await desk.requested(await desk.staff(), '2026-11-20');
    const leaves = desk.app.services.get<Connection>(getConnectionToken()).collection('leaves');
    const $unset = { cancelledBy: 1, cancelledAt: 1, cancellationReason: 1 };
    await leaves.updateOne({ _id: objectId(leave._id) }, { $set: { status: 'cancelled' }, $unset });
    const old = await desk.read<Leave>(desk.admin, `/${leave._id}`);
    expect(old).toMatchObject({ cancelledBy: null, cancelledAt: null, cancellationReason: null });
  });

  describe('is previewed without a request', () => {
    const preview = (person: Person, query: object) => desk.read<LeavePreview>(person, '/preview', query);

    it('with the other leave that takes one of the days', async () => {
      const person = await desk.staff();
      await desk.requested(person, '2026-11-20', { to: '2026-11-21' });
      const text = 'Casual leave from Nov 20, 2026 to Nov 21, 2026 already covers one of these days';
      expect(await preview(person, { from: '2026-11-21', to: '2026-11-23' })).toMatchObject({ overlap: text });
    });

    it('with what each day counts and the balance', async () => {
      const person = await desk.staff();
      await desk.requested(person, '2026-11-20', { to: '2026-11-21' });
      const range = { from: '2026-12-24', to: '2026-12-28' };
      const previewed = await preview(person, { type: 'casual', ...range });
      expect(previewed).toEqual({
        days: 3,
        calendar: [
          { day: '2026-12-24', kind: 'working', holiday: null, days: 1 },
          { day: '2026-12-25', kind: 'holiday', holiday: 'Christmas', days: 0 },
          { day: '2026-12-26', kind: 'working', holiday: null, days: 1 },
          { day: '2026-12-27', kind: 'weekly_off', holiday: null, days: 0 },
          { day: '2026-12-28', kind: 'working', holiday: null, days: 1 },
        ],
        years: [{ year: 2026, days: 3, remainingBefore: 10, remainingAfter: 7 }],
        overlap: null,
      });
      expect(await desk.balance(person, 'casual')).toEqual([12, 0, 2, 10]);
      const { days } = await desk.requested(person, range.from, range);
      expect(days).toBe(previewed.days);
      expect(await desk.balance(person, 'casual')).toEqual([12, 0, 5, 7]);
    });

    it('by half days, by year, without a type and without a working day', async () => {
      const person = await desk.staff();
      const half = { from: '2026-11-20', to: '2026-11-20', part: 'first_half', type: 'casual' };
      expect(await preview(person, half)).toMatchObject({ days: 0.5, years: [{ remainingAfter: 11.5 }] });
      const years = [
        { year: 2026, days: 1, remainingBefore: null, remainingAfter: null },
        { year: 2027, days: 2, remainingBefore: null, remainingAfter: null },
      ];
      expect(await preview(person, { from: '2026-12-31', to: '2027-01-02' })).toMatchObject({ days: 3, years });
      expect(await preview(person, { from: '2026-11-22', to: '2026-11-22' })).toMatchObject({ days: 0, years: [] });
      const long = { type: 'casual', from: '2026-11-23', to: '2026-12-08' };
      expect(await preview(person, long)).toMatchObject({ years: [{ days: 14, remainingAfter: -2 }] });
    });

    it('unless the request would be refused for its dates', async () => {
      const person = await desk.staff();
      const query = { from: '2023-12-31', to: '2024-01-02' };
      const answer = await desk.app.as(person).get('/api/attendance/leaves/preview').query(query).expect(400);
      expect(failureOf(answer).errors[0]?.field).toBe('from');
    });
  });

  it('is decided in bulk, each with its result', async () => {
    const [one, other] = [await desk.staff(), await desk.staff()];
    const [first, second] = [await desk.requested(one, '2026-11-20'), await desk.requested(other, '2026-11-20')];
    const own = await desk.requested(desk.manager, '2026-12-01');
    const send = (body: object) => desk.app.as(desk.manager).post('/api/attendance/leaves/bulk-approve').send(body);
    const items = [{ _id: first._id, version: 1 }, { _id: second._id, version: 9 }, { _id: own._id }];
    await send({ items: [...items, { _id: 'a'.repeat(24) }] }).expect(404);
    const { decided, results } = decisionsOf(await send({ items }).expect(200));
    expect(decided).toBe(1);
    expect(results.map(({ fault }) => fault?.code)).toEqual([undefined, 'VERSION_CONFLICT', 'OWN_LEAVE']);
    expect(results[0]).toEqual({
      _id: first._id,
      name: `${one.user.name}, Casual leave on Nov 20, 2026`,
      fault: null,
    });
    expect(await desk.read(desk.manager, `/${second._id}`)).toMatchObject({ status: 'pending' });
    const rejection = { items: [{ _id: second._id }], approved: false, reason: 'Too many are away' };
    expect(decisionsOf(await send(rejection).expect(200)).decided).toBe(1);
    expect(await desk.read(desk.manager, `/${second._id}`)).toMatchObject({ decisionReason: 'Too many are away' });
  });

  it('is listed by day, state, type, person and name, within the scope', async () => {
    const laboratory = await desk.app.laboratory();
    const admin = await desk.app.person('lab_admin', { laboratoryId: laboratory._id });
    const person = await desk.staff({ laboratoryId: laboratory._id, name: 'Haimanti Sarkar' });
    const other = await desk.staff({ laboratoryId: laboratory._id });
    const long = await desk.requested(person, '2026-11-23', { to: '2026-12-05', type: 'earned' });
    const short = await desk.requested(person, '2026-12-09', { type: 'sick' });
    const theirs = await desk.requested(other, '2026-12-10');
    const listed = async (query: object, who = admin) =>
      (await desk.read<Leave[]>(who, '', query)).map(({ _id }) => _id);
    expect(await listed({})).toEqual([theirs._id, short._id, long._id]);
    expect(await listed({ sort: 'createdAt', limit: 2 })).toHaveLength(2);
    expect(await listed({ from: '2026-12-05', to: '2026-12-09', sort: 'from' })).toEqual([long._id, short._id]);
    expect(await listed({ from: '2026-12-06' })).toEqual([theirs._id, short._id]);
    expect(await listed({ to: '2026-11-23' })).toEqual([long._id]);
    expect(await listed({ type: ['sick', 'casual'], userId: person.id })).toEqual([short._id]);
    expect(await listed({ search: 'haim sar' })).toEqual([short._id, long._id]);
    await desk.decide(admin, short).expect(200);
    expect(await listed({ status: 'pending' })).toEqual([theirs._id, long._id]);
    expect(await listed({}, other)).toEqual([theirs._id]);
    expect(await listed({ laboratoryId: laboratory.id }, desk.head)).toHaveLength(3);
    expect(await listed({ laboratoryId: laboratory.id })).toHaveLength(3);
    expect(await listed({ laboratoryId: laboratory.id }, desk.admin)).toEqual([]);
    expect(await desk.app.services.get(LeaveDays).pendingCount(LabScope.ofLaboratory(laboratory.id))).toBe(2);
  });

  it('does not exist for others', async () => {
    const person = await desk.staff();
    const { _id } = await desk.requested(person, '2026-11-20');
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    for (const who of [stranger, await desk.staff()]) {
      await desk.app.as(who).get(`/api/attendance/leaves/${_id}`).expect(404);
      await desk.app.as(who).get(`/api/attendance/leaves/${_id}/history`).expect(404);
      await desk.cancel(who, { _id }).expect(404);
    }
    await desk.decide(stranger, { _id }).expect(404);
    await desk.decide(person, { _id }).expect(403);
  });
});
