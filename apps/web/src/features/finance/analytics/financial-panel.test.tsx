import { type FinancialAnalytics, FinancialAnalyticsSchema, contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { FinancialPanel } from './financial-panel';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import type { AnalyticsView } from '../../../screens/report/analytics-kind';

vi.mock('../../../ui/charts/series-chart', () => ({
  SeriesChart: ({ title }: { title: string }) => <div role="img" aria-label={title} />,
}));

const saved = vi.hoisted(() => vi.fn<(blob: Blob, name: string) => void>());
vi.mock('../../../lib/save-file', () => ({ saveBlob: saved }));

const sums = (count: number, incomePaise: number, expensePaise: number) => {
  const one = (c: number, i: number, e: number) => ({
    count: c,
    incomePaise: i,
    expensePaise: e,
    netPaise: i - e,
  });
  return { ...one(count, incomePaise, expensePaise), pending: one(1, 5_000, 0) };
};
const november = { from: '2026-11-01', to: '2026-11-22' };
const october = { from: '2026-10-01', to: '2026-10-22' };
const report: FinancialAnalytics = FinancialAnalyticsSchema.parse({
  groupBy: 'category',
  period: november,
  previousPeriod: october,
  rows: [{ key: 'rent', label: 'Rent', period: november, values: sums(2, 0, 300_00), previous: sums(1, 0, 200_00) }],
  omittedRows: 0,
  totals: { values: sums(2, 0, 300_00), previous: sums(1, 0, 200_00) },
});

/** @param respond null for a failure. */
function setUp(respond: () => FinancialAnalytics | null) {
  const api = fakeApi();
  api.on(contract.transactions.analytics, () => {
    const result = respond();
    return result ? answer(result) : failure('UNAVAILABLE');
  });
  function Page() {
    const [view, setView] = useState<AnalyticsView>('chart');
    const [laboratoryId, setLaboratoryId] = useState<string>();
    const filter = { ...november, laboratoryId, groupBy: 'category', compare: 'previous' } as const;
    return (
      <>
        <button onClick={() => setLaboratoryId('b'.repeat(24))}>Another laboratory</button>
        <FinancialPanel filter={filter} groups={{ category: 'Category' }} view={view} onView={setView} />
      </>
    );
  }
  return { api, ...renderApp(<Page />, { user: sessionUser({ role: 'super_admin' }) }) };
}

describe('an analysis', () => {
  it('shows totals with their change, linked to what they count', async () => {
    setUp(() => report);
    const expenses = await screen.findByRole('link', { name: /^Expenses/ });
    expect(expenses).toHaveTextContent('₹300.00₹100.00 more than in Oct 1, 2026 – Oct 22, 2026 (+50%)');
    expect(expenses).toHaveAttribute(
      'href',
      '/finances/transactions?from=2026-11-01&to=2026-11-22&type=expense&status=approved&status=reversed',
    );
  });

  it('shows the same values as a table, with the comparison and the rule', async () => {
    setUp(() => report);
    await screen.findByRole('img', { name: 'By category' });
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(screen.queryByRole('img', { name: 'By category' })).toBeNull();
    const rent = within(screen.getByRole('row', { name: /^Rent/ }));
    expect(rent.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      '2',
      '₹0.00',
      '₹300.00',
      '−₹300.00',
      '−₹200.00',
      '−₹100.00',
      '₹50.00',
      '₹0.00',
      'Why?',
    ]);
    await userEvent.click(rent.getByRole('button', { name: 'Why these values for Rent?' }));
    const why = within(screen.getByRole('dialog'));
    expect(why.getByText(/contra entry counts with a minus sign/)).toBeVisible();
    expect(why.getByRole('link', { name: 'Show the entries' })).toHaveAttribute(
      'href',
      expect.stringContaining('category=rent'),
    );
  });

  it('goes into a spreadsheet with bare numbers, the previous period and what was left out', async () => {
    setUp(() => ({ ...report, omittedRows: 3 }));
    await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
    const [blob, name] = saved.mock.calls[0] ?? [];
    expect(name).toBe('financial-analysis-by-category-2026-11-01-2026-11-22.csv');
    const measures = ['Entries', 'Income', 'Expenses', 'Net', 'Pending income', 'Pending expenses'];
    const values = '2,0.00,300.00,-300.00,50.00,0.00,1,0.00,200.00,-200.00,50.00,0.00';
    expect((await blob?.text())?.replace('\uFEFF', '').split('\r\n')).toEqual([
      ['Category', 'From', 'To', ...measures, ...measures.map((label) => `Previous: ${label}`)].join(),
      `Rent,2026-11-01,2026-11-22,${values}`,
      '3 more,2026-11-01,2026-11-22,,,,,,,,,,,,',
      `Total,2026-11-01,2026-11-22,${values}`,
      '',
    ]);
  });

  it('leads nowhere from the values of the filter before, while those of the next are fetched', async () => {
    const { api } = setUp(() => report);
    expect((await screen.findByRole('img', { name: 'By category' })).closest('[inert]')).toBeNull();
    api.on(contract.transactions.analytics, () => new Promise(() => undefined));
    await userEvent.click(screen.getByRole('button', { name: 'Another laboratory' }));
    expect(screen.getByText('By category', { selector: 'h2' }).closest('[inert]')).not.toBeNull();
  });

  it('says that there is nothing', async () => {
    setUp(() => ({ ...report, rows: [] }));
    expect(await screen.findByText('Nothing was entered in Nov 1, 2026 – Nov 22, 2026.')).toBeVisible();
  });

  it('says what failed and tries again', async () => {
    let fails = true;
    setUp(() => (fails ? null : report));
    expect(await screen.findByText("Couldn't load the analysis")).toBeVisible();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /^Expenses/ })).toBeVisible();
  });
});
