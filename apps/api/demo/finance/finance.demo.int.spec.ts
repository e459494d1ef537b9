import { createHash } from 'node:crypto';
import {
  approvalsNeeded,
  financialYearOf,
  isCounted,
  statusAfterApprovals,
  type Transaction,
  type TransactionListItem,
  type TransactionStats,
} from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { seedDemoNetwork } from '../demo-network';
import { demoId } from '../demo-values';
import { Clock } from '../../src/platform/time/clock';
import { startDemoNetwork } from '../../test/demo-network';
import { TestApp } from '../../test/test-app';
import { CheckTotals } from '../../src/modules/finance/totals/check-totals';
import type { TransactionRow } from '../../src/modules/finance/entry/entry.document';

const kolkata = demoId('laboratory KOL');
const isOf = (laboratoryId: TransactionRow['laboratoryId']) => (row: TransactionRow) =>
  row.laboratoryId.equals(laboratoryId);

// Creating this many entries takes a while on a busy machine.
jest.setTimeout(240_000);

async function seededAt(moment: Date): Promise<TestApp> {
  const app = await TestApp.start();
  jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(moment);
  await seedDemoNetwork(app.services);
  return app;
}

function rowsOf(app: TestApp, filter = {}): Promise<TransactionRow[]> {
  const connection = app.services.get<Connection>(getConnectionToken());
  return connection.collection<TransactionRow>('transactions').find(filter).sort({ createdAt: 1, _id: 1 }).toArray();
}

