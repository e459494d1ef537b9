import {
  type Blocker,
  categoriesOf,
  type Duplicate,
  type Pagination,
  paymentMethods,
  transactionFlags,
  type TransactionListItem,
  transactionStatuses,
  transactionTypes,
} from '@shifa/contract';
import { demoChance } from '../../../demo/demo-values';
import { addDays, businessDay } from '../../platform/time/business-day';
import type { Person } from '../../../test/test-app';
import { FinanceDesk } from '../../../test/finance/finance-desk';
import { storedTransaction } from '../../../test/finance/stored-transaction';
import { EntryRepository } from './entry/entry.repository';

type Page = { data: TransactionListItem[]; pagination: Pagination };

/** The largest page. */
const ENTRIES = 100;

describe('the list of entries', () => {
  let desk: FinanceDesk;
  let elsewhere: Person;
  let all: TransactionListItem[];
  const today = businessDay(new Date(), 'Asia/Kolkata');
  const lastClosed = addDays(today, -4);

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    const other = await desk.app.laboratory({ timezone: 'Asia/Dubai' });
    elsewhere = await desk.app.person('lab_admin', { laboratoryId: other._id });
    await desk.closeThrough(lastClosed);
    const chance = demoChance('a list to filter');
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item;
    const people = [desk.head, desk.otherHead, desk.clerk, desk.otherClerk];
    const rows = Array.from({ length: ENTRIES }, (_, index) => {
      const type = pick(transactionTypes);
      const [creator, approver] = [pick(people), pick(people)];
      const status = pick(transactionStatuses);
      const above = status === 'partially_approved' || chance() < 0.1;
      const half = {
        by: { _id: approver.user._id, name: approver.user.name, role: approver.user.role },
        at: new Date(),
      };
      return storedTransaction({
        laboratoryId: pick([desk.laboratory._id, desk.laboratory._id, other._id]),
        type,
        status,
        date: addDays(today, -Math.floor(chance() * 9)),
        amountPaise: pick([1, 99_99, 100_00, 100_01, 5_000_00]) + (above ? 5_000_000 : 0),
        category: pick(categoriesOf[type]),
        paymentMethod: pick(paymentMethods),
        party: pick([null, 'Das & Sons', 'DAS & SONS', 'City Hospital']),
        reference: chance() < 0.3 ? `UTR-${index}` : null,
        description: pick(['Rent of the month', 'Reagents (haematology)', 'Usual fees']),
        flags: transactionFlags.filter((flag) => (flag === 'above_limit' ? above : chance() < 0.1)),
        approvals: status === 'partially_approved' && approver !== creator ? [half] : [],
        createdBy: { _id: creator.user._id, name: creator.user.name },
        createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(chance() * 5) * 60_000),
      });
    });
    await desk.app.services.get(EntryRepository).insertMany(rows);
    all = (await list({ limit: 100 })).data;
  });
  afterAll(() => desk.close());

  async function list(query: object, person: Person = desk.head): Promise<Page> {
    const response = await desk.app.as(person).get('/api/transactions').query(query).expect(200);
    return response.body as Page;
  }
  const idsOf = (entries: { _id: string }[]) => entries.map(({ _id }) => _id).sort();
  const within = (entry: TransactionListItem) => entry.laboratoryId._id === desk.laboratory.id;

  it('contains every entry once, newest first', () => {
    expect(new Set(idsOf(all)).size).toBe(ENTRIES);
    const days = all.map(({ date }) => date);
    expect(days).toEqual(days.toSorted().reverse());
  });

  const filters: [object, (entry: TransactionListItem) => boolean][] = [
    [{ type: 'income' }, ({ type }) => type === 'income'],
    [{ category: ['rent', 'corporate'] }, ({ category }) => category === 'rent' || category === 'corporate'],
    [{ paymentMethod: 'upi' }, ({ paymentMethod }) => paymentMethod === 'upi'],
    [{ status: ['pending', 'reversed'] }, ({ status }) => status === 'pending' || status === 'reversed'],
    [{ flag: 'above_limit' }, ({ flags }) => flags.includes('above_limit')],
    [
      { flag: ['back_dated', 'locked_period'] },
      ({ flags }) => flags.includes('back_dated') || flags.includes('locked_period'),
    ],
    [{ party: 'das & Sons' }, ({ party }) => party?.toLowerCase() === 'das & sons'],
    [{ from: addDays(today, -3) }, ({ date }) => date >= addDays(today, -3)],
    [{ to: addDays(today, -3) }, ({ date }) => date <= addDays(today, -3)],
    [
      { from: addDays(today, -5), to: addDays(today, -2) },
      ({ date }) => date >= addDays(today, -5) && date <= addDays(today, -2),
    ],
    [{ minAmount: '₹ 100', maxAmount: '5,000' }, ({ amountPaise }) => amountPaise >= 10_000 && amountPaise <= 500_000],
    [{ minAmount: '100.01' }, ({ amountPaise }) => amountPaise >= 10_001],
    [{ search: 'haemat' }, ({ description }) => description.includes('haemat')],
    [{ search: 'hosp city' }, ({ party }) => party === 'City Hospital'],
    [{ search: '100.01' }, ({ amountPaise }) => amountPaise === 10_001],
    [{ search: '5,000.00' }, ({ amountPaise }) => amountPaise === 500_000],
    [
      { search: '₹5,000 usual' },
      ({ amountPaise, description }) => amountPaise === 500_000 && description === 'Usual fees',
    ],
    [{ search: 'utr-1' }, ({ reference }) => reference?.startsWith('UTR-1') ?? false],
    [
      { type: 'expense', status: 'approved', search: 'rent' },
      ({ type, status, description }) => type === 'expense' && status === 'approved' && description.startsWith('Rent'),
    ],
  ];

  it.each(filters)('with %j contains exactly the matching entries', async (query, matches) => {
    const expected = all.filter(matches);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(ENTRIES);
    const { data, pagination } = await list({ ...query, limit: 100 });
    expect(pagination.total).toBe(expected.length);
    expect(idsOf(data)).toEqual(idsOf(expected));
    const own = await list({ ...query, limit: 100 }, desk.clerk);
    expect(idsOf(own.data)).toEqual(idsOf(expected.filter(within)));
    expect(own.pagination.total).toBe(own.data.length);
  });

  it('finds an entry by each tail of its number', async () => {
    for (const { _id, transactionNo } of all.slice(0, 3)) {
      const tail = transactionNo.split('-').at(-1) ?? '';
      const tails = [transactionNo, transactionNo.split('-').slice(1).join('-'), tail, tail.replace(/^0+/, '')];
      for (const search of tails) {
        const { data } = await list({ search, limit: 100 });
        expect(idsOf(data)).toContain(_id);
      }
    }
  });

  it.each(['date', '-transactionNo', 'amountPaise', '-createdAt'] as const)(
    'sorts by %s, and each page goes on where the one before ended',
    async (sort) => {
      const pages = await Promise.all([1, 2, 3].map((page) => list({ sort, page, limit: 40 })));
      const sorted = pages.flatMap(({ data }) => data);
      expect(idsOf(sorted)).toEqual(idsOf(all));
      const field = sort.replace('-', '') as 'date' | 'transactionNo' | 'amountPaise' | 'createdAt';
      const sign = sort.startsWith('-') ? -1 : 1;
      const keys = sorted.map((entry) => [entry[field], entry._id] as const);
      const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
      expect(keys).toEqual(keys.toSorted((a, b) => sign * (order(a[0], b[0]) || order(a[1], b[1]))));
    },
  );

  it('of own entries contains only those', async () => {
    const { data } = await list({ mine: 'true', limit: 100 }, desk.clerk);
    expect(data.length).toBeGreaterThan(0);
    const own = all.filter(({ createdBy }) => createdBy._id === desk.clerk.id).filter(within);
    expect(idsOf(data)).toEqual(idsOf(own));
    expect((await list({ mine: 'false' })).pagination.total).toBe(ENTRIES);
  });

  it('of a person is what they leave behind, as far as the viewer sees it', async () => {
    const openWork = async (person: Person) => {
      const response = await desk.app.as(person).get(`/api/staff/${desk.otherClerk.id}/open-work`).expect(200);
      return (response.body as { data: Blocker[] }).data;
    };
    for (const viewer of [desk.head, desk.clerk]) {
      const blockers = await openWork(viewer);
      expect(blockers.map(({ name }) => name.replace(/^\w+ /, ''))).toEqual(['pending approval', 'rejected']);
      for (const { count, filter } of blockers) {
        const listed = await list({ ...filter, limit: 100 }, viewer);
        expect([listed.pagination.total, listed.data.length]).toEqual([count, count]);
        expect(listed.data.every(({ createdBy }) => createdBy._id === desk.otherClerk.id)).toBe(true);
      }
    }
    await desk.app.as(elsewhere).get(`/api/staff/${desk.otherClerk.id}/open-work`).expect(404);
    expect((await list({ enteredBy: desk.otherClerk.id, mine: 'true' }, desk.clerk)).data).toEqual([]);
  });

  it('from a moment of creation on contains that moment and what was created later', async () => {
    const [first] = (await list({ sort: 'createdAt', limit: 1 })).data;
    const createdFrom = first?.createdAt ?? '';
    expect((await list({ createdFrom })).pagination.total).toBe(ENTRIES);
    const after = new Date(Date.parse(createdFrom) + 1).toISOString();
    const later = all.filter(({ createdAt }) => createdAt >= after);
    expect((await list({ createdFrom: after })).pagination.total).toBe(later.length);
    expect((await list({ createdFrom: '2999-01-01T00:00:00.000Z' })).data).toEqual([]);
  });

  it.each(['head', 'otherHead', 'clerk', 'otherClerk'] as const)(
    'of what waits for the %s: what the button to approve is open on',
    async (who) => {
      const everything = await list({ limit: 100 }, desk[who]);
      const open = everything.data.filter(({ actions }) => actions.approve?.allowed);
      const { data, pagination } = await list({ waitingForMe: 'true', limit: 100 }, desk[who]);
      expect(data.length).toBeGreaterThan(0);
      expect(idsOf(data)).toEqual(idsOf(open));
      expect(pagination.total).toBe(open.length);
    },
  );

  it('of waiting entries is empty for people who cannot approve', async () => {
    const viewer = await desk.app.person('lab_admin', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'transactions.approve': false },
    });
    expect(await list({ waitingForMe: 'true' }, viewer)).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  it('is limited to the own laboratory, regardless of the filter', async () => {
    const other = elsewhere.user.laboratoryId?.toHexString();
    expect((await list({ limit: 100 }, elsewhere)).data.every((entry) => !within(entry))).toBe(true);
    expect((await list({ laboratoryId: other }, desk.clerk)).data).toEqual([]);
    const both = { laboratoryId: [other, desk.laboratory.id], limit: 100 };
    expect(idsOf((await list(both, desk.clerk)).data)).toEqual(idsOf(all.filter(within)));
    const manager = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
    await desk.app.as(manager).get('/api/transactions').expect(403);
  });

  it.each([{ minAmount: '0' }, { from: 'soon' }, { sort: 'party' }, { status: 'lost' }, { waitingForMe: 'yes' }])(
    'refuses %j on its field',
    async (query) => {
      const response = await desk.app.as(desk.head).get('/api/transactions').query(query).expect(400);
      expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: Object.keys(query)[0] }] });
    },
  );
});

