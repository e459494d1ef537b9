import type { AuditEntry, Supplier } from '@shifa/contract';
import { dataOf } from '../../../../test/attendance/attendance-desk';
import { type Person, TestApp } from '../../../../test/test-app';

jest.setTimeout(60_000);

describe('the history of a supplier', () => {
  let app: TestApp;
  let home: string;
  let other: string;
  let admin: Person;
  let superAdmin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    const [one, two] = [await app.laboratory(), await app.laboratory()];
    [home, other] = [one.id, two.id];
    admin = await app.person('lab_admin', { laboratoryId: one._id });
    superAdmin = await app.person('super_admin');
  });
  afterAll(() => app.close());

  const created = async (laboratoryIds: string[]) => {
    const uses = laboratoryIds.map((laboratoryId) => ({ laboratoryId, leadTimeDays: 3 }));
    const body = { name: `Sigma Supplies ${laboratoryIds.length}`, uses };
    return dataOf<Supplier>(await app.as(superAdmin).post('/api/suppliers').send(body).expect(201));
  };
  const update = ({ _id, version }: Supplier, body: object) =>
    app
      .as(superAdmin)
      .put(`/api/suppliers/${_id}`)
      .send({ version, ...body })
      .expect(200);
  const readBy = async (person: Person, { _id }: Supplier) => {
    const history = dataOf<AuditEntry[]>(await app.as(person).get(`/api/suppliers/${_id}/history`).expect(200));
    const log = dataOf<AuditEntry[]>(await app.as(person).get(`/api/audit?entityId=${_id}`).expect(200));
    return [history[0]?.changes, log[0]?.changes];
  };

  it('shows a laboratory none of the others that use it or have used it', async () => {
    const supplier = await created([home, other]);
    await update(supplier, { uses: [{ laboratoryId: home, leadTimeDays: 5 }], paymentDays: 45 });
    const paymentDays = { field: 'paymentDays', before: 30, after: 45 };
    const use = (laboratoryId: string, leadTimeDays: number) => ({ laboratoryId, leadTimeDays });
    const own = { field: 'uses', before: [use(home, 3)], after: [use(home, 5)], entries: true };
    for (const changes of await readBy(admin, supplier)) {
      expect(changes).toEqual(expect.arrayContaining([paymentDays, own]));
      expect(JSON.stringify(changes)).not.toContain(other);
    }
    for (const changes of await readBy(superAdmin, supplier)) {
      expect(changes).toContainEqual({ ...own, before: [use(home, 3), use(other, 3)] });
    }
  });

  it('leaves out the list where only the entries of others changed', async () => {
    const supplier = await created([home, other, (await app.laboratory()).id]);
    await update(supplier, { uses: [{ laboratoryId: home, leadTimeDays: 3 }], paymentDays: 45 });
    for (const changes of await readBy(admin, supplier)) {
      expect(changes).toEqual([{ field: 'paymentDays', before: 30, after: 45 }]);
    }
  });

  it('shows a laboratory that takes a supplier over nothing of what it was before', async () => {
    const supplier = await created([other]);
    await update(supplier, { name: 'Sigma Home', uses: [{ laboratoryId: home, leadTimeDays: 3 }] });
    for (const changes of await readBy(admin, supplier)) {
      expect(changes).toContainEqual({ field: 'name', after: 'Sigma Home' });
      expect(JSON.stringify(changes)).not.toContain('Sigma Supplies');
    }
  });
});
