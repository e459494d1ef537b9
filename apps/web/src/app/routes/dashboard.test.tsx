import { contract, type Dashboard, DashboardSchema, type SessionUser } from '@shifa/contract';
import { clockState, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clockQuery } from '../../features/attendance/attendance.resource';
import { beginWithLast } from '../../data/last-state';
import { connection } from '../../lib/connection';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { Dashboard as DashboardWithExtensions } from './dashboard-extensions';

// jsdom lays nothing out, so a chart has no width.
vi.mock('../../ui/charts/series-figure', () => ({
  SeriesFigure: ({ title }: { title: string }) => <div role="img" aria-label={title} />,
}));

const sums = (count: number, incomePaise: number, expensePaise: number) => ({
  count,
  incomePaise,
  expensePaise,
  netPaise: incomePaise - expensePaise,
});
const month = { from: '2026-11-01', to: '2026-11-30' };
const [kolkata, dubai] = ['a'.repeat(24), 'b'.repeat(24)];

const all: Dashboard = DashboardSchema.parse({
  asOf: '2026-11-22T09:00:00.000Z',
  attention: [
    {
      name: 'items are out of stock',
      count: 22,
      level: 'error',
      resource: 'inventory',
      filter: { stockStatus: ['out'] },
    },
    {
      name: 'entry needs your approval',
      count: 1,
      level: 'warning',
      resource: 'transactions',
      filter: { waitingForMe: ['true'] },
    },
  ],
  attendance: {
    day: '2026-11-22',
    expected: 40,
    inNow: 31,
    left: 2,
    late: 4,
    absent: 2,
    onLeave: 3,
    notYet: 5,
    pendingApprovals: 1,
    pendingLeaves: 0,
  },
  finance: {
    ...sums(12, 125_000_000, 25_000_000),
    pending: sums(3, 50_000, 70_050),
    period: month,
    previousPeriod: { from: '2026-10-01', to: '2026-10-22' },
    previous: { ...sums(10, 100_000_000, 25_000_000), pending: sums(1, 100, 0) },
    waitingForMe: 1,
    rejectedCount: 1,
    byCategory: [
      { category: 'test_fees', type: 'income', count: 8, amountPaise: 125_000_000, previousPaise: 100_000_000 },
      { category: 'rent', type: 'expense', count: 4, amountPaise: 25_000_000, previousPaise: 25_000_000 },
    ],
    byMethod: [],
    trend: [{ month: '2026-11', ...sums(12, 125_000_000, 25_000_000), pending: sums(3, 50_000, 70_050) }],
  },
  inventory: {
    items: 120,
    low: 7,
    out: 22,
    expiredBatches: 11,
    expiring7: 1,
    expiring30: 5,
    expiring90: 9,
    valuePaise: 9_900_00,
    expiredValuePaise: 0,
    byCategory: [],
  },
  laboratories: [
    {
      laboratory: { _id: dubai, name: 'Dubai Marina', code: 'DXB', status: 'suspended' },
      finance: { period: month, ...sums(2, 300_000_00, 0), pendingCount: 0 },
    },
    {
      laboratory: { _id: kolkata, name: 'Kolkata Central', code: 'KOL', status: 'active' },
      finance: { period: month, ...sums(9, 900_000_00, 0), pendingCount: 3 },
      inventory: { low: 7, out: 22, expiredBatches: 11, valuePaise: 9_900_00 },
    },
  ],
  activity: [],
});

type Setting = { user?: SessionUser; data?: Partial<Dashboard>; fails?: string; never?: string; at?: string };

function setUp({
  user = sessionUser({ role: 'super_admin', laboratoryId: null }),
  data,
  fails,
  never,
  at = '/dashboard',
}: Setting = {}) {
  const api = fakeApi();
  const shown = { ...all, ...data };
  const failing = new Set([fails]);
  api.on(contract.dashboard.get, ({ query }) => {
    const block = query.get('blocks[0]') ?? '';
    if (failing.has(block)) return failure('UNAVAILABLE');
    if (block === never) return new Promise(() => undefined) as never;
    return answer({ asOf: shown.asOf, [block]: shown[block as keyof Dashboard] });
  });
  api.on(contract.laboratories.options, () =>
    answer([laboratory({ _id: kolkata, name: 'Kolkata Central', code: 'KOL' })]),
  );
  const view = renderApp(<DashboardWithExtensions />, { user, at });
  const asked = () => new Set(api.requests(contract.dashboard.get).map(({ query }) => query.get('blocks[0]')));
  return { ...view, api, asked, recover: () => failing.clear() };
}

const region = (name: string) => screen.findByRole('region', { name });

