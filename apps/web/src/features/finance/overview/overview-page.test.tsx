import { contract, type SessionUser, type TransactionStats, TransactionStatsSchema } from '@shifa/contract';
import { laboratory, periodClose, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatMoney } from '../../../lib/format';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { type FlowMeasure, flowMeasures } from '../charts/flow';
import type { SeriesChartProps } from '../../../ui/charts/series-chart';
import { OverviewPage } from './overview-page';

// jsdom lays nothing out, so a chart has no width: what it is given to draw is looked at instead.
const drawn = new Map<string, SeriesChartProps>();
vi.mock('../../../ui/charts/series-chart', () => ({
  SeriesChart: (props: SeriesChartProps) => {
    drawn.set(props.title, props);
    return <div role="img" aria-label={props.title} />;
  },
}));

const sums = (count: number, incomePaise: number, expensePaise: number) => ({
  count,
  incomePaise,
  expensePaise,
  netPaise: incomePaise - expensePaise,
});
const period = { from: '2026-11-01', to: '2026-11-30' };

const stats: TransactionStats = TransactionStatsSchema.parse({
  ...sums(12, 125_000_000, 25_000_000),
  pending: sums(3, 50_000, 70_050),
  period,
  previousPeriod: { from: '2026-10-01', to: '2026-10-31' },
  previous: { ...sums(10, 100_000_000, 25_000_000), pending: sums(1, 100, 0) },
  waitingForMe: 4,
  rejectedCount: 1,
  byCategory: [
    { category: 'test_fees', type: 'income', count: 8, amountPaise: 125_000_000, previousPaise: 100_000_000 },
    { category: 'rent', type: 'expense', count: 4, amountPaise: 25_000_000, previousPaise: 25_000_000 },
  ],
  byMethod: [{ paymentMethod: 'upi', ...sums(12, 125_000_000, 25_000_000) }],
  trend: [
    { month: '2026-10', ...sums(10, 100_000_000, 25_000_000), pending: sums(1, 100, 0) },
    { month: '2026-11', ...sums(12, 125_000_000, 25_000_000), pending: sums(3, 50_000, 70_050) },
  ],
});
const nothing: TransactionStats = {
  ...stats,
  ...sums(0, 0, 0),
  pending: sums(0, 0, 0),
  previous: { ...sums(0, 0, 0), pending: sums(0, 0, 0) },
  waitingForMe: 0,
  rejectedCount: 0,
  byCategory: [],
  byMethod: [],
  trend: [{ month: '2026-11', ...sums(0, 0, 0), pending: sums(0, 0, 0) }],
};
const howrah = laboratory({ name: 'Shifa Howrah' });

type Setting = { user?: SessionUser; at?: string; figures?: TransactionStats; fails?: boolean };

function setUp({ user = sessionUser({ role: 'super_admin' }), at = '/finances', figures, fails }: Setting = {}) {
  const api = fakeApi();
  api.on(contract.transactions.stats, () => (fails ? failure('UNAVAILABLE') : answer(figures ?? stats)));
  api.on(contract.transactions.periodClose, () =>
    answer(
      periodClose({
        lockedThrough: '2026-09-30',
        updatedBy: 'Asha Rao',
        updatedAt: '2026-10-05T06:30:00.000Z',
        version: 2,
      }),
    ),
  );
  api.on(contract.laboratories.options, () => answer([howrah]));
  const view = renderApp(<OverviewPage />, { user, at });
  const asked = () => Object.fromEntries(api.requests(contract.transactions.stats).at(-1)?.query ?? []);
  return { ...view, api, asked };
}

const card = (name: RegExp) => screen.findByRole('link', { name });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  drawn.clear();
});

describe('the cards', () => {
  it('tell each figure and its change in words and sign', async () => {
    setUp();
    const income = await card(/^Income/);
    expect(income).toHaveTextContent('₹1,250,000.00');
    expect(income).toHaveTextContent('₹250,000.00 more than in October 2026 (+25%)');
    expect(await card(/^Expenses/)).toHaveTextContent('No change from October 2026');
    expect(await card(/^Net/)).toHaveTextContent('₹1,000,000.00');
    const pending = await card(/^Pending/);
    expect(pending).toHaveTextContent(
      '₹500.00 income and ₹700.50 expenses, not in the totals. 1 entry of October 2026 also pending.',
    );
  });

  it.each([
    [/^Income/, 'type=income&from=2026-11-01&to=2026-11-30&status=approved&status=reversed'],
    [/^Expenses/, 'type=expense&from=2026-11-01&to=2026-11-30&status=approved&status=reversed'],
    [/^Net/, 'from=2026-11-01&to=2026-11-30&status=approved&status=reversed'],
    [/^Pending/, 'from=2026-11-01&to=2026-11-30&status=pending&status=partially_approved'],
    [/^Needs my decision/, 'waitingForMe=true'],
    [/^1 entry rejected/, 'status=rejected&from=2026-11-01&to=2026-11-30'],
  ])('%s leads to the entries it counts', async (name, filter) => {
    setUp({ at: `/finances?laboratoryId=${howrah._id}` });
    const link = await card(name);
    const [path, query] = (link.getAttribute('href') ?? '').split('?');
    expect(path).toBe('/finances/transactions');
    const expected = new URLSearchParams(`laboratoryId=${howrah._id}&${filter}`);
    const sorted = (params: URLSearchParams) => [...params].map((pair) => pair.join('=')).sort();
    expect(sorted(new URLSearchParams(query))).toEqual(sorted(expected));
  });

  it('say nothing of approving to who may not', async () => {
    const user = sessionUser({ role: 'lab_admin' });
    user.permissions['transactions.approve'] = { allowed: false, scope: null, source: 'override' };
    setUp({ user });
    await card(/^Income/);
    expect(screen.queryByText('Needs my decision')).not.toBeInTheDocument();
  });
});