describe('the entries of the demo network', () => {
  let app: TestApp;
  let rows: TransactionRow[];
  let token: string;

  beforeAll(async () => {
    app = await startDemoNetwork();
    rows = await rowsOf(app);
    token = await app.login({ email: 'labadmin@shifa.example', password: 'Shifa@2026' });
  });
  afterAll(() => app.close());

  const read = async <Data>(path: string, query = {}) => {
    const response = await app.as({ token }).get(`/api/transactions${path}`).query(query).expect(200);
    return (response.body as { data: Data }).data;
  };

  it('cover thirteen months in five laboratories', () => {
    expect(rows.length).toBeGreaterThan(1_200);
    expect(rows.length).toBeLessThanOrEqual(3_000);
    expect(new Set(rows.map(({ laboratoryId }) => laboratoryId.toHexString())).size).toBe(5);
    for (const code of ['KOL', 'DXB', 'SLK', 'PAT', 'HWH']) {
      const own = rows.filter(isOf(demoId(`laboratory ${code}`)));
      expect(new Set(own.map(({ date }) => date.slice(0, 7))).size).toBeGreaterThanOrEqual(12);
    }
  });

  it('are numbered by laboratory and year without gaps, in the order of creation', () => {
    const numbers = new Map<string, string[]>();
    for (const { transactionNo } of rows) {
      const series = transactionNo.slice(0, -7);
      numbers.set(series, [...(numbers.get(series) ?? []), transactionNo]);
    }
    for (const [series, given] of numbers) {
      expect(given).toEqual(given.map((_, index) => `${series}-${String(index + 1).padStart(6, '0')}`));
    }
    for (const { date, transactionNo } of rows) expect(transactionNo).toContain(financialYearOf(date));
  });

  it('are followed by the next number', async () => {
    const last = rows.filter(isOf(kolkata)).map(({ transactionNo }) => transactionNo);
    const body = {
      type: 'income',
      category: 'test_fees',
      paymentMethod: 'cash',
      amountPaise: 100,
      description: 'One more',
    };
    const answer = await app.as({ token }).post('/api/transactions').send(body).expect(201);
    const { transactionNo, date } = (answer.body as { data: Transaction }).data;
    const series = `KOL-${financialYearOf(date)}-`;
    const used = last.filter((number) => number.startsWith(series)).length;
    expect(transactionNo).toBe(`${series}${String(used + 1).padStart(6, '0')}`);
    const connection = app.services.get<Connection>(getConnectionToken());
    expect(await connection.collection('transactions').countDocuments()).toBe(rows.length + 1);
  });

  it('have every status in Kolkata, including pending ones', () => {
    const own = rows.filter(isOf(kolkata));
    const count = (wanted: string) => own.filter(({ status }) => status === wanted).length;
    expect(count('pending')).toBeGreaterThanOrEqual(10);
    expect(count('pending')).toBeLessThanOrEqual(14);
    for (const status of ['partially_approved', 'rejected', 'cancelled', 'reversed']) {
      expect(count(status)).toBeGreaterThanOrEqual(1);
    }
    const waiting = own.filter(({ status }) => status === 'pending' || status === 'partially_approved');
    expect(waiting.some(({ nextApprover }) => nextApprover === 'super_admin')).toBe(true);
    expect(waiting.some(({ flags }) => flags.includes('back_dated'))).toBe(true);
    expect(waiting.some(({ createdBy }) => createdBy._id.equals(demoId('user labadmin@shifa.example')))).toBe(true);
    expect(waiting.some(({ reversalOf }) => reversalOf !== null)).toBe(true);
    expect(rows.filter(({ status }) => status === 'approved').length / rows.length).toBeGreaterThan(0.95);
  });

  it('were approved by enough people who had not entered or edited them', () => {
    for (const { createdBy, editedBy, approvals, flags, status, transactionNo } of rows) {
      const approvers = approvals.map(({ by }) => by._id.toHexString());
      expect(approvers).not.toContain(createdBy._id.toHexString());
      if (editedBy) expect(approvers).not.toContain(editedBy._id.toHexString());
      expect(new Set(approvers).size).toBe(approvers.length);
      const roles = approvals.map(({ by: { role } }) => ({ role }));
      if (isCounted(status)) {
        expect([transactionNo, approvals.length]).toEqual([transactionNo, approvalsNeeded(flags)]);
        expect(statusAfterApprovals(flags, roles)).toBe('approved');
      }
    }
  });

  it('match the entries that they reverse', () => {
    for (const contra of rows.filter(({ reversalOf }) => reversalOf)) {
      const original = rows.find(({ _id }) => contra.reversalOf?._id.equals(_id));
      expect(original).toMatchObject({
        transactionNo: contra.reversalOf?.transactionNo,
        status: contra.status === 'approved' ? 'reversed' : 'approved',
        reversedBy: { _id: contra._id, transactionNo: contra.transactionNo },
        amountPaise: contra.amountPaise,
        category: contra.category,
      });
    }
    expect(rows.filter(({ reversalOf }) => reversalOf)).toHaveLength(2);
  });

  it('equal their ledger totals to the paisa', async () => {
    const checks = await app.services.get(CheckTotals).check();
    expect(checks).toHaveLength(5);
    for (const { differences } of checks) expect(differences).toEqual([]);
    const stats = await read<TransactionStats>('/stats');
    expect(stats.trend.filter(({ incomePaise }) => Number(incomePaise) > 0).length).toBeGreaterThanOrEqual(11);
  });

  it('have readable receipts', async () => {
    const withReceipts = rows.filter(({ receipts }) => receipts.length > 0);
    expect(withReceipts.length).toBeGreaterThanOrEqual(2);
    for (const { _id, receipts } of withReceipts) {
      const [receipt] = receipts;
      const file = await app
        .as({ token })
        .get(`/api/transactions/${_id.toHexString()}/receipts/${receipt?._id.toHexString() ?? ''}`)
        .responseType('blob')
        .expect(200);
      const bytes = file.body as Buffer;
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(receipt?.sha256);
      expect(file.headers['content-type']).toBe(receipt?.contentType);
    }
  });

  it('have a history', async () => {
    const [corrected] = rows.filter(({ editedBy, status }) => editedBy && status === 'approved');
    const story = await read<{ action: string; by: { name: string } }[]>(
      `/${corrected?._id.toHexString() ?? ''}/history`,
    );
    const actions = ['approved', 'updated', 'rejected', 'created'].map((action) => `transaction.${action}`);
    expect(story.map(({ action }) => action)).toEqual(actions);
    const [own] = await read<TransactionListItem[]>('', { mine: true, status: 'pending', limit: 1, sort: 'date' });
    expect(own?.actions.approve).toEqual({
      allowed: false,
      reason: "You can't approve an entry that you entered or last edited",
    });
  });
});

it('the entries of the demo network are the same on the same day', async () => {
  const [morning, night] = [new Date('2026-11-20T19:00:00Z'), new Date('2026-11-21T18:00:00Z')];
  const apps = [await seededAt(morning), await seededAt(night)];
  // In India; the day begins later in Dubai.
  const books = await Promise.all(apps.map((app) => rowsOf(app, { laboratoryId: kolkata })));
  expect(books[0]?.length).toBeGreaterThan(400);
  expect(books[0]).toEqual(books[1]);
  for (const { createdAt, updatedAt } of books.flat()) {
    expect(createdAt.getTime()).toBeLessThan(morning.getTime());
    expect(updatedAt.getTime()).toBeLessThan(morning.getTime());
  }
  for (const app of apps) await app.close();
});
