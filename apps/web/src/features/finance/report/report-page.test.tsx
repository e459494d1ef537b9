import { contract, type SessionUser, type TransactionReport, TransactionReportSchema } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import type { SeriesChartProps } from '../../../ui/charts/series-chart';
import { ReportPage } from './report-page';

const saved = vi.hoisted(() => vi.fn<(blob: Blob, name: string) => void>());
vi.mock('../../../lib/save-file', () => ({ saveBlob: saved }));

// jsdom lays nothing out, so a chart has no width: what it is given to draw is looked at instead.
const drawn: SeriesChartProps[] = [];
vi.mock('../../../ui/charts/series-chart', () => ({
  SeriesChart: (props: SeriesChartProps) => {
    drawn.push(props);
    return <div role="img" aria-label={props.title} />;
  },
}));

const sums = (count: number, incomePaise: number, expensePaise: number) => ({
  count,
  incomePaise,
  expensePaise,
  netPaise: incomePaise - expensePaise,
});
const none = sums(0, 0, 0);
const october = { from: '2026-10-01', to: '2026-10-31' };
const thisYear = { from: '2026-04-01', to: '2027-03-31' };
const november = { from: '2026-11-01', to: '2026-11-30' };

const byMonth: TransactionReport = TransactionReportSchema.parse({
  groupBy: 'month',
  period: november,
  previousPeriod: null,
  rows: [
    {
      key: '2026-11',
      label: '2026-11',
      period: november,
      ...sums(7, 90_000, 120_050),
      pending: sums(1, 0, 5_000),
      previous: null,
    },
  ],
  totals: { ...sums(7, 90_000, 120_050), pending: sums(1, 0, 5_000), previous: null },
});
const compared: TransactionReport = {
  ...byMonth,
  previousPeriod: october,
  rows: byMonth.rows.map((row) => ({ ...row, previous: sums(4, 80_000, 0) })),
  totals: { ...byMonth.totals, previous: sums(4, 80_000, 0) },
};
const grouped = (groupBy: TransactionReport['groupBy'], key: string, label: string): TransactionReport => ({
  ...byMonth,
  groupBy,
  rows: byMonth.rows.map((row) => ({ ...row, key, label })),
});
const howrah = laboratory({ name: 'Shifa Howrah' });

type Setting = { report?: TransactionReport; at?: string; user?: SessionUser; fails?: boolean };

function setUp({ report = byMonth, at = '/finances/report', user, fails }: Setting = {}) {
  const api = fakeApi();
  api.on(contract.transactions.reports, () => (fails ? failure('UNAVAILABLE') : answer(report)));
  api.on(contract.laboratories.options, () => answer([howrah]));
  const view = renderApp(<ReportPage />, { user: user ?? sessionUser({ role: 'super_admin' }), at });
  const asked = () => Object.fromEntries(api.requests(contract.transactions.reports).at(-1)?.query ?? []);
  return { ...view, api, asked };
}

/** The cells of the report, line by line, as on paper: without the reasons. */
async function printed() {
  const table = await screen.findByRole('table', { name: /^By / });
  return within(table)
    .getAllByRole('row')
    .map((line) => [...line.querySelectorAll(':scope > :not(.not-printed)')].map((cell) => cell.textContent));
}

const sorted = (query: string) => [...new URLSearchParams(query)].map((pair) => pair.join('=')).sort();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  drawn.length = 0;
  saved.mockReset();
});

