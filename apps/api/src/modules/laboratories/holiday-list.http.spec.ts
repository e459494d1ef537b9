import type { AddHolidaysBody, AuditEntry, BulkAnswer, Laboratory } from '@shifa/contract';
import { type Person, TestApp } from '../../../test/test-app';

const republicDay = { date: '2027-01-26', name: 'Republic Day' };
const diwali = { date: '2027-10-29', name: 'Diwali' };

describe('adding a list of holidays', () => {
  let app: TestApp;
  let admin: Person;

  const add = (body: Partial<AddHolidaysBody>, person = admin) =>
    app
      .as(person)
      .post('/api/laboratories/holidays')
      .send({ holidays: [republicDay, diwali], ...body });
  const answerOf = ({ body }: { body: unknown }) => (body as { data: BulkAnswer }).data;
  const get = async (id: string) => {
    const response = await app.as(admin).get(`/api/laboratories/${id}`).expect(200);
    return (response.body as { data: Laboratory }).data;
  };

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
  });
  afterAll(() => app.close());

  it('shows what would change, changes it in all of them, and each keeps the days of its own', async () => {
    const own = { date: '2027-01-26', name: 'Our name' };
    const [one, other] = [await app.laboratory({ holidays: [own] }), await app.laboratory()];
    const preview = answerOf(await add({ ids: [one.id, other.id], dryRun: true }).expect(200));
    expect(preview).toMatchObject({
      applied: false,
      results: [
        { _id: one.id, fault: null, changes: [{ field: 'holidays', before: [own], after: [own, diwali] }] },
        { _id: other.id, fault: null, changes: [{ field: 'holidays', before: [], after: [republicDay, diwali] }] },
      ],
    });
    expect((await get(one.id)).holidays).toEqual([own]);

    expect(answerOf(await add({ ids: [one.id, other.id] }).expect(200))).toMatchObject({ applied: true });
    expect((await get(one.id)).holidays).toEqual([own, diwali]);
    expect(await get(other.id)).toMatchObject({ holidays: [republicDay, diwali], version: 2 });
    const history = await app.as(admin).get(`/api/laboratories/${other.id}/history`).expect(200);
    expect((history.body as { data: AuditEntry[] }).data).toMatchObject([
      { action: 'laboratory.updated', by: { _id: admin.id }, changes: [{ field: 'holidays' }] },
    ]);

    const again = answerOf(await add({ ids: [one.id, other.id] }).expect(200));
    expect(again.results.map(({ changes }) => changes)).toEqual([[], []]);
    expect((await get(other.id)).version).toBe(2);
  });

  it('replaces the holidays of its years on request', async () => {
    const kept = { date: '2026-12-25', name: 'Christmas' };
    const { id } = await app.laboratory({ holidays: [kept, { date: '2027-01-27', name: 'Typing error' }] });
    await add({ ids: [id], replace: true }).expect(200);
    expect((await get(id)).holidays).toEqual([kept, republicDay, diwali]);
  });

  it('changes none if one cannot be changed, and says which and why', async () => {
    const [open, archived] = [await app.laboratory(), await app.laboratory({ status: 'archived' })];
    const full = await app.laboratory({
      holidays: Array.from({ length: 199 }, (_, at) => ({
        date: new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10),
        name: 'x',
      })),
    });
    const answer = answerOf(await add({ ids: [open.id, archived.id, full.id] }).expect(200));
    expect(answer).toMatchObject({
      applied: false,
      results: [
        { fault: null },
        { fault: { code: 'LABORATORY_ARCHIVED' } },
        { fault: { code: 'VALIDATION_FAILED', message: 'At most 200 holidays' } },
      ],
    });
    expect((await get(open.id)).holidays).toEqual([]);
  });

  it('leaves the calendar of others alone, and that of their own work to those above', async () => {
    const [own, other] = [await app.laboratory(), await app.laboratory()];
    const labAdmin = await app.person('lab_admin', { laboratoryId: own._id });
    const staff = await app.person('staff', { laboratoryId: own._id });
    await add({ ids: [other.id] }, labAdmin).expect(404);
    await add({ ids: [own.id] }, staff).expect(403);
    const answer = answerOf(await add({ ids: [own.id] }, labAdmin).expect(200));
    expect(answer).toMatchObject({ applied: false, results: [{ fault: { code: 'OWN_WORK' } }] });
    expect((await get(own.id)).holidays).toEqual([]);
  });

  it('answers a repeated request with what the first one did, and 16 at once leave each day once', async () => {
    const { id } = await app.laboratory();
    const send = () => add({ ids: [id] }).set('Idempotency-Key', 'holidays-of-2027');
    const [first, second] = [await send().expect(200), await send().expect(200)];
    expect(second.body).toEqual(first.body);
    await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        add({ ids: [id], holidays: [{ date: `2028-01-0${1 + (at % 4)}`, name: 'x' }] }),
      ),
    );
    const { holidays } = await get(id);
    expect(new Set(holidays.map(({ date }) => date)).size).toBe(holidays.length);
    expect(holidays).toHaveLength(6);
  });

  it('names what is wrong in the body', async () => {
    const { id } = await app.laboratory();
    const response = await add({ ids: [id], holidays: [{ date: '2027-02-30', name: '' }] }).expect(400);
    expect((response.body as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
      'holidays.0.date',
      'holidays.0.name',
    ]);
  });
});