describe('the dashboard', () => {
  it('greets the person and asks for each block that they may see on its own', async () => {
    const { asked } = setUp({
      user: sessionUser({ role: 'super_admin', name: 'Dr Farida Rahman', laboratoryId: null }),
    });
    expect(await screen.findByRole('heading', { name: 'Welcome back, Dr Farida Rahman' })).toBeVisible();
    await waitFor(() =>
      expect(asked()).toEqual(
        new Set(['attention', 'attendance', 'inventory', 'finance', 'staff', 'laboratories', 'activity']),
      ),
    );
  });

  it('is about themselves for staff, and asks for nothing else', async () => {
    const { _id, name, code, timezone, contact, location } = laboratory();
    const user = sessionUser({ role: 'staff', laboratoryId: { _id, name, code, timezone, contact, location } });
    const { asked } = setUp({ user, data: { attention: [] } });
    expect(await screen.findByText('Nothing needs your attention.')).toBeVisible();
    expect(asked()).toEqual(new Set(['me', 'attention']));
    expect(await region('Your laboratory')).toBeVisible();
  });

  it('is the clock where the server cannot be reached, as it last was', async () => {
    const user = sessionUser({ role: 'staff', laboratoryId: laboratory() });
    const now = new Date().toISOString();
    // No one answers.
    fakeApi();
    const { queryClient } = renderApp(<DashboardWithExtensions />, { user, at: '/dashboard' });
    beginWithLast(queryClient, clockQuery.queryKey, clockState({ state: 'in', now }), Date.parse(now));
    onTestFinished(() => connection.report(true));
    const day = within(await region('Your day'));
    expect(await day.findByText("You're clocked in", {}, { timeout: 5_000 })).toBeVisible();
    expect(await day.findByText(/^as of \d/i, {}, { timeout: 5_000 })).toBeVisible();
    expect(day.getByRole('button', { name: 'Clock out' })).toBeEnabled();
    expect(day.queryByText("Couldn't load this")).toBeNull();
  });

  it('leads from what needs the person to the lists that were counted', async () => {
    setUp();
    const needs = within(await region('Needs your attention'));
    expect(await needs.findByRole('link', { name: /22 items are out of stock/ })).toHaveAttribute(
      'href',
      '/inventory?stockStatus=out',
    );
    expect(needs.getByRole('link', { name: /1 entry needs your approval/ })).toHaveAttribute(
      'href',
      '/finances/transactions?waitingForMe=true',
    );
    expect(needs.getByTitle('Serious')).toBeInTheDocument();
  });

  it('shows figures with their change against an equal period, each with the way to its list', async () => {
    setUp();
    const money = within(await region('Money this month'));
    const income = await money.findByRole('link', { name: /^Income/ });
    expect(income).toHaveTextContent('₹1,250,000.00');
    expect(income).toHaveTextContent('₹250,000.00 more than in');
    expect(income.getAttribute('href')).toContain('type=income');
    const attendance = within(await region('Attendance today'));
    expect(await attendance.findByRole('link', { name: /^In now/ })).toHaveTextContent('31of 40 expected');
    expect(attendance.getByRole('link', { name: /^Late/ })).toHaveAttribute('href', '/attendance/team?show=late');
    const stock = within(await region('Stock'));
    expect(await stock.findByRole('link', { name: /^Expire in 7 days/ })).toHaveTextContent(/1Batch$/);
    expect(stock.getByRole('link', { name: /^Expired/ })).toHaveTextContent('11Batches');
  });

  it('shows the other blocks while one is slow or fails, and tries that one again', async () => {
    const { recover } = setUp({ fails: 'inventory', never: 'attendance' });
    expect(await screen.findByRole('link', { name: /22 items are out of stock/ })).toBeVisible();
    expect(within(await region('Attendance today')).getByRole('status', { name: 'Loading content' })).toBeVisible();
    const stock = within(await region('Stock'));
    expect(await stock.findByText("Couldn't load this")).toBeVisible();
    recover();
    await userEvent.click(stock.getByRole('button', { name: 'Try again' }));
    expect(await stock.findByRole('link', { name: /^Out of stock/ })).toHaveTextContent('22');
  });

  it('compares laboratories, in the order of a column when it is chosen', async () => {
    setUp();
    const table = within(await region('Laboratories compared'));
    const names = () => table.getAllByRole('rowheader').map(({ textContent }) => textContent);
    await table.findByRole('table');
    expect(names()).toEqual(['Dubai Marina (suspended)', 'Kolkata Central']);
    const head = table.getByRole('button', { name: 'Net this month' });
    await userEvent.click(head);
    expect(names()).toEqual(['Kolkata Central', 'Dubai Marina (suspended)']);
    expect(table.getByRole('columnheader', { name: 'Net this month' })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(head);
    expect(names()).toEqual(['Dubai Marina (suspended)', 'Kolkata Central']);
    const row = within(table.getByRole('row', { name: /^Kolkata Central/ }));
    expect(row.getByRole('link', { name: '22' })).toHaveAttribute(
      'href',
      `/inventory?laboratoryId=${kolkata}&stockStatus=out`,
    );
    expect(within(table.getByRole('row', { name: /^Dubai Marina/ })).getAllByText('–')).not.toHaveLength(0);
  });

  it('is of one laboratory where the address says so', async () => {
    const { api, asked } = setUp({ at: `/dashboard?laboratoryId=${kolkata}` });
    await region('Money this month');
    await waitFor(() => expect(asked().size).toBeGreaterThan(4));
    expect(asked()).not.toContain('laboratories');
    const ids = api.requests(contract.dashboard.get).map(({ query }) => query.get('laboratoryId'));
    expect(new Set(ids)).toEqual(new Set([kolkata]));
  });

  it('is narrowed to a laboratory that is chosen, and widened again', async () => {
    const { api } = setUp();
    const asked = () => api.requests(contract.dashboard.get).map(({ query }) => query.get('laboratoryId'));
    const choice = await screen.findByRole('combobox', { name: 'Laboratory' });
    await screen.findByRole('option', { name: 'Kolkata Central' });
    await userEvent.selectOptions(choice, 'Kolkata Central');
    await waitFor(() => expect(asked()).toContain(kolkata));
    expect(screen.queryByRole('region', { name: 'Laboratories compared' })).toBeNull();
    await userEvent.selectOptions(choice, 'All laboratories');
    expect(await region('Laboratories compared')).toBeVisible();
  });
});
