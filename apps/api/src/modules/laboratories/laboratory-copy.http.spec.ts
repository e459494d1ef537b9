import type { AuditEntry, CopyLaboratoryBody, Laboratory } from '@shifa/contract';
import { createLaboratoryBody } from '@shifa/contract/testing';
import { type Person, TestApp } from '../../../test/test-app';

const dataOf = ({ body }: { body: unknown }) => (body as { data: Laboratory }).data;

describe('copying from another laboratory', () => {
  let app: TestApp;
  let admin: Person;
  let source: Laboratory;

  const lab = async (fields: Parameters<typeof createLaboratoryBody>[0] = {}) =>
    dataOf(await app.as(admin).post('/api/laboratories').send(createLaboratoryBody(fields)).expect(201));
  const get = async (id: string) => dataOf(await app.as(admin).get(`/api/laboratories/${id}`).expect(200));
  const historyOf = async (id: string) => {
    const response = await app.as(admin).get(`/api/laboratories/${id}/history`).expect(200);
    return (response.body as { data: AuditEntry[] }).data;
  };
  const copy = (target: Laboratory, body: Partial<CopyLaboratoryBody> = {}, person = admin) =>
    app
      .as(person)
      .post(`/api/laboratories/${target._id}/copy`)
      .send({
        from: { _id: source._id, version: source.version },
        fields: ['holidays', 'weeklyOff', 'policies.attendance.graceLateMinutes'],
        year: 2027,
        version: target.version,
        ...body,
      });

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    source = await lab({
      name: 'Shifa Kolkata',
      weeklyOff: [5],
      holidays: [
        { date: '2027-01-26', name: 'Republic Day' },
        { date: '2026-10-02', name: 'Gandhi Jayanti' },
      ],
      policies: {
        attendance: { graceLateMinutes: 5, casualLeaveDays: 20 },
        inventory: { expiryUrgentDays: 60, expiryWarningDays: 90 },
      },
    });
  });
  afterAll(() => app.close());

  it('changes what was chosen at once, and the history names the source', async () => {
    const target = await lab({ holidays: [{ date: '2027-01-26', name: 'Our own' }] });
    const changed = dataOf(await copy(target).expect(200));
    expect(changed).toMatchObject({
      weeklyOff: [5],
      holidays: [{ date: '2027-01-26', name: 'Our own' }],
      workingHours: target.workingHours,
      policies: { attendance: { graceLateMinutes: 5, casualLeaveDays: 12 } },
      version: 2,
    });
    const [entry] = await historyOf(target._id);
    expect(entry).toMatchObject({ action: 'laboratory.copied', by: { _id: admin.id } });
    expect(entry?.changes).toEqual(
      expect.arrayContaining([
        { field: 'copiedFrom', after: 'Shifa Kolkata' },
        { field: 'policies.attendance.graceLateMinutes', before: 15, after: 5 },
      ]),
    );
    expect(await get(source._id)).toEqual(source);
  });

  it('writes nothing where both agree already', async () => {
    const target = await lab({ weeklyOff: [5] });
    expect(dataOf(await copy(target, { fields: ['weeklyOff'] }).expect(200)).version).toBe(1);
    expect(await historyOf(target._id)).toHaveLength(1);
  });

  it('answers a repeat with the same key once, and one of two people', async () => {
    const target = await lab();
    const send = () => copy(target).set('Idempotency-Key', `copy-${target.code}`);
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(dataOf(second)).toEqual(dataOf(first));
    expect((await get(target._id)).version).toBe(2);

    const other = await lab();
    const both = await Promise.all([
      copy(other),
      copy(other, { fields: ['policies.attendance.casualLeaveDays'] }, await app.person('super_admin')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await get(other._id)).version).toBe(2);
  });

  it('refuses what is based on an older version of either', async () => {
    const [target, changing] = [await lab(), await lab({ weeklyOff: [6] })];
    const rename = (id: string) => app.as(admin).put(`/api/laboratories/${id}`).send({ name: 'Renamed', version: 1 });
    await rename(changing._id).expect(200);
    const stale = await copy(target, { from: { _id: changing._id, version: 1 } }).expect(409);
    expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { _id: changing._id } } });
    await rename(target._id).expect(200);
    const late = await copy(target).expect(409);
    expect(late.body).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { _id: target._id } } });
    expect((await get(target._id)).weeklyOff).toEqual(target.weeklyOff);
  });

  it('names the field that does not fit what stays', async () => {
    const target = await lab({ policies: { inventory: { expiryWarningDays: 20 } } });
    const urgent = await copy(target, { fields: ['policies.inventory.expiryUrgentDays'] }).expect(400);
    expect(urgent.body).toMatchObject({ errors: [{ field: 'policies.inventory.expiryUrgentDays' }] });
    const itself = await copy(source).expect(400);
    expect(itself.body).toMatchObject({ errors: [{ field: 'from._id' }] });
    const noYear = await copy(target, { year: undefined }).expect(400);
    expect(noYear.body).toMatchObject({ errors: [{ field: 'year' }] });
  });

  it('adds no more holidays than a laboratory can have', async () => {
    const days = Array.from({ length: 200 }, (_, day) =>
      new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const target = await lab({ holidays: days.map((date) => ({ date, name: 'Closed' })) });
    const response = await copy(target, { fields: ['holidays'] }).expect(400);
    expect(response.body).toMatchObject({ errors: [{ field: 'holidays', message: 'At most 200 holidays' }] });
  });

  it('is open to those who see the source and may set each field', async () => {
    const target = await lab();
    const labAdmin = await app.person('lab_admin', { laboratoryId: (await app.laboratory())._id });
    await copy(target, {}, labAdmin).expect(404);
    const own = await get(labAdmin.user.laboratoryId?.toHexString() ?? '');
    // The other laboratory does not exist for them.
    await copy(own, {}, labAdmin).expect(404);
    await copy(target, {}, await app.person('staff', { laboratoryId: (await app.laboratory())._id })).expect(403);
    await app.as(admin).delete(`/api/laboratories/${target._id}`).expect(200);
    expect((await copy({ ...target, version: 2 }).expect(409)).body).toMatchObject({ code: 'LABORATORY_ARCHIVED' });
  });
});
