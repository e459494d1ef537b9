import { contract, type SessionUser } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalyticsKind, AnalyticsPanelProps } from '../../screens/report/analytics-kind';
import { answer, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { AnalyticsPage } from './analytics-page';

const Panel = ({ filter, view, onView }: AnalyticsPanelProps) => (
  <>
    <output>
      {Object.values({ ...filter, view })
        .filter(Boolean)
        .join(' ')}
    </output>
    <button onClick={() => onView('table')}>Table</button>
  </>
);
const kinds: AnalyticsKind[] = [
  { name: 'money', label: 'Money', permission: 'transactions.view', groups: { day: 'Day', laboratory: 'Lab' }, Panel },
  { name: 'people', label: 'People', permission: 'staff.view', groups: { role: 'Role', month: 'Month' }, Panel },
];
const howrah = laboratory({ name: 'Shifa Howrah' });

function setUp(at = '/reports', user: SessionUser = sessionUser({ role: 'super_admin' })) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([howrah]));
  return renderApp(<AnalyticsPage kinds={kinds} />, { user, at });
}
const asked = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the page of the analyses', () => {
  it('begins with this month of the first analysis, compared with the previous one', () => {
    setUp();
    expect(screen.getByRole('heading', { level: 1, name: 'Reports & Analytics' })).toBeVisible();
    expect(asked()).toBe('2026-11-01 2026-11-30 day previous chart');
  });

  it('keeps every choice in the address', async () => {
    const { address } = setUp();
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last month');
    await userEvent.click(screen.getByRole('switch', { name: 'Compare with the previous period' }));
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    await userEvent.selectOptions(screen.getByLabelText('Group by'), 'Lab');
    expect(asked()).toBe('2026-10-01 2026-10-31 laboratory table');
    expect(address()).toBe('/reports?period=last_month&groupBy=laboratory&compare=none&view=table');
  });

  it('keeps the period when it switches to another analysis, which has its own groups', async () => {
    const { address } = setUp('/reports?period=last_month&groupBy=laboratory');
    await userEvent.click(screen.getByRole('radio', { name: 'People' }));
    expect(asked()).toBe('2026-10-01 2026-10-31 role previous chart');
    expect(address()).toBe('/reports?period=last_month&kind=people');
  });

  it('reads the address, and ignores what it does not know', () => {
    setUp(`/reports?kind=people&groupBy=month&laboratoryId=${howrah._id}&view=table`);
    expect(asked()).toBe(`2026-11-01 2026-11-30 ${howrah._id} month previous table`);
  });

  it.each(['kind=weather', 'groupBy=city', 'view=map', 'compare=next'])('ignores %s', (query) => {
    setUp(`/reports?${query}`);
    expect(asked()).toBe('2026-11-01 2026-11-30 day previous chart');
  });

  it('says what is wrong with a period instead of asking for it', () => {
    setUp('/reports?period=custom&from=2026-11-21&to=2026-11-20');
    expect(screen.getByRole('alert')).toHaveTextContent('The last day must not be before the first.');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('offers viewers of one laboratory no laboratories', () => {
    setUp('/reports?groupBy=laboratory', sessionUser({ role: 'lab_admin' }));
    expect(screen.queryByLabelText('Laboratory')).toBeNull();
    expect(screen.queryByRole('option', { name: 'Lab' })).toBeNull();
    expect(asked()).toBe('2026-11-01 2026-11-30 day previous chart');
  });

  it('says who may see an analysis whose data the viewer may not see', () => {
    setUp('/reports', sessionUser({ role: 'staff' }));
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByRole('radio', { name: 'Money' })).toBeChecked();
  });
});
