import type { LaboratoryComparison } from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { Caches } from '../../platform/cache/caches';
import { commandsOf, examinedBy } from '../../../test/explain';
import { type Person, TestApp } from '../../../test/test-app';

describe('the cost of the dashboard of a network', () => {
  let app: TestApp;
  let head: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    head = await app.person('super_admin');
    await addLaboratories(2);
  });
  afterAll(() => app.close());

  async function addLaboratories(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const laboratory = await app.laboratory({ timezone: 'Asia/Kolkata' });
      const admin = await app.person('lab_admin', { laboratoryId: laboratory._id, joiningDate: '2026-01-01' });
      await app.as(admin).post('/api/transactions').send(createTransactionBody()).expect(201);
      await app.as(admin).post('/api/attendance/clock-in').send({}).expect(200);
    }
  }

  const connection = () => app.services.get<Connection>(getConnectionToken());
  const read = (path: string) => app.as(head).get(`/api${path}`).expect(200);

  /** As the first request after a start, but with a known session. */
  async function afresh<Result>(path: string, measure: typeof commandsOf | typeof examinedBy): Promise<Result> {
    await read('/dashboard?blocks=me');
    app.services.get(Caches).clear();
    return (await measure(connection(), () => read(path))) as Result;
  }

  it.each(['/dashboard', '/dashboard/quick-stats'])(
    'is as many commands of the database for %s, however many laboratories there are',
    async (path) => {
      const before = await afresh<string[]>(path, commandsOf);
      await addLaboratories(5);
      const after = await afresh<string[]>(path, commandsOf);
      // Which of two blocks that need the same month reads it, and whether with other months, depends on which is first.
      expect(Math.abs(after.length - before.length)).toBeLessThan(2);
      expect(new Set(after)).toEqual(new Set(before));
    },
  );

  it('is as many documents for the laboratories as for each block that compares them', async () => {
    const answer = await read('/dashboard?blocks=laboratories');
    const rows = (answer.body as { data: { laboratories: LaboratoryComparison[] } }).data.laboratories;
    const examined = await afresh<Record<string, number>>('/dashboard', examinedBy);
    // Once to compare them and once to name them in the list of recent changes.
    expect(examined['laboratories']).toBeLessThanOrEqual(3 * rows.length);
  });

  it.each(['/dashboard', '/dashboard/quick-stats'])('does not depend on the entries for %s', async (path) => {
    const before = await afresh<Record<string, number>>(path, examinedBy);
    const entries = connection().collection('transactions');
    const [entry] = await entries.find().limit(1).toArray();
    const approved = Array.from({ length: 500 }, (_, index) => {
      return {
        ...entry,
        _id: new Types.ObjectId(),
        transactionNo: `COST-${index}`,
        status: 'approved',
        nextApprover: null,
      };
    });
    await entries.insertMany(approved);
    expect(await afresh(path, examinedBy)).toEqual(before);
    await entries.deleteMany({ _id: { $in: approved.map(({ _id }) => _id) } });
  });

  it('reads neither people nor records of the day again until one of them changes', async () => {
    await read('/dashboard');
    const { users = 0, attendance = 0, ...others } = await examinedBy(connection(), () => read('/dashboard'));
    // The viewer's own account, for their own day.
    expect({ users, attendance }).toEqual({ users: 1, attendance: 0 });
    expect(others).not.toHaveProperty('finance-figures');
    expect(await commandsOf(connection(), () => read('/dashboard/quick-stats'))).toHaveLength(3);
  });
});