describe('the charts', () => {
  it.each(['Twelve months', 'By category', 'By payment method'])('«%s» draws what its table says', async (title) => {
    setUp();
    const region = within(await screen.findByRole('region', { name: title }));
    await region.findByRole('img', { name: title });
    const { labels, series } = drawn.get(title) ?? { labels: [], series: [] };
    const printed = labels.map((label, index) => [
      label,
      ...series.map(({ id, data }) => formatMoney((data[index] ?? 0) * (flowMeasures[id as FlowMeasure].side ?? 1))),
    ]);
    await userEvent.click(region.getByRole('button', { name: 'Show as table' }));
    const [, ...lines] = region.getAllByRole('row');
    expect(lines.map((line) => [...line.children].map((cell) => cell.textContent))).toEqual(printed);
    expect(printed.flat().join()).toContain('₹250,000.00');
    await userEvent.click(region.getByRole('button', { name: 'Show as chart' }));
    expect(await region.findByRole('img', { name: title })).toBeVisible();
  });

  it('name months, categories and methods in words', async () => {
    setUp();
    await screen.findByRole('img', { name: 'By category' });
    const labels = (title: string) => drawn.get(title)?.labels;
    expect(labels('Twelve months')).toEqual(['Oct 2026', 'Nov 2026']);
    expect(labels('By category')).toEqual(['Test fees', 'Rent']);
    expect(labels('By payment method')).toEqual(['UPI']);
  });

  it('say so where there is nothing', async () => {
    setUp({ figures: nothing });
    expect(await screen.findByText('Nothing was entered in these twelve months.')).toBeVisible();
    expect(screen.getAllByText('Nothing has been approved in November 2026 yet.')).toHaveLength(2);
    expect(await card(/^Income/)).toHaveTextContent('None in October 2026');
    expect(screen.queryByRole('button', { name: 'Show as table' })).not.toBeInTheDocument();
  });
});

describe('the period', () => {
  it('is this month, and stands in the address once another is chosen', async () => {
    const { asked, address } = setUp();
    await card(/^Income/);
    expect(asked()).toEqual(period);
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'This financial year');
    await waitFor(() => expect(asked()).toEqual({ from: '2026-04-01', to: '2027-03-31' }));
    expect(address()).toBe('/finances?period=this_financial_year');
    expect(screen.getByText('Financial year 2026-27')).toBeVisible();
  });

  it('begins with the days on the screen when it is custom, and says what is wrong with it', async () => {
    const { address, api } = setUp();
    await card(/^Income/);
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'Custom');
    expect(address()).toBe('/finances?period=custom&from=2026-11-01&to=2026-11-30');
    const before = api.requests(contract.transactions.stats).length;
    const last = screen.getByLabelText('To');
    await userEvent.clear(last);
    await userEvent.type(last, '2026-10-15{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The last day must not be before the first.');
    expect(api.requests(contract.transactions.stats)).toHaveLength(before);
  });

  it('is of one laboratory where one is chosen', async () => {
    const { asked } = setUp();
    await screen.findByRole('option', { name: 'Shifa Howrah' });
    await userEvent.selectOptions(screen.getByLabelText('Laboratory'), 'Shifa Howrah');
    await waitFor(() => expect(asked()).toMatchObject({ laboratoryId: howrah._id }));
  });

  it('offers laboratories only to who sees more than one', async () => {
    setUp({ user: sessionUser({ role: 'lab_admin' }) });
    await card(/^Income/);
    expect(screen.queryByLabelText('Laboratory')).not.toBeInTheDocument();
  });
});

describe('the overview', () => {
  it('says through when the books are closed', async () => {
    setUp();
    expect(
      await screen.findByText('The books of all laboratories are closed through September 30, 2026.'),
    ).toBeVisible();
  });

  it('says what failed and tries again', async () => {
    const { api } = setUp({ fails: true });
    expect(await screen.findByText("Couldn't load the totals")).toBeVisible();
    api.on(contract.transactions.stats, () => answer(stats));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card(/^Income/)).toHaveTextContent('₹1,250,000.00');
  });
});
