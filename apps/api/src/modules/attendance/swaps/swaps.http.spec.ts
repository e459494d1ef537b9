import type { ExchangeShift, RosterSwap, ShiftType, SwapColleagues } from '@shifa/contract';
import { type AttendanceDesk, dataOf, failureOf } from '../../../../test/attendance/attendance-desk';
import type { RosterDesk } from '../../../../test/attendance/roster-desk';
import { FRIDAY, refused, SwapDesk, THURSDAY } from '../../../../test/attendance/swap-desk';
import { notificationsOf } from '../../../../test/notifications';
import type { Person } from '../../../../test/test-app';

describe('a swap of shifts', () => {
  let swapDesk: SwapDesk;
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let morning: ShiftType;
  let night: ShiftType;
  let asha: Person;
  let ravi: Person;
  beforeAll(async () => {
    swapDesk = await SwapDesk.open();
    ({ desk, roster, morning, night } = swapDesk);
  });
  beforeEach(async () => {
    await swapDesk.begin();
    ({ asha, ravi } = swapDesk);
  });
  afterAll(() => desk.close());

  it('gives a shift to a colleague once both and an approver agree', async () => {
    const swap = await swapDesk.asked(ravi);
    expect(swap).toMatchObject({ status: 'offered', shift: { day: THURSDAY, code: 'N' }, takenBy: null });
    expect(await swapDesk.noticesOf(ravi)).toContain(
      'Swap requested: Asha Rao is looking for someone to take Night on Dec 3, 2026.',
    );
    expect((await swapDesk.get(swap._id, ravi)).actions).toMatchObject({
      accept: { allowed: true },
      decline: { allowed: true },
    });
    const [toRavi] = await notificationsOf(desk.app, ravi);
    expect(toRavi?.actionUrl).toBe(`/attendance/roster?mine=true&item=${swap._id}`);
    const taken = dataOf<RosterSwap>(await swapDesk.accept(swap, ravi).expect(200));
    expect(taken).toMatchObject({ status: 'accepted', takenBy: { name: 'Ravi Sen' } });
    expect(await swapDesk.noticesOf(desk.manager)).toContain(
      'Swap pending approval: Ravi Sen takes Night on Dec 3, 2026 of Asha Rao.',
    );
    const [{ actionUrl } = {}] = await notificationsOf(desk.app, desk.manager);
    expect(actionUrl).toBe(`/approvals?kind=swaps&item=${swap._id}`);
    const before = await roster.cell(asha, THURSDAY);
    const done = dataOf<RosterSwap>(await swapDesk.decide(desk.manager, taken).expect(200));
    expect(done).toMatchObject({ status: 'approved', decidedBy: desk.manager.user.name });
    expect(await roster.cell(asha, THURSDAY)).toEqual({
      day: THURSDAY,
      draft: 'off',
      published: 'off',
      version: (before?.version ?? 0) + 1,
    });
    expect(await roster.cell(ravi, THURSDAY)).toMatchObject({ draft: night._id, published: night._id });
    expect(await swapDesk.noticesOf(asha)).toContain(
      `Swap approved: ${desk.manager.user.name} approved the swap of Night on Dec 3, 2026. Ravi Sen works it.`,
    );
    expect((await swapDesk.noticesOf(ravi)).at(0)).toContain('You work it.');
  });

  it('exchanges two shifts of different days, and of the same day', async () => {
    await roster.published(ravi, { '2026-12-08': morning._id });
    await roster.published(asha, { '2026-12-08': 'off' });
    const shifts = await desk.read<ExchangeShift[]>(asha, `/roster/swaps/exchanges?day=${THURSDAY}&userId=${ravi.id}`);
    expect(shifts).toMatchObject([{ shift: { day: '2026-12-08', code: 'M' }, refusal: null }]);
    const swap = dataOf<RosterSwap>(await swapDesk.ask([ravi.id], { inExchange: '2026-12-08' }).expect(201));
    await swapDesk.accept(swap, ravi).expect(200);
    await swapDesk.decide(desk.manager, swap).expect(200);
    const published = async (person: Person, day: string) => (await roster.cell(person, day))?.published;
    expect([await published(asha, THURSDAY), await published(asha, '2026-12-08')]).toEqual(['off', morning._id]);
    expect([await published(ravi, THURSDAY), await published(ravi, '2026-12-08')]).toEqual([night._id, 'off']);

    await roster.published(asha, { '2026-12-10': night._id });
    await roster.published(ravi, { '2026-12-10': morning._id });
    const same = { day: '2026-12-10', userIds: [ravi.id], inExchange: '2026-12-10' };
    const second = dataOf<RosterSwap>(await swapDesk.send('', same, asha).expect(201));
    await swapDesk.accept(second, ravi).expect(200);
    await swapDesk.decide(desk.manager, second).expect(200);
    expect([await published(asha, '2026-12-10'), await published(ravi, '2026-12-10')]).toEqual([
      morning._id,
      night._id,
    ]);
  });

  it('shows before asking who is free and qualified, without telling why someone else is away', async () => {
    const busy = await desk.staff({ name: 'Busy Bose' });
    const away = await desk.staff({ name: 'Away Das' });
    await roster.published(busy, { [THURSDAY]: morning._id });
    const leave = { type: 'sick', from: THURSDAY, to: THURSDAY, reason: 'Fever and cold' };
    const requested = dataOf<{ _id: string }>(await roster.post('leaves', leave, away).expect(201));
    await desk.app
      .as(desk.manager)
      .put(`/api/attendance/leaves/${requested._id}/approve`)
      .send({ approved: true })
      .expect(200);
    await roster.published(away, { [THURSDAY]: 'off' });
    const { colleagues } = await desk.read<SwapColleagues>(asha, `/roster/swaps/colleagues?day=${THURSDAY}`);
    const of = ({ id }: Person) => colleagues.find(({ person }) => person._id === id)?.refusal;
    expect([of(ravi), of(busy)]).toEqual([null, 'Already works on Dec 3, 2026']);
    expect(of(away)).toBe('Not available');
    expect(refused(await swapDesk.ask([away.id]))).toMatchObject({
      status: 409,
      code: 'ROSTER_HAS_CONFLICTS',
      field: 'userIds.0',
      message: expect.stringMatching(/Away Das can't take this shift\. (Not available|Already)/) as string,
    });
  });

  it('refuses what makes no sense at its field, and writes nothing', async () => {
    const elsewhere = await desk.app.laboratory();
    const foreign = await desk.app.person('staff', { laboratoryId: elsewhere._id });
    const later = await desk.staff({ name: 'Later Lal', joiningDate: '2026-12-20' });
    expect(refused(await swapDesk.ask([asha.id]))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'userIds.0',
      message: "You can't swap with yourself. Choose a colleague.",
    });
    expect(refused(await swapDesk.ask([foreign.id]))).toMatchObject({
      status: 404,
      code: 'STAFF_NOT_FOUND',
      field: 'userIds.0',
    });
    expect(refused(await swapDesk.ask([later.id]))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'userIds.0',
      message: expect.stringMatching(/Must not be before Later Lal joined/) as string,
    });
    expect(refused(await swapDesk.ask([ravi.id, ravi.id]))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'userIds',
      message: 'Each colleague can appear once',
    });
    expect(refused(await swapDesk.ask([]))).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', field: 'userIds' });
    expect(refused(await swapDesk.send('', { day: '2026-11-29', userIds: [ravi.id] }, asha))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'day',
      message: expect.stringMatching(/This day is over/) as string,
    });
    await roster.plan(asha, { '2026-12-15': night._id });
    expect(refused(await swapDesk.send('', { day: '2026-12-15', userIds: [ravi.id] }, asha))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'day',
      message: 'You have no published shift on Dec 15, 2026',
    });
    expect(refused(await swapDesk.ask([ravi.id], { inExchange: FRIDAY }))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'inExchange',
      message: 'Ravi Sen has no published shift on Dec 4, 2026',
    });
    const list = await desk.app.as(asha).get('/api/attendance/roster/swaps').expect(200);
    expect(dataOf<RosterSwap[]>(list)).toEqual([]);
    await swapDesk.asked(ravi);
    expect(refused(await swapDesk.ask([ravi.id]))).toMatchObject({
      status: 409,
      code: 'SWAP_PENDING',
      field: 'day',
      message: expect.stringMatching(/already part of an open swap/) as string,
    });
    desk.at(`${THURSDAY} 22:00`);
    expect(refused(await swapDesk.ask([ravi.id]))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'day',
      message: 'This shift has already begun',
    });
    const nobody = await swapDesk.send('', { day: THURSDAY, userIds: [ravi.id] }, desk.head);
    expect(failureOf(nobody).message).toBe("You aren't assigned to a laboratory, so you have no roster");
  });

  it('of 64 acceptances at once has one winner', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => desk.staff()));
    const cells = { [THURSDAY]: 'off' as const, [FRIDAY]: 'off' as const };
    await roster.post('roster/cells', roster.planBody(people, cells)).expect(200);
    await roster.publish(THURSDAY, FRIDAY).expect(201);
    const swap = await swapDesk.asked(...people);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => swapDesk.accept(swap, people[index % 8] ?? ravi)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map((answer) => failureOf(answer).code))).toEqual(
      new Set(['SWAP_ENDED']),
    );
    expect((await swapDesk.get(swap._id, asha)).takenBy?._id).toBe(won[0] && dataOf<RosterSwap>(won[0]).takenBy?._id);
  });

  it('is decided by neither of the two, nor by someone of their rank, nor twice', async () => {
    const planner = await desk.staff({ permissionOverrides: { 'attendance.approve': true } });
    await roster.published(planner, { [THURSDAY]: 'off', [FRIDAY]: 'off' });
    const manager = await desk.app.person('manager', {
      laboratoryId: desk.laboratory._id,
      joiningDate: '2026-01-01',
      createdAt: new Date('2026-01-01'),
    });
    await roster.published(manager, { [THURSDAY]: 'off', [FRIDAY]: 'off' });
    const swap = await swapDesk.accepted(manager);
    expect(refused(await swapDesk.decide(manager, swap))).toMatchObject({
      status: 403,
      code: 'OWN_WORK',
      message: 'This swap is about your own shift, so someone else must decide',
    });
    expect(refused(await swapDesk.decide(desk.manager, swap))).toMatchObject({ status: 403, code: 'APPROVER_TOO_LOW' });
    expect(refused(await swapDesk.decide(asha, swap)).status).toBe(403);
    await swapDesk
      .decide(
        desk.admin,
        { ...swap, version: 1 },
        {
          approved: false,
          reason: 'Too few people',
          version: 1,
        },
      )
      .expect(409);
    await swapDesk.decide(desk.admin, swap, { approved: false }).expect(400);
    const body = { approved: false, reason: 'Too few people that night' };
    expect(dataOf<RosterSwap>(await swapDesk.decide(desk.admin, swap, body).expect(200)).status).toBe('rejected');
    expect(refused(await swapDesk.decide(desk.admin, swap))).toMatchObject({ status: 409, code: 'SWAP_ENDED' });
    expect(await swapDesk.noticesOf(asha)).toContain(
      `Swap rejected: ${desk.admin.user.name} rejected the swap of Night on Dec 3, 2026: Too few people that night`,
    );
    expect((await roster.cell(asha, THURSDAY))?.published).toBe(night._id);
  });

  it('is hidden from those whom it does not concern, and listed for those it does', async () => {
    const swap = await swapDesk.asked(ravi);
    const other = await desk.staff();
    await desk.app.as(other).get(`/api/attendance/roster/swaps/${swap._id}`).expect(404);
    expect(refused(await swapDesk.accept(swap, other))).toMatchObject({ status: 404, code: 'SWAP_NOT_FOUND' });
    expect(refused(await swapDesk.accept(swap, asha))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(refused(await swapDesk.send(`/${swap._id}/withdraw`, {}, ravi))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const list = async (person: Person, query: string) =>
      dataOf<RosterSwap[]>(await desk.app.as(person).get(`/api/attendance/roster/swaps?${query}`).expect(200)).map(
        ({ _id }) => _id,
      );
    expect([await list(asha, ''), await list(ravi, 'mine=true'), await list(other, '')]).toEqual([
      [swap._id],
      [swap._id],
      [],
    ]);
    expect(await list(desk.manager, 'limit=50')).toContain(swap._id);
    expect(await list(desk.manager, 'waitingForMe=true')).not.toContain(swap._id);
    await swapDesk.accept(swap, ravi).expect(200);
    expect(await list(desk.manager, 'waitingForMe=true')).toContain(swap._id);
    expect(await list(ravi, 'waitingForMe=true')).toEqual([]);
  });
});
