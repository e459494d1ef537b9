import {
  type AttentionItem,
  boardGroups,
  countOfGroup,
  type Dashboard,
  type Notification,
  type QuickStats,
} from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { startDemoNetwork } from '../../../test/demo-network';
import { demoChance } from '../../../demo/demo-values';
import { effort } from '../../../test/effort';
import { TestApp } from '../../../test/test-app';
import { GroupCounts } from '../notifications/notifications.port';

// Seeding the network takes a while on a busy machine.
jest.setTimeout(240_000);

const viewers = {
  super_admin: 'super@shifa.example',
  lab_admin: 'labadmin@shifa.example',
  manager: 'manager@shifa.example',
  staff: 'staff@shifa.example',
  'lab_admin of another laboratory': 'labadmin.dxb@shifa.example',
};

/** The list of each resource of the attention list. */
const lists: Record<AttentionItem['resource'], string> = {
  laboratories: '/laboratories',
  staff: '/staff',
  transactions: '/transactions',
  inventory: '/inventory',
  expiring: '/inventory/expiring',
  transfers: '/inventory/transfers',
  'write-offs': '/inventory/write-offs',
  'purchase-orders': '/purchase-orders',
  attendance: '/attendance',
  missed: '/attendance/me',
  leave: '/attendance/leaves',
};

/** The lists that notifications of groups lead to. */
const notified: Record<string, { path: string; filter: Record<string, string> }> = {
  '/finances/approvals': { path: '/transactions', filter: { waitingForMe: 'true' } },
  '/inventory/write-offs': { path: '/inventory/write-offs', filter: { waitingForMe: 'true' } },
  '/attendance/review': { path: '/attendance', filter: { waitingForMe: 'true' } },
  '/attendance/records': { path: '/attendance', filter: {} },
};

