import type { Notification } from '@shifa/contract';
import { AttendanceDesk } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import { GroupCounts } from '../../notifications/notifications.port';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import { CoverageNotices } from './coverage-notices';

const TODAY = '2026-11-30';
const THURSDAY = '2026-12-03';

describe('the coverage of the roster', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  beforeEach(async () => {
    desk = await AttendanceDesk.open(`${TODAY} 08:00`);
    roster = new RosterDesk(desk);
  });
  afterEach(() => desk.close());

  const short = async (isRead = false) => {
    const answer = await desk.app.as(desk.manager).get('/api/notifications?limit=50').expect(200);
    const { data } = answer.body as { data: Notification[] };
    return data
      .filter((one) => one.title.startsWith('Roster short') && one.isRead === isRead)
      .map(({ message }) => message);
  };

  it('counts by shift and skill, and not those who are away', async () => {
    const type = await roster.shiftType({ code: 'P', skills: ['PCR'], minimumStaff: [0, 0, 0, 0, 3, 0, 0] });
    const [skilled, other, away] = [
      await desk.staff({ skills: ['pcr'] }),
      await desk.staff(),
      await desk.staff({ skills: ['PCR'] }),
    ];
    for (const person of [skilled, other, away]) await roster.published(person, { [THURSDAY]: type._id });
    const coverage = async () =>
      (await roster.board(THURSDAY)).coverage.find(({ shiftTypeId }) => shiftTypeId === type._id);
    expect(await coverage()).toMatchObject({ required: 3, planned: 3, published: 3, able: 2 });
    const body = { type: 'sick', from: THURSDAY, to: THURSDAY, reason: 'Fever and cold' };
    const { _id } = ((await roster.post('leaves', body, away).expect(201)).body as { data: { _id: string } }).data;
    await desk.app.as(desk.manager).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true }).expect(200);
    expect(await coverage()).toMatchObject({ planned: 3, able: 1 });
  });

  it('is told to planners three days ahead, once, until the day is covered', async () => {
    const type = await roster.shiftType({ code: 'M', name: 'Morning', minimumStaff: [0, 0, 0, 0, 1, 0, 0] });
    const person = await desk.staff();
    await roster.published(person, { '2026-12-05': type._id });
    const notices = desk.app.services.get(CoverageNotices);
    desk.at('2026-11-29 08:00');
    await notices.run();
    expect(await short()).toEqual([]);
    desk.at(`${TODAY} 08:00`);
    await notices.run();
    await notices.run();
    expect(await short()).toEqual(['Morning needs 1 person and has 0.']);
    await roster.plan(person, { [THURSDAY]: type._id });
    await desk.app.services.get(GroupCounts).run();
    expect([await short(), await short(true)]).toEqual([[], ['Morning needs 1 person and has 0.']]);
  });

  it('is read in the other laboratories where that of one cannot be', async () => {
    const plannedDays = { from: TODAY, to: THURSDAY };
    for (let count = 0; count < 2; count += 1) await desk.app.laboratory({ plannedDays });
    const spy = jest.spyOn(desk.app.services.get(ShiftTypeRepository), 'ofLaboratory');
    spy.mockRejectedValueOnce(new Error('Broken'));
    await desk.app.services.get(CoverageNotices).run();
    expect(spy).toHaveBeenCalledTimes(2);
    spy.mockRestore();
  });
});
