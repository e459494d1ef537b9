import { getConnectionToken } from '@nestjs/mongoose';
import type { RosterSwap, ShiftType } from '@shifa/contract';
import type { Connection } from 'mongoose';
import { AttendanceDesk, dataOf, failureOf } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import type { Person } from '../../../../test/test-app';
import { Caches } from '../../../platform/cache/caches';

const TODAY = '2026-11-30';
const THURSDAY = '2026-12-03';

describe('a swap that has become outdated', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let night: ShiftType;
  let asha: Person;
  let ravi: Person;
  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${TODAY} 08:00`);
    roster = new RosterDesk(desk);
    night = await roster.shiftType({ code: 'N', name: 'Night', start: '22:00', end: '06:00' });
  });
  beforeEach(async () => {
    desk.at(`${TODAY} 08:00`);
    asha = await desk.staff({ name: 'Asha Rao' });
    ravi = await desk.staff({ name: 'Ravi Sen' });
  });
  afterAll(() => desk.close());

  /** Asha asks Ravi, who is off, to take her night. */
  const asked = async (day: string) => {
    await roster.published(asha, { [day]: night._id });
    await roster.published(ravi, { [day]: 'off' });
    return dataOf<RosterSwap>(await roster.post('roster/swaps', { day, userIds: [ravi.id] }, asha).expect(201));
  };
  const answer = ({ _id }: RosterSwap, action: string, person: Person, body: object = {}) =>
    roster.post(`roster/swaps/${_id}/${action}`, body, person);
  const decide = ({ _id }: RosterSwap) =>
    desk.app.as(desk.manager).put(`/api/attendance/roster/swaps/${_id}/approve`).send({ approved: true });

  it('is not answered by someone who read an earlier version of it', async () => {
    const swap = await asked(THURSDAY);
    const body = { version: swap.version + 1 };
    for (const [action, person] of [['accept', ravi] as const, ['decline', ravi] as const, ['withdraw', asha] as const])
      expect(failureOf(await answer(swap, action, person, body).expect(409)).code).toBe('VERSION_CONFLICT');
    await answer(swap, 'accept', ravi, { version: swap.version }).expect(200);
  });

  it('is not accepted by someone who has been given a shift in the meantime', async () => {
    const swap = await asked(THURSDAY);
    const version = (await roster.cell(ravi, THURSDAY))?.version;
    await roster.plan(ravi, { [THURSDAY]: night._id }, version);
    await roster.publish(THURSDAY).expect(201);
    expect(failureOf(await answer(swap, 'accept', ravi).expect(409)).code).toBe('ROSTER_HAS_CONFLICTS');
  });

  it('is neither accepted nor approved once one of the two has worked on that day', async () => {
    const swap = await asked(TODAY);
    await desk.worked(ravi, `${TODAY} 04:00`, `${TODAY} 07:00`);
    expect(failureOf(await answer(swap, 'accept', ravi).expect(409)).code).toBe('ROSTER_DAY_RECORDED');

    [asha, ravi] = [await desk.staff(), await desk.staff()];
    const accepted = await asked(TODAY);
    await answer(accepted, 'accept', ravi).expect(200);
    await desk.worked(ravi, `${TODAY} 04:00`, `${TODAY} 07:00`);
    expect(failureOf(await decide(accepted).expect(409)).code).toBe('ROSTER_DAY_RECORDED');
  });

  it('is answered by nobody once it was withdrawn', async () => {
    const swap = await asked(THURSDAY);
    await answer(swap, 'withdraw', asha).expect(200);
    for (const [action, person] of [['decline', ravi] as const, ['withdraw', asha] as const])
      expect(failureOf(await answer(swap, action, person)).code).toBe('SWAP_ENDED');
  });

  it.each([
    ['suspended', 'LABORATORY_SUSPENDED'],
    ['archived', 'LABORATORY_ARCHIVED'],
  ])('is not accepted while the laboratory is %s', async (status, code) => {
    const swap = await asked(THURSDAY);
    const change = async (to: string) => {
      const laboratories = desk.app.services.get<Connection>(getConnectionToken()).collection('laboratories');
      await laboratories.updateOne({ _id: desk.laboratory._id }, { $set: { status: to } });
      desk.app.services.get(Caches).clear();
    };
    await change(status);
    const refused = await answer(swap, 'accept', ravi);
    await change('active');
    expect(failureOf(refused).code).toBe(code);
  });
});
