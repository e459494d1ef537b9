import type {
  AuditEntry,
  Failure,
  Laboratory,
  LaboratoryListItem,
  LaboratoryOption,
  LaboratoryStats,
  Pagination,
  SessionUser,
} from '@shifa/contract';
import { createLaboratoryBody } from '@shifa/contract/testing';
import { type Person, TestApp } from '../../../test/test-app';

type Envelope<Data> = { success: true; data: Data; message?: string; pagination: Pagination };

const dataOf = ({ body }: { body: unknown }) => (body as Envelope<Laboratory>).data;
const listOf = ({ body }: { body: unknown }) => (body as Envelope<LaboratoryListItem[]>).data;
const statsOf = ({ body }: { body: unknown }) => (body as Envelope<LaboratoryStats>).data;
const entriesOf = ({ body }: { body: unknown }) => (body as Envelope<AuditEntry[]>).data;

describe('laboratories', () => {
  let app: TestApp;
  let admin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
  });
  afterAll(() => app.close());

  const create = (body: object, person = admin) => app.as(person).post('/api/laboratories').send(body);
  const update = (id: string, body: object, person = admin) => app.as(person).put(`/api/laboratories/${id}`).send(body);
  const get = (id: string, person = admin) => app.as(person).get(`/api/laboratories/${id}`);

  describe('creating', () => {
    it('returns the laboratory with its default values', async () => {
      const body = createLaboratoryBody({ name: 'Shifa Ranchi', code: 'ran' });
      const response = await create(body).expect(201);
      expect(response.body).toMatchObject({ success: true, message: 'Shifa Ranchi was created' });
      expect(dataOf(response)).toMatchObject({
        name: 'Shifa Ranchi',
        code: 'RAN',
        status: 'active',
        timezone: 'Asia/Kolkata',
        version: 1,
        updatedBy: admin.user.name,
        codeFrozen: false,
        policies: { finance: { approvalLimitPaise: 5_000_000 } },
      });
      expect(response.body).not.toHaveProperty('data.searchWords');
      const again = await get(dataOf(response)._id).expect(200);
      expect(dataOf(again)).toEqual(dataOf(response));
    });

    it('names every invalid field', async () => {
      const response = await create({ name: 'X', code: 'a b', contact: { phone: 'call me' } }).expect(400);
      const fields = (response.body as Failure).errors.map(({ field }) => field);
      expect(fields).toEqual(expect.arrayContaining(['name', 'code', 'contact.phone', 'location']));
      expect(response.body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
    });

    it('rejects a code that is already in use, with an error on that field', async () => {
      const { code } = await app.laboratory();
      const response = await create(createLaboratoryBody({ code })).expect(409);
      expect(response.body).toMatchObject({ code: 'LABORATORY_CODE_TAKEN', errors: [{ field: 'code' }] });
    });

    it('keeps the code of an archived laboratory reserved', async () => {
      const { id, code } = await app.laboratory();
      await app.as(admin).delete(`/api/laboratories/${id}`).expect(200);
      await create(createLaboratoryBody({ code })).expect(409);
    });

    it('returns the first response to a repeat with the same key, even for simultaneous requests', async () => {
      const body = createLaboratoryBody();
      const send = () => create(body).set('Idempotency-Key', `key-${body.code}`);
      const [first, second] = await Promise.all([send(), send()]);
      const third = await send();
      for (const response of [first, second, third]) {
        expect(response.status).toBe(201);
        expect(dataOf(response)).toEqual(dataOf(first));
      }
      const list = await app.as(admin).get('/api/laboratories').query({ search: body.code }).expect(200);
      expect((list.body as Envelope<unknown>).pagination.total).toBe(1);
    });

    it('rejects a key that was used with a different body', async () => {
      const key = 'one-key-for-two';
      await create(createLaboratoryBody()).set('Idempotency-Key', key).expect(201);
      const response = await create(createLaboratoryBody()).set('Idempotency-Key', key).expect(400);
      expect(response.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    });
  });

  describe('changing', () => {
    it('accepts one of two simultaneous changes and returns a conflict with the current document to the other', async () => {
      const { id } = await app.laboratory();
      const rival = await app.person('super_admin');
      const responses = await Promise.all([
        update(id, { name: 'First name', version: 1 }),
        update(id, { name: 'Second name', version: 1 }, rival),
      ]);
      const [won, lost] = responses.toSorted((a, b) => a.status - b.status);
      expect([won?.status, lost?.status]).toEqual([200, 409]);
      const winner = won?.body as Envelope<Laboratory>;
      expect(lost?.body).toMatchObject({
        code: 'VERSION_CONFLICT',
        conflict: {
          changedBy: winner.data.updatedBy,
          changedAt: winner.data.updatedAt,
          current: { name: winner.data.name, version: 2 },
        },
      });
    });

    it('keeps fields that were not sent', async () => {
      const created = dataOf(await create(createLaboratoryBody({ weeklyOff: [5] })).expect(201));
      const changed = dataOf(await update(created._id, { name: 'Renamed', version: 1 }).expect(200));
      expect(changed).toEqual({
        ...created,
        name: 'Renamed',
        version: 2,
        updatedAt: changed.updatedAt,
        updatedBy: admin.user.name,
      });
    });

    it('requires the version', async () => {
      const { id } = await app.laboratory();
      const response = await update(id, { name: 'Renamed' }).expect(400);
      expect((response.body as Failure).errors).toEqual([{ field: 'version', message: 'Version is required' }]);
    });

    it('freezes the code once someone works in the laboratory', async () => {
      const laboratory = await app.laboratory();
      await update(laboratory.id, { code: `${laboratory.code}X`, version: 1 }).expect(200);
      await app.user('staff', { laboratoryId: laboratory._id });
      const response = await update(laboratory.id, { code: laboratory.code, version: 2 }).expect(409);
      expect(response.body).toMatchObject({ code: 'LABORATORY_CODE_FROZEN', errors: [{ field: 'code' }] });
      expect(dataOf(await get(laboratory.id)).codeFrozen).toBe(true);
    });

    it('says to its people and in every choice what is not possible while it is suspended', async () => {
      const { id, _id } = await app.laboratory();
      const clerk = await app.person('staff', { laboratoryId: _id });
      const home = async () => {
        const response = await app.as(clerk).get('/api/auth/me').expect(200);
        return (response.body as { data: { user: SessionUser } }).data.user.laboratoryId;
      };
      const allowed = { enterRecords: { allowed: true }, addPeople: { allowed: true } };
      expect((await home())?.actions).toEqual(allowed);

      const { name } = dataOf(await update(id, { status: 'suspended', version: 1 }).expect(200));
      const refused = {
        enterRecords: { allowed: false, reason: 'This laboratory is suspended and accepts no entries' },
        addPeople: { allowed: false, reason: `${name} is suspended. People can join once it resumes.` },
      };
      expect((await home())?.actions).toEqual(refused);
      expect(dataOf(await get(id)).actions).toMatchObject(refused);
      const options = await app.as(admin).get('/api/laboratories/list').expect(200);
      const { data } = options.body as { data: LaboratoryOption[] };
      expect(data.find((option) => option._id === id)?.actions).toEqual(refused);
    });

    it('suspends and resumes', async () => {
      const { id } = await app.laboratory();
      expect(dataOf(await update(id, { status: 'suspended', version: 1 }).expect(200))).toMatchObject({
        status: 'suspended',
      });
      expect(dataOf(await update(id, { status: 'active', version: 2 }).expect(200))).toMatchObject({
        status: 'active',
      });
    });
  });

  describe('archiving', () => {
    it('reports the blockers with their counts', async () => {
      const laboratory = await app.laboratory();
      await app.user('staff', { laboratoryId: laboratory._id });
      await app.user('manager', { laboratoryId: laboratory._id });
      await app.user('staff', { laboratoryId: laboratory._id, status: 'exited' });
      const response = await app.as(admin).delete(`/api/laboratories/${laboratory.id}`).expect(409);
      expect(response.body).toMatchObject({
        code: 'LABORATORY_HAS_BLOCKERS',
        blockers: [{ name: 'active staff', count: 2 }],
      });
      expect(dataOf(await get(laboratory.id))).toMatchObject({ status: 'active', version: 1 });
    });

    it('is preceded by the blockers, for those who can archive', async () => {
      const laboratory = await app.laboratory();
      const blockers = (person: Person) => app.as(person).get(`/api/laboratories/${laboratory.id}/blockers`);
      expect((await blockers(admin).expect(200)).body).toMatchObject({ data: [] });
      const labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
      const data = [{ name: 'active staff', count: 1, resource: 'staff' }];
      expect((await blockers(admin).expect(200)).body).toMatchObject({ data });
      await blockers(labAdmin).expect(403);
    });

    it('is final', async () => {
      const { id } = await app.laboratory();
      expect(dataOf(await app.as(admin).delete(`/api/laboratories/${id}`).expect(200))).toMatchObject({
        status: 'archived',
      });
      const response = await update(id, { name: 'Back again', version: 2 }).expect(409);
      expect(response.body).toMatchObject({ code: 'LABORATORY_ARCHIVED' });
      await app.as(admin).delete(`/api/laboratories/${id}`).expect(409);
    });

    it('checks the version if one is given', async () => {
      const { id } = await app.laboratory();
      await app.as(admin).delete(`/api/laboratories/${id}`).query({ version: 7 }).expect(409);
    });
  });

  describe('for a lab admin', () => {
    it('include only their own: any other seems not to exist', async () => {
      const [own, other] = [await app.laboratory(), await app.laboratory()];
      const labAdmin = await app.person('lab_admin', { laboratoryId: own._id });
      const list = await app.as(labAdmin).get('/api/laboratories').expect(200);
      expect(listOf(list).map(({ _id }) => _id)).toEqual([own.id]);
      expect((list.body as Envelope<unknown>).pagination.total).toBe(1);
      const options = await app.as(labAdmin).get('/api/laboratories/list').expect(200);
      expect(listOf(options).map(({ _id }) => _id)).toEqual([own.id]);
      for (const path of ['', '/stats', '/history']) {
        const response = await app.as(labAdmin).get(`/api/laboratories/${other.id}${path}`).expect(404);
        expect(response.body).toMatchObject({ code: 'LABORATORY_NOT_FOUND' });
      }
      await update(other.id, { name: 'Taken over', version: 1 }, labAdmin).expect(404);
    });
  });

  describe('statistics and history', () => {
    it('count active people by role over the current month of the laboratory', async () => {
      const laboratory = await app.laboratory({ timezone: 'Asia/Dubai' });
      await app.user('staff', { laboratoryId: laboratory._id });
      await app.user('staff', { laboratoryId: laboratory._id });
      await app.user('manager', { laboratoryId: laboratory._id });
      const response = await app.as(admin).get(`/api/laboratories/${laboratory.id}/stats`).expect(200);
      const stats = statsOf(response);
      expect(stats.staff).toEqual({ total: 3, byRole: { staff: 2, manager: 1 } });
      expect(stats.period.from).toMatch(/-01$/);
      expect(stats.finance).toEqual({ incomePaise: 0, expensePaise: 0, netPaise: 0, pendingCount: 0 });
      expect(stats.inventory).toEqual({ valuePaise: 0, lowCount: 0, expiredCount: 0 });
      expect(stats.attendance).toEqual({ ratePercent: null });
    });

    it('accept a period and reject one that ends before it starts or is too long', async () => {
      const { id } = await app.laboratory();
      const stats = (query: object) => app.as(admin).get(`/api/laboratories/${id}/stats`).query(query);
      const response = await stats({ from: '2026-01-01', to: '2026-03-31' }).expect(200);
      expect(statsOf(response).period).toEqual({ from: '2026-01-01', to: '2026-03-31' });
      await stats({ from: '2026-03-01', to: '2026-01-01' }).expect(400);
      await stats({ from: '2024-01-01', to: '2026-01-01' }).expect(400);
    });

    it('list who changed what, newest first', async () => {
      const created = dataOf(await create(createLaboratoryBody()).expect(201));
      await update(created._id, { name: 'Second name', version: 1 }).expect(200);
      const response = await app.as(admin).get(`/api/laboratories/${created._id}/history`).expect(200);
      const entries = entriesOf(response);
      expect(entries.map(({ action }) => action)).toEqual(['laboratory.updated', 'laboratory.created']);
      expect(entries[0]).toMatchObject({
        by: { _id: admin.id, name: admin.user.name },
        changes: expect.arrayContaining([{ field: 'name', before: created.name, after: 'Second name' }]) as unknown,
      });
    });

    it('do not include a write that failed', async () => {
      const { code } = await app.laboratory();
      const laboratory = await app.laboratory();
      await update(laboratory.id, { code, version: 1 }).expect(409);
      const response = await app.as(admin).get(`/api/laboratories/${laboratory.id}/history`).expect(200);
      expect(entriesOf(response)).toEqual([]);
    });
  });
});