describe('entries with the same reference', () => {
  let desk: FinanceDesk;
  let elsewhere: Person;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    const other = await desk.app.laboratory();
    elsewhere = await desk.app.person('lab_admin', { laboratoryId: other._id });
  });
  afterAll(() => desk.close());

  const bearing = async (query: object, person: Person = desk.clerk) => {
    const response = await desk.app.as(person).get('/api/transactions/duplicates').query(query).expect(200);
    return (response.body as { data: Duplicate[] }).data.map(({ transactionNo }) => transactionNo);
  };

  it('are found regardless of case and spaces, except rejected, cancelled and edited ones', async () => {
    const enter = (reference: string, person = desk.clerk, date?: string) =>
      desk.entered(person, {
        reference,
        laboratoryId: person.user.laboratoryId?.toHexString(),
        date,
        confirmDuplicate: true,
      });
    const first = await enter('UTR 0042');
    const second = await enter('utr0042');
    const rejected = await enter('UTR0042');
    await desk.reject(desk.otherClerk, rejected._id).expect(200);
    await desk.cancel(desk.clerk, (await enter('UTR0042'))._id).expect(200);
    const there = await enter('UTR0042', elsewhere);

    const own = [second.transactionNo, first.transactionNo];
    expect(await bearing({ reference: ' utr00 42' })).toEqual(own);
    expect(await bearing({ reference: 'UTR0042', except: second._id })).toEqual([first.transactionNo]);
    expect(await bearing({ reference: 'UTR004' })).toEqual([]);
    expect(await bearing({ reference: 'UTR0042', laboratoryId: there.laboratoryId._id })).toEqual([]);
    const known = { reference: 'UTR0042' };
    expect(await bearing({ ...known, laboratoryId: there.laboratoryId._id }, desk.head)).toEqual([there.transactionNo]);
    expect((await bearing(known, desk.head)).sort()).toEqual([...own, there.transactionNo].sort());
    for (let count = 0; count < 6; count += 1) await enter('Many');
    expect(await bearing({ reference: 'many' })).toHaveLength(5);
  });

  it('require a reference', async () => {
    await desk.app.as(desk.clerk).get('/api/transactions/duplicates').expect(400);
  });
});
