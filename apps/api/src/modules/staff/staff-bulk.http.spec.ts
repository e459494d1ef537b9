import type { BulkAnswer, Failure, StaffMember } from '@shifa/contract';
import { type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratories.port';

const answerOf = ({ body }: { body: unknown }) => (body as { data: unknown }).data;
const bulkOf = (response: { body: unknown }) => answerOf(response) as BulkAnswer;
const memberOf = (response: { body: unknown }) => answerOf(response) as StaffMember;
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

describe('many people at once', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: LaboratoryRow & { id: string };
  let other: LaboratoryRow & { id: string };
  let labAdmin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    laboratory = await app.laboratory();
    other = await app.laboratory();
    labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
  });
  afterAll(() => app.close());

  const bulk = (body: object, person = admin) => app.as(person).post('/api/staff/bulk-update').send(body);
  const someone = async (overrides = {}) => {
    const user = await app.user('staff', { laboratoryId: laboratory._id, ...overrides });
    return { ...user, id: user._id.toHexString() };
  };
  const statusOf = async (id: string) => memberOf(await app.as(admin).get(`/api/staff/${id}`).expect(200)).status;

  it('are previewed without a trace, then changed as one', async () => {
    const people = [await someone(), await someone({ status: 'suspended' })];
    const body = { ids: people.map(({ id }) => id), action: 'suspend' };
    const dry = bulkOf(await bulk({ ...body, dryRun: true }, labAdmin).expect(200));
    expect(dry).toEqual({
      applied: false,
      results: [
        {
          _id: people[0]?.id,
          name: people[0]?.name,
          changes: [{ field: 'status', before: 'active', after: 'suspended' }],
          fault: null,
        },
        { _id: people[1]?.id, name: people[1]?.name, changes: [], fault: null },
      ],
      openWork: [],
    });
    expect(await statusOf(people[0]?.id ?? '')).toBe('active');
    expect(answerOf(await bulk(body, labAdmin).expect(200))).toEqual({ ...dry, applied: true });
    expect(await statusOf(people[0]?.id ?? '')).toBe('suspended');
    const history = await app.as(admin).get(`/api/staff/${people[1]?.id}/history`).expect(200);
    expect(answerOf(history)).toEqual([]);
  });

  it('stay as they are when one of them has a fault', async () => {
    const people = [await someone(), await someone({ status: 'exited' })];
    const ids = [...people.map(({ id }) => id), labAdmin.id];
    const answer = bulkOf(await bulk({ ids, action: 'suspend' }, labAdmin).expect(200));
    expect(answer.applied).toBe(false);
    expect(answer.results.map(({ fault }) => fault?.code)).toEqual([undefined, 'STAFF_EXITED', 'OWN_ACCOUNT']);
    expect(await statusOf(people[0]?.id ?? '')).toBe('active');
  });

  it('are not there when one of them is out of reach', async () => {
    const ids = [(await someone()).id, (await someone({ laboratoryId: other._id })).id];
    expect(codeOf(await bulk({ ids, action: 'suspend' }, labAdmin).expect(404))).toBe('STAFF_NOT_FOUND');
  });

  it('move to a laboratory within reach, super admins excepted', async () => {
    const people = [await someone(), await someone()];
    const ids = people.map(({ id }) => id);
    const move = { ids, action: 'move', laboratoryId: other.id };
    expect(codeOf(await bulk(move, labAdmin).expect(404))).toBe('LABORATORY_NOT_FOUND');
    const chief = await app.user('super_admin');
    const mixed = { ...move, ids: [...ids, chief._id.toHexString()] };
    const refused = bulkOf(await bulk(mixed).expect(200));
    expect(refused.results[2]?.fault?.message).toBe('A super admin belongs to the network, not to a laboratory');
    const moved = bulkOf(await bulk(move).expect(200));
    expect(moved.applied).toBe(true);
    expect(moved.results[0]?.changes).toEqual([{ field: 'laboratoryId', before: laboratory.name, after: other.name }]);
    await app.as(labAdmin).get(`/api/staff/${ids[0]}`).expect(404);
  });

  it('get the same shift, or that of the laboratory again', async () => {
    const night = {
      start: '22:00',
      end: '06:00',
      breakMinutes: 30,
      weekdays: [1, 2, 3],
      graceLateMinutes: null,
      halfDayBelowMinutes: null,
      overtimeAfterMinutes: null,
    };
    const people = [await someone(), await someone({ shift: night }), await someone({ status: 'exited' })];
    const body = { ids: people.map(({ id }) => id), action: 'shift', shift: night };
    const refused = bulkOf(await bulk(body, labAdmin).expect(200));
    expect(refused.applied).toBe(false);
    expect(refused.results.map(({ fault }) => fault?.code)).toEqual([undefined, undefined, 'STAFF_EXITED']);
    const both = { ...body, ids: body.ids.slice(0, 2) };
    const given = bulkOf(await bulk(both, labAdmin).expect(200));
    expect(given.results.map(({ changes }) => changes)).toEqual([[{ field: 'shift', before: null, after: night }], []]);
    const listed = await app.as(labAdmin).get(`/api/staff?search=${people[0]?.employeeCode}`).expect(200);
    expect(answerOf(listed)).toMatchObject([{ shift: night }]);
    const ended = bulkOf(await bulk({ ...both, shift: null }, labAdmin).expect(200));
    expect(ended.results.map(({ changes }) => changes.length)).toEqual([1, 1]);
    expect((await bulk({ ...both, shift: undefined }, labAdmin).expect(400)).body).toMatchObject({
      errors: [{ field: 'shift', message: 'Shift is required' }],
    });
  });
});