describe('the table', () => {
  it('has a line for each part and one for the whole', async () => {
    setUp();
    expect(await printed()).toEqual([
      ['Month', 'Entries', 'Income', 'Expenses', 'Net', 'Pending income', 'Pending expenses'],
      ['Nov 2026', '7', '₹900.00', '₹1,200.50', '−₹300.50', '₹0.00', '₹50.00'],
      ['Total', '7', '₹900.00', '₹1,200.50', '−₹300.50', '₹0.00', '₹50.00'],
    ]);
  });

  it('tells the change where it is compared', async () => {
    setUp({ report: compared, at: '/finances/report?compare=previous' });
    const [head, line] = await printed();
    expect(head?.slice(5, 7)).toEqual(['Previous net', 'Change of net']);
    expect(line?.slice(5, 7)).toEqual(['₹800.00', '−₹1,100.50 (−137.6%)']);
    expect(screen.getByText('Compared with October 2026.')).toBeVisible();
  });

  it('is of one type where one is asked for', async () => {
    setUp({ report: compared, at: '/finances/report?compare=previous&type=expense' });
    const [head, line] = await printed();
    expect(head).toEqual([
      'Month',
      'Entries',
      'Expenses',
      'Previous expenses',
      'Change of expenses',
      'Pending expenses',
    ]);
    expect(line).toEqual(['Nov 2026', '7', '₹1,200.50', '₹0.00', '+₹1,200.50', '₹50.00']);
  });

  it.each([
    ['category', 'rent', 'Rent', 'category=rent'],
    ['method', 'bank_transfer', 'Bank transfer', 'paymentMethod=bank_transfer'],
    ['laboratory', howrah._id, 'Shifa Howrah', `laboratoryId=${howrah._id}`],
  ] as const)('leads from a line by %s to the entries it counts', async (groupBy, key, label, own) => {
    setUp({ report: grouped(groupBy, key, label), at: `/finances/report?groupBy=${groupBy}` });
    const link = await screen.findByRole('link', { name: label });
    const [path, query] = (link.getAttribute('href') ?? '').split('?');
    expect(path).toBe('/finances/transactions');
    expect(sorted(query ?? '')).toEqual(sorted(`from=2026-11-01&to=2026-11-30&status=approved&status=reversed&${own}`));
  });

  it('keeps the filters of the report on the way to the entries of a month', async () => {
    setUp({ at: `/finances/report?type=income&category=test_fees&paymentMethod=upi&laboratoryId=${howrah._id}` });
    const link = await screen.findByRole('link', { name: 'Nov 2026' });
    expect(sorted((link.getAttribute('href') ?? '').split('?')[1] ?? '')).toEqual(
      sorted(
        `laboratoryId=${howrah._id}&type=income&category=test_fees&paymentMethod=upi&from=2026-11-01&to=2026-11-30&status=approved&status=reversed`,
      ),
    );
  });

  it('goes into a spreadsheet with amounts as numbers', async () => {
    setUp();
    await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
    const [blob, name] = saved.mock.calls[0] ?? [];
    expect(name).toBe('financial-report-2026-11-01-2026-11-30.csv');
    expect((await blob?.text())?.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Month,From,To,Entries,Income,Expenses,Net,Pending income,Pending expenses',
      'Nov 2026,2026-11-01,2026-11-30,7,900.00,1200.50,-300.50,0.00,50.00',
      'Total,2026-11-01,2026-11-30,7,900.00,1200.50,-300.50,0.00,50.00',
      '',
    ]);
  });

  it('has the previous values in a spreadsheet, but not what was pending then', async () => {
    setUp({ report: compared, at: '/finances/report?compare=previous&type=income' });
    await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
    const [head, line] = (await saved.mock.calls[0]?.[0].text())?.replace('\uFEFF', '').split('\r\n') ?? [];
    expect(head).toBe('Month,From,To,Entries,Income,Pending income,Previous: Entries,Previous: Income');
    expect(line).toBe('Nov 2026,2026-11-01,2026-11-30,7,900.00,0.00,4,800.00');
  });

  it('explains its values', async () => {
    setUp();
    await userEvent.click(await screen.findByRole('button', { name: 'Why these values for Nov 2026?' }));
    expect(screen.getByRole('dialog')).toHaveTextContent('Pending entries, not counted1');
  });
});

describe('the chart', () => {
  it('draws what the table says, with a line for the net only through time', async () => {
    setUp();
    await screen.findByRole('img', { name: 'Chart' });
    const [chart] = drawn;
    expect(chart?.layout).toBe('columns');
    const [income, expense, net] = chart?.series ?? [];
    expect(net).toMatchObject({ id: 'net', kind: 'line' });
    expect([chart?.labels, income?.data, expense?.data]).toEqual([['Nov 2026'], [90_000], [-120_050]]);
  });

  it('draws bars for what does not follow in time', async () => {
    setUp({ report: grouped('category', 'rent', 'Rent'), at: '/finances/report?groupBy=category&type=expense' });
    await screen.findByRole('img', { name: 'Chart' });
    expect(drawn[0]).toMatchObject({ layout: 'bars', series: [{ id: 'expense' }, { id: 'pendingExpense' }] });
  });
});

describe('what is asked', () => {
  it('is this financial year by month, and follows every choice', async () => {
    const { asked, address } = setUp();
    await printed();
    expect(asked()).toEqual({ groupBy: 'month', ...thisYear });
    await userEvent.selectOptions(screen.getByLabelText('Group by'), 'Week');
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Expense');
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Rent');
    await userEvent.click(screen.getByRole('switch', { name: 'Compare with the previous period' }));
    await waitFor(() =>
      expect(asked()).toEqual({
        groupBy: 'week',
        type: 'expense',
        category: 'rent',
        compare: 'previous',
        ...thisYear,
      }),
    );
    expect(sorted(address().split('?')[1] ?? '')).toEqual(
      sorted('groupBy=week&type=expense&category=rent&compare=previous'),
    );
  });

  it('forgets a category of the other type', async () => {
    const { asked } = setUp({ at: '/finances/report?type=expense&category=rent' });
    await printed();
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Income');
    await waitFor(() => expect(asked()).toEqual({ groupBy: 'month', type: 'income', ...thisYear }));
  });
});

describe('a report without rows', () => {
  it('says so', async () => {
    setUp({
      report: { ...grouped('category', 'rent', 'Rent'), rows: [], totals: { ...none, pending: none, previous: null } },
    });
    expect(await screen.findByText('Nothing was entered in November 2026.')).toBeVisible();
  });

  it('says what failed and tries again', async () => {
    const { api } = setUp({ fails: true });
    expect(await screen.findByText("Couldn't load the report")).toBeVisible();
    api.on(contract.transactions.reports, () => answer(byMonth));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await printed()).toHaveLength(3);
  });
});