describe('the dashboard of the demo network', () => {
  let app: TestApp;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    app = await startDemoNetwork();
    for (const [name, email] of Object.entries(viewers)) {
      tokens.set(name, await app.login({ email, password: 'Shifa@2026' }));
    }
  });
  afterAll(() => app.close());

  const as = (name: string) => app.as({ token: tokens.get(name) ?? '' });

  async function read<Data>(name: string, path: string): Promise<Data> {
    const response = await as(name).get(`/api${path}`).expect(200);
    return (response.body as { data: Data }).data;
  }

  async function total(
    name: string,
    path: string,
    filter: Record<string, string | readonly string[]>,
  ): Promise<number> {
    const pairs = Object.entries(filter).flatMap(([field, value]) =>
      [value].flat().map((one): [string, string] => [field, one]),
    );
    const response = await as(name).get(`/api${path}?${new URLSearchParams([...pairs, ['limit', '1']]).toString()}`);
    expect(response.status).toBe(200);
    return (response.body as { pagination: { total: number } }).pagination.total;
  }

  const dashboard = (name: string, query = '') => read<Dashboard>(name, `/dashboard${query}`);

  /** Every number that leads to a list, next to the number of that list. */
  async function numbersOf(name: string): Promise<[what: string, shown: number, listed: number][]> {
    const { attention = [], finance, inventory, attendance, staff, laboratories = [] } = await dashboard(name);
    const numbers: [string, number, number][] = [];
    const compare = async (what: string, shown: number, path: string, filter: Record<string, string | string[]>) => {
      numbers.push([what, shown, await total(name, path, filter)]);
    };
    for (const { name: text, count, resource, filter = {} } of attention) {
      await compare(text, count, lists[resource], filter);
    }
    if (finance) {
      const { from, to } = finance.period;
      const counted = { from, to, status: ['approved', 'reversed'] };
      await compare('entries of the month', finance.count, '/transactions', counted);
      await compare('pending', finance.pending.count, '/transactions', {
        from,
        to,
        status: ['pending', 'partially_approved'],
      });
      for (const { category, count } of finance.byCategory) {
        await compare(category, count, '/transactions', { ...counted, category });
      }
      await compare('rejected', finance.rejectedCount, '/transactions', { from, to, status: 'rejected' });
    }
    if (inventory) {
      await compare('low', inventory.low, '/inventory', { stockStatus: 'low' });
      await compare('out', inventory.out, '/inventory', { stockStatus: 'out' });
      await compare('expired', inventory.expiredBatches, '/inventory/expiring', { expired: 'true' });
      for (const days of ['7', '30', '90'] as const) {
        await compare(`expiring in ${days}`, inventory[`expiring${days}`], '/inventory/expiring', {
          days,
          expired: 'false',
        });
      }
    }
    if (attendance) {
      await compare('in now', attendance.inNow, '/attendance', { open: 'true' });
      for (const show of boardGroups)
        await compare(show, attendance[countOfGroup[show]], '/attendance/people', { show });
      await compare('leave to decide', attendance.pendingLeaves, '/attendance/leaves', { status: 'pending' });
      await compare('to decide', attendance.pendingApprovals, '/attendance', { approvalStatus: 'pending' });
    }
    if (staff) {
      await compare('active', staff.byStatus.active, '/staff', { status: 'active' });
      for (const [role, count] of Object.entries(staff.byRole)) {
        await compare(role, count, '/staff', { status: 'active', role });
      }
      const { from: joinedFrom, to: joinedTo, count } = staff.joinedThisMonth;
      const status = ['active', 'suspended', 'exited'];
      await compare('joined', count, '/staff', { status, joinedFrom, joinedTo });
    }
    for (const { laboratory, staff: people, finance: money, inventory: stock, attendance: today } of laboratories) {
      const of = { laboratoryId: laboratory._id };
      for (const show of ['in', 'late', 'absent'] as const) {
        const shown = today?.[countOfGroup[show]] ?? 0;
        await compare(`${show} in ${laboratory.code}`, shown, '/attendance/people', { ...of, show });
      }
      await compare(`out in ${laboratory.code}`, stock?.out ?? 0, '/inventory', { ...of, stockStatus: 'out' });
      const expired = { ...of, expired: 'true' };
      await compare(`expired in ${laboratory.code}`, stock?.expiredBatches ?? 0, '/inventory/expiring', expired);
      await compare(`people of ${laboratory.code}`, people?.active ?? 0, '/staff', { ...of, status: 'active' });
      await compare(`low in ${laboratory.code}`, stock?.low ?? 0, '/inventory', { ...of, stockStatus: 'low' });
      const { period, count = 0, pendingCount = 0 } = money ?? {};
      const month = { ...of, from: period?.from ?? '', to: period?.to ?? '' };
      await compare(`entries of ${laboratory.code}`, count, '/transactions', {
        ...month,
        status: ['approved', 'reversed'],
      });
      await compare(`pending in ${laboratory.code}`, pendingCount, '/transactions', {
        ...month,
        status: ['pending', 'partially_approved'],
      });
    }
    await app.services.get(GroupCounts).run();
    const unread = await read<Notification[]>(name, '/notifications?isRead=false&limit=100');
    for (const { message, actionUrl, laboratoryId } of unread) {
      const [, count] = /^(\d+) /.exec(message) ?? [];
      const [path = '', query] = actionUrl?.split('?') ?? [];
      const list = notified[path];
      if (count === undefined || !list || laboratoryId === null) continue;
      const filter = { ...list.filter, ...Object.fromEntries(new URLSearchParams(query)), laboratoryId };
      await compare(message, Number(count), list.path, filter);
    }
    return numbers;
  }

  const differences = async (name: string) => (await numbersOf(name)).filter(([, shown, listed]) => shown !== listed);

  it.each([
    ['super_admin', ['activity', 'attendance', 'attention', 'finance', 'inventory', 'laboratories', 'me', 'staff']],
    ['lab_admin', ['activity', 'attendance', 'attention', 'finance', 'inventory', 'me', 'staff']],
    ['manager', ['activity', 'attendance', 'attention', 'inventory', 'me']],
    ['staff', ['attention', 'me']],
  ])('has for a %s exactly the blocks that they may see', async (name, blocks) => {
    const { asOf, ...rest } = await dashboard(name);
    expect(Date.parse(asOf)).not.toBeNaN();
    expect(Object.keys(rest).sort()).toEqual(blocks);
  });

  it.each(Object.keys(viewers))('shows a %s the numbers of their lists', async (name) => {
    const numbers = await numbersOf(name);
    expect(numbers.filter(([, shown, listed]) => shown !== listed)).toEqual([]);
    if (name !== 'staff') expect(numbers.length).toBeGreaterThan(5);
  });

  it('adds up the laboratories to the blocks of the network', async () => {
    const { laboratories = [], finance, inventory, attendance } = await dashboard('super_admin');
    const sum = (numberOf: (row: (typeof laboratories)[number]) => number | string | undefined) =>
      laboratories.reduce((all, row) => all + Number(numberOf(row) ?? 0), 0);
    expect(laboratories.length).toBe(5);
    expect(sum((row) => row.finance?.netPaise)).toBe(finance?.netPaise);
    expect(sum((row) => row.inventory?.valuePaise)).toBe(inventory?.valuePaise);
    expect(sum((row) => row.attendance?.expected)).toBe(attendance?.expected);
    expect(attendance?.expected).toBeGreaterThan(0);
  });

  it('is narrowed to one laboratory and to some blocks', async () => {
    const { laboratories = [] } = await dashboard('super_admin', '?blocks=laboratories');
    // Elsewhere, the month begins at another hour.
    const first = laboratories.find(({ laboratory }) => laboratory.code === 'KOL');
    const one = await dashboard(
      'super_admin',
      `?laboratoryId=${first?.laboratory._id ?? ''}&blocks=finance&blocks=staff`,
    );
    expect(Object.keys(one).sort()).toEqual(['asOf', 'finance', 'staff']);
    expect(one.staff?.byStatus.active).toBe(first?.staff?.active);
    expect(one.finance?.netPaise).toBe(first?.finance?.netPaise);
    await as('super_admin').get('/api/dashboard?blocks=everything').expect(400);
  });

  it('shows nothing of another laboratory', async () => {
    const { laboratories = [] } = await dashboard('super_admin', '?blocks=laboratories');
    const dubai = laboratories.find(({ laboratory }) => laboratory.code === 'DXB')?.laboratory._id ?? '';
    for (const path of ['/dashboard', '/dashboard/quick-stats']) {
      await as('lab_admin').get(`/api${path}?laboratoryId=${dubai}`).expect(404);
    }
    const { activity = [] } = await dashboard('lab_admin');
    expect(activity.length).toBeGreaterThan(0);
    expect(new Set(activity.map(({ laboratory }) => laboratory?.code ?? 'KOL'))).toEqual(new Set(['KOL']));
  });

  it('says who last changed what, without clock-ins, and with the name of the document', async () => {
    const { activity = [] } = await dashboard('super_admin', '?blocks=activity');
    expect(activity).toHaveLength(12);
    expect(activity.map(({ at }) => at)).toEqual(
      activity
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const noise = activity.filter(({ entity, action, name }) => {
      return entity === 'attendance' || action.startsWith('session.') || action.endsWith('.on-order') || name === '';
    });
    expect(noise).toEqual([]);
    expect(activity[0]).not.toHaveProperty('changes');
  });

  it('has quick statistics equal to the blocks', async () => {
    for (const name of Object.keys(viewers)) {
      const { asOf: _, ...quick } = await read<QuickStats>(name, '/dashboard/quick-stats');
      const { attendance, finance, inventory, staff } = await dashboard(name);
      expect(quick).toEqual({
        ...(attendance && { attendance: { inNow: attendance.inNow, pendingApprovals: attendance.pendingApprovals } }),
        ...(finance && {
          finance: {
            period: finance.period,
            count: finance.count,
            incomePaise: finance.incomePaise,
            expensePaise: finance.expensePaise,
            netPaise: finance.netPaise,
            pendingCount: finance.pending.count,
          },
        }),
        ...(inventory && {
          inventory: {
            low: inventory.low,
            out: inventory.out,
            expiredBatches: inventory.expiredBatches,
            valuePaise: inventory.valuePaise,
          },
        }),
        ...(staff && { staff: { active: staff.byStatus.active } }),
      });
    }
  });

  it('still shows the numbers of the lists after many random writes', async () => {
    const chance = demoChance('dashboard writes');
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)];
    const items = ((await as('lab_admin').get('/api/inventory?limit=100')).body as { data: { _id: string }[] }).data;
    const entered: { _id: string }[] = [];
    const statuses = new Map<string, number>();
    const count = (response: { status: number }, what: string) =>
      statuses.set(`${what} ${response.status}`, (statuses.get(`${what} ${response.status}`) ?? 0) + 1);
    const writes: Record<string, () => Promise<void>> = {
      enter: async () => {
        const body = createTransactionBody({ amountPaise: 1 + Math.floor(chance() * 10_000_000) });
        const response = await as('lab_admin').post('/api/transactions').send(body);
        if (response.status === 201) entered.push((response.body as { data: { _id: string } }).data);
        count(response, 'enter');
      },
      decide: async () => {
        const entry = pick(entered);
        if (!entry) return;
        const body = chance() < 0.7 ? { approved: true } : { approved: false, reason: 'Wrong amount' };
        count(await as('super_admin').put(`/api/transactions/${entry._id}/approve`).send(body), 'decide');
      },
      take: async () => {
        const body = { type: 'out', quantity: 1 + Math.floor(chance() * 20) };
        count(
          await as('manager')
            .put(`/api/inventory/${pick(items)?._id ?? ''}/stock`)
            .send(body),
          'take',
        );
      },
      clock: async () => {
        const viewer = pick(['staff', 'manager', 'lab_admin']) ?? 'staff';
        const path = pick(['clock-in', 'clock-out']) ?? 'clock-in';
        count(await as(viewer).post(`/api/attendance/${path}`).send({}), path);
      },
    };
    for (let made = 0; made < effort(1_000, 400); made += 1) await pick(Object.values(writes))?.();
    const done = ['enter 201', 'decide 200', 'take 200', 'clock-in 200', 'clock-out 200'];
    expect({
      ...Object.fromEntries(statuses),
      rare: done.filter((what) => (statuses.get(what) ?? 0) < 10),
    }).toMatchObject({
      rare: [],
    });
    for (const name of Object.keys(viewers))
      expect({ name, wrong: await differences(name) }).toEqual({ name, wrong: [] });
  });
});
