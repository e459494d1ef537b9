import type { RosterSwap, ShiftType } from '@shifa/contract';
import { type AttendanceDesk, dataOf } from '../../../../test/attendance/attendance-desk';
import type { RosterDesk } from '../../../../test/attendance/roster-desk';
import { FRIDAY, refused, SwapDesk, THURSDAY, TODAY } from '../../../../test/attendance/swap-desk';
import type { Person } from '../../../../test/test-app';
import { EndSwaps } from './end-swaps';

describe('a swap under way', () => {
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

  it('goes on with the others after one declines, and ends when all have or when it is withdrawn', async () => {
    const mira = await desk.staff({ name: 'Mira Pal' });
    await roster.published(mira, { [THURSDAY]: 'off', [FRIDAY]: 'off' });
    const swap = await swapDesk.asked(ravi, mira);
    await swapDesk.accept(swap, ravi).expect(200);
    expect(refused(await swapDesk.accept(swap, mira))).toMatchObject({ status: 409, code: 'SWAP_ENDED' });
    await swapDesk.send(`/${swap._id}/decline`, {}, ravi).expect(200);
    expect(await swapDesk.get(swap._id, mira)).toMatchObject({ status: 'offered', takenBy: null });
    expect(refused(await swapDesk.accept(swap, ravi))).toMatchObject({
      status: 409,
      code: 'SWAP_ENDED',
      message: 'You declined this swap',
    });
    await swapDesk.send(`/${swap._id}/decline`, {}, mira).expect(200);
    expect((await swapDesk.get(swap._id, asha)).status).toBe('declined');
    const again = await swapDesk.asked(ravi);
    await swapDesk.send(`/${again._id}/withdraw`, { version: 1 }, asha).expect(200);
    expect(refused(await swapDesk.accept(again, ravi))).toMatchObject({
      status: 409,
      code: 'SWAP_ENDED',
      message: 'Asha Rao withdrew this swap',
    });
    expect((await swapDesk.noticesOf(ravi))[0]).toBe(
      'Swap withdrawn: Asha Rao withdrew the swap of Night on Dec 3, 2026.',
    );
  });

  it('ends when one of the two is suspended, when the roster changes and when the shift begins', async () => {
    const swap = await swapDesk.accepted();
    await desk.app
      .as(desk.admin)
      .put(`/api/staff/${ravi.id}`)
      .send({ status: 'suspended', version: ravi.user.version })
      .expect(200);
    expect(await swapDesk.get(swap._id, asha)).toMatchObject({
      status: 'ended',
      endedBecause: 'Ravi Sen no longer works on that day.',
    });
    expect((await swapDesk.noticesOf(asha))[0]).toBe(
      'Swap ended: The swap of Night on Dec 3, 2026 ended. Ravi Sen no longer works on that day.',
    );

    const mira = await desk.staff({ name: 'Mira Pal' });
    await roster.published(mira, { [THURSDAY]: 'off', [FRIDAY]: 'off' });
    const second = await swapDesk.accepted(mira);
    const version = (await roster.cell(asha, THURSDAY))?.version ?? 0;
    await roster.plan(asha, { [THURSDAY]: morning._id }, version);
    expect((await swapDesk.get(second._id, asha)).status).toBe('accepted');
    await roster.publish(THURSDAY).expect(201);
    expect(await swapDesk.get(second._id, asha)).toMatchObject({
      status: 'ended',
      endedBecause: 'A planner changed the roster of that day.',
    });
    expect(refused(await swapDesk.decide(desk.manager, second))).toMatchObject({ status: 409, code: 'SWAP_ENDED' });

    const third = await swapDesk.asked(mira);
    desk.at(`${THURSDAY} 06:00`);
    expect(refused(await swapDesk.accept(third, mira))).toMatchObject({
      status: 409,
      code: 'SWAP_ENDED',
      message: 'The shift has already begun',
    });
    await desk.app.services.get(EndSwaps).run();
    await desk.app.services.get(EndSwaps).run();
    expect(await swapDesk.get(third._id, asha)).toMatchObject({
      status: 'ended',
      endedBecause: 'The shift begins before everyone has agreed.',
    });
  });

  it('checks the rules for both again when it is accepted and when it is decided', async () => {
    const swap = await swapDesk.asked(ravi);
    await roster.published(ravi, { '2026-12-02': night._id });
    const { status } = await desk.app.as(desk.manager).get('/api/attendance/roster/swaps/' + swap._id + '/conflicts');
    expect(status).toBe(200);
    // A plan of a planner for the day of the colleague counts once it is published.
    const version = (await roster.cell(ravi, THURSDAY))?.version ?? 0;
    await roster.plan(ravi, { [THURSDAY]: morning._id }, version);
    const taken = dataOf<RosterSwap>(await swapDesk.accept(swap, ravi).expect(200));
    await roster.publish(THURSDAY).expect(201);
    expect((await swapDesk.get(swap._id, asha)).status).toBe('accepted');
    expect(refused(await swapDesk.decide(desk.manager, taken))).toMatchObject({
      status: 409,
      code: 'ROSTER_HAS_CONFLICTS',
      field: 'day',
      message: 'Ravi Sen already works on Dec 3, 2026',
    });
    const other = dataOf<RosterSwap>(await swapDesk.send(`/${swap._id}/withdraw`, {}, asha).expect(200));
    expect(other.status).toBe('withdrawn');
  });

  it('needs no day on which somebody already has attendance', async () => {
    await roster.published(asha, { [TODAY]: night._id });
    await desk.worked(ravi, `${TODAY} 09:00`, `${TODAY} 10:00`);
    const sunday = await desk.staff({
      shift: {
        start: '09:00',
        end: '18:00',
        breakMinutes: 60,
        weekdays: [3],
        graceLateMinutes: null,
        halfDayBelowMinutes: null,
        overtimeAfterMinutes: null,
      },
    });
    await desk.worked(sunday, `${TODAY} 10:30`, `${TODAY} 11:00`);
    const answer = await swapDesk.send('', { day: TODAY, userIds: [sunday.id] }, asha);
    expect(refused(answer)).toMatchObject({ status: 409, code: 'ROSTER_DAY_RECORDED', field: 'day' });
  });
});
