import { chainOf } from '../../../../test/ledger';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { markEditedRecords, storePeopleById } from './record.document';
import { AttendanceDesk, recordOf } from '../../../../test/attendance/attendance-desk';

const DAY = '2026-11-23';
const at = (from: string, to: string) => ({ segments: [{ in: `${DAY}T${from}`, out: `${DAY}T${to}` }] });

describe('the ledger of attendance edits', () => {
  let desk: AttendanceDesk;
  let chain: ReturnType<typeof chainOf>;

  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${DAY} 08:00`);
    chain = chainOf(desk.app, 'attendance', desk.laboratory._id);
  });
  afterAll(() => desk.close());

  it('has no link of a day that people clock themselves', async () => {
    await desk.worked(await desk.staff(), `${DAY} 09:00`, `${DAY} 18:00`);
    expect(await chain.links()).toEqual([]);
  });

  it('has a link for every edit and decision', async () => {
    const [entered, corrected] = [await desk.staff(), await desk.staff()];
    const own = await desk.worked(corrected, `${DAY} 09:00`, `${DAY} 18:00`);
    desk.at('2026-11-24 12:00');
    const body = { userId: entered.id, workDate: DAY, ...at('09:00', '18:00'), reason: 'The display was off' };
    const record = recordOf(await desk.enter(desk.manager, body).expect(201));
    await desk.decide(desk.admin, record).expect(200);
    await desk.correct(corrected, { workDate: DAY, ...at('08:00', '18:00'), reason: 'I came early' }).expect(200);
    await desk.decide(desk.admin, own, { approved: false, reason: 'Nobody saw it' }).expect(200);
    expect(await chain.links()).toEqual([
      [record._id, 1],
      [record._id, 2],
      [own._id, 3],
      [own._id, 4],
    ]);
    expect(await chain.verified()).toBeNull();
  });

  it('continues with whatever else is written to an edited record', async () => {
    const person = await desk.staff();
    desk.at(`${DAY} 10:00`);
    const body = { userId: person.id, workDate: DAY, ...at('08:00', '09:00'), reason: 'The display was off' };
    const { _id } = recordOf(await desk.enter(desk.manager, body).expect(201));
    await desk.worked(person, `${DAY} 11:00`, `${DAY} 13:00`);
    expect((await chain.links()).slice(-3)).toEqual([
      [_id, 1],
      [_id, 2],
      [_id, 3],
    ]);
    expect(await chain.verified()).toBeNull();
  });

  it('knows who decided before their ids were stored, from the audit log', async () => {
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    const records = connection.collection('attendance');
    const before = await records.find({}, { sort: { _id: 1 } }).toArray();
    expect(before).toContainEqual(
      expect.objectContaining({
        decidedById: desk.admin.user._id,
        decision: expect.objectContaining({ byId: desk.admin.user._id }) as object,
      }),
    );
    await records.updateMany({}, { $unset: { employeeCode: '', decidedById: '' } });
    await records.updateMany({ decision: { $ne: null } }, { $unset: { 'decision.byId': '' } });
    await storePeopleById.up(connection, new AbortController().signal);
    expect(await records.find({}, { sort: { _id: 1 } }).toArray()).toEqual(
      before.map((row) => ({ ...row, decidedById: (row['decidedById'] as unknown) ?? undefined })),
    );
    expect(await chain.verified()).toBeNull();
  });

  it('begins with the records that were edited before there was a ledger', async () => {
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    const records = connection.collection('attendance');
    const edited = await records.countDocuments({ enteredBy: { $ne: null } });
    await records.updateMany({}, { $unset: { inLedger: '' } });
    await markEditedRecords.up(connection, new AbortController().signal);
    expect(await records.countDocuments({ inLedger: true })).toBe(edited);
  });
});
