import type { Leave } from '@shifa/contract';
import * as fc from 'fast-check';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { effort } from '../../../../test/effort';
import { LeaveDesk, leaveOf } from '../../../../test/attendance/leave-desk';
import { LeaveRepository } from '../leaves/leave.repository';
import { digestLeave, Leaves } from '../leaves/leave';

describe('a decision on leave', () => {
  let desk: LeaveDesk;
  beforeAll(async () => {
    desk = await LeaveDesk.open();
  });
  afterAll(() => desk.close());

  const stored = async ({ _id }: Pick<Leave, '_id'>) => {
    const row = await desk.app.services.get(LeaveRepository).findById(LabScope.everywhere(), _id);
    if (!row) throw new Error('The leave is missing');
    return row;
  };

  it('is on what is stored, whatever the order of approvals, rejections, cancellations and changes of the calendar', async () => {
    const step = fc.constantFrom(...(['approve', 'reject', 'again', 'cancel', 'withdraw', 'holiday'] as const));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        const person = await desk.staff();
        const leave = await desk.requested(person, '2026-11-19', { to: '2026-11-24' });
        const decided = new Set<string>();
        for (const name of steps) {
          const laboratory = desk.app.as(desk.head);
          const path = `/api/laboratories/${desk.laboratory.id}`;
          const found = await laboratory.get(path).expect(200);
          const { version, holidays } = (found.body as { data: { version: number; holidays: object[] } }).data;
          const changed =
            holidays.length > 1 ? holidays.slice(0, 1) : [...holidays, { date: '2026-11-20', name: 'Fair' }];
          const answer = await {
            approve: () => desk.decide(desk.manager, leave),
            reject: () => desk.decide(desk.manager, leave, { approved: false, reason: 'Not now' }),
            again: () => desk.decide(desk.admin, leave),
            cancel: () => desk.cancel(desk.admin, leave, { reason: 'The audit was moved' }),
            withdraw: () => desk.cancel(person, leave),
            holiday: () => laboratory.put(path).send({ holidays: changed, version }),
          }[name]();
          expect(answer.status).toBeLessThan(500);
          if (name !== 'holiday' && answer.status < 300) decided.add(leaveOf(answer).status);
          const row = await stored(leave);
          if (row.status === 'approved' || row.status === 'rejected') {
            expect(decided).toContain(row.status);
            expect(row.decidedContent).toBe(digestLeave(row));
          } else if (row.status === 'pending') expect(decided.size).toBe(0);
        }
      }),
      { seed: 20_261_124, numRuns: effort(100, 10) },
    );
  });

  it('prevents a change of approved leave that keeps the approval, also of leave from before digests were stored', async () => {
    const leave = await desk.approved(await desk.staff(), '2026-11-19');
    const { records } = desk.app.services.get(Leaves);
    const repository = desk.app.services.get(LeaveRepository);
    const write = async (changes: object) =>
      desk.app.services.get(UnitOfWork).run(async () => {
        const options = { actor: null, action: 'updated' };
        await records.write(LabScope.everywhere(), await stored(leave), changes, options);
      });
    await expect(write({ to: '2026-11-30' })).rejects.toThrow('An approval holds only for what was approved');
    await repository['model'].updateOne({ _id: (await stored(leave))._id }, { $unset: { decidedContent: 1 } });
    await expect(write({ to: '2026-11-30' })).rejects.toThrow('An approval holds only for what was approved');
    expect((await stored(leave)).to).toBe('2026-11-19');
    await write({ decisionReason: 'Agreed by telephone' });
    await write({ status: 'cancelled' });
  });
});
