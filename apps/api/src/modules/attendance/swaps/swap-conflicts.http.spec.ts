import type { RosterSwap, ShiftType, SwapConflict } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type AttendanceDesk, dataOf } from '../../../../test/attendance/attendance-desk';
import type { RosterDesk } from '../../../../test/attendance/roster-desk';
import { SwapDesk, THURSDAY } from '../../../../test/attendance/swap-desk';
import type { Person } from '../../../../test/test-app';
import { newId, objectId } from '../../../platform/domain/object-id';
import { firstVersion } from '../../../platform/mongo/first-version';
import { RosterCellRepository } from '../rosters/roster.repository';

const timesOf = ({ name, code, start, end, breakMinutes }: ShiftType) => ({ name, code, start, end, breakMinutes });

describe('the conflicts of a swap of shifts', () => {
  let swapDesk: SwapDesk;
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let morning: ShiftType;
  let asha: Person;
  let ravi: Person;
  beforeAll(async () => {
    swapDesk = await SwapDesk.open();
    ({ desk, roster, morning } = swapDesk);
  });
  beforeEach(async () => {
    await swapDesk.begin();
    ({ asha, ravi } = swapDesk);
  });
  afterAll(() => desk.close());

  it('warns both of what the rules say, each of their own in full', async () => {
    const skilled = await roster.shiftType({
      code: 'S',
      name: 'Special',
      skills: ['PCR'],
      start: '14:00',
      end: '20:00',
    });
    await roster.published(asha, { '2026-12-17': skilled._id });
    await roster.published(ravi, { '2026-12-17': 'off' });
    const body = { day: '2026-12-17', userIds: [ravi.id] };
    const swap = dataOf<RosterSwap>(await swapDesk.send('', body, asha).expect(201));
    const conflicts = (person: Person) => desk.read<SwapConflict[]>(person, `/roster/swaps/${swap._id}/conflicts`);
    expect(await conflicts(ravi)).toMatchObject([{ kind: 'skill', effect: 'warn', reason: 'Lacks PCR' }]);
    await swapDesk.accept(swap, ravi).expect(200);
    expect(await conflicts(asha)).toMatchObject([{ kind: 'skill', reason: 'Missing skill' }]);
    expect(await conflicts(desk.manager)).toMatchObject([
      { kind: 'skill', reason: 'Lacks PCR', person: { name: 'Ravi Sen' } },
    ]);
    const many = { items: [{ _id: swap._id }] };
    const answer = await roster.post('roster/swaps/bulk-approve', many, desk.manager).expect(200);
    expect(dataOf<{ decided: number }>(answer).decided).toBe(1);
    expect(await conflicts(desk.manager)).toEqual([]);
  });

  it('says to no viewer without the right to plan where else someone works', async () => {
    const cells = desk.app.services.get(RosterCellRepository);
    const former = await desk.app.laboratory({ name: 'Former' });
    const shift = { value: 'shift', shiftTypeId: objectId(morning._id), ...timesOf(morning) } as const;
    const row = {
      _id: newId(),
      laboratoryId: former._id,
      userId: ravi.user._id,
      day: THURSDAY,
      draft: null,
      published: shift,
    };
    await cells.insertMany([{ ...row, ...firstVersion(null, new Date()) }]);
    const users = desk.app.services.get<Connection>(getConnectionToken()).collection('users');
    // On the day of the move, the plan of the laboratory that they left still holds.
    const movedFrom = { laboratoryId: former._id, at: new Date('2026-12-03T06:00:00Z') };
    await users.updateOne({ _id: ravi.user._id }, { $set: { movedFrom } });
    const swap = await swapDesk.asked(ravi);
    const reasons = async (viewer: Person) => {
      const found = await desk.read<SwapConflict[]>(viewer, `/roster/swaps/${swap._id}/conflicts`);
      return found.filter(({ kind }) => kind === 'other_laboratory').map(({ reason }) => reason);
    };
    expect(await reasons(ravi)).toEqual(['Also planned in Former']);
    await swapDesk.accept(swap, ravi).expect(200);
    expect(await reasons(desk.manager)).toEqual(['Also planned in Former']);
    const here = { laboratoryId: desk.laboratory._id };
    const viewer = await desk.app.person('manager', { ...here, permissionOverrides: { 'attendance.roster': false } });
    expect(await reasons(viewer)).toEqual(['Not available']);
    // Coming back after a time as inactive is no move: only the former laboratory counts, up to the move.
    await users.updateOne(
      { _id: ravi.user._id },
      {
        $set: {
          movedFrom: { ...movedFrom, at: new Date('2026-12-01T06:00:00Z') },
          activeSince: new Date('2026-12-20'),
        },
      },
    );
    expect(await reasons(desk.manager)).toEqual([]);
  });

  it('says what becomes worse on a day that had a conflict before', async () => {
    const evening = await roster.shiftType({ name: 'Evening', start: '12:00', end: '20:00' });
    const late = await roster.shiftType({ name: 'Late', start: '21:00', end: '05:00' });
    await roster.published(ravi, { '2026-12-10': evening._id, '2026-12-11': morning._id });
    await roster.published(asha, { '2026-12-10': late._id });
    const body = { day: '2026-12-10', userIds: [ravi.id], inExchange: '2026-12-10' };
    const swap = dataOf<RosterSwap>(await swapDesk.send('', body, asha).expect(201));
    const conflicts = await desk.read<SwapConflict[]>(ravi, `/roster/swaps/${swap._id}/conflicts`);
    expect(conflicts).toMatchObject([
      { day: '2026-12-11', kind: 'rest', reason: '1 h of rest before; 11 h are needed', person: { name: 'Ravi Sen' } },
    ]);
  });
});
