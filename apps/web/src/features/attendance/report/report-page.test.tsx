import { type AttendanceReport, contract } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { ReportPage } from './report-page';

const saved = vi.hoisted(() => vi.fn<(blob: Blob, name: string) => void>());
vi.mock('../../../lib/save-file', () => ({ saveBlob: saved }));

const totals: AttendanceReport['totals'] = {
  days: 3,
  presentDays: 2,
  lateDays: 1,
  halfDays: 0,
  absentDays: 1,
  leaveDays: 0.5,
  workedMinutes: 1_026,
  lateMinutes: 21,
  overtimeMinutes: 60,
  pendingOvertimeMinutes: 30,
};
const days = { from: '2026-11-01', to: '2026-11-21' };

function setUp(groupBy: 'person' | 'day', row: { key: string; label: string }, more = '') {
  const api = fakeApi();
  api.on(contract.attendance.report, () => answer({ ...days, rows: [{ ...row, totals }], totals }));
  api.on(contract.laboratories.options, () => answer([laboratory({ name: 'Shifa Howrah' })]));
  const view = renderApp(<ReportPage />, {
    user: sessionUser({ role: 'super_admin' }),
    at: `/attendance/report?groupBy=${groupBy}${more}`,
  });
  return { ...view, api };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  saved.mockReset();
});

it('leads from a person and from the total to the records that they count, and explains both', async () => {
  setUp('person', { key: 'a'.repeat(24), label: 'Asha Rao' });
  const table = await screen.findByRole('table', { name: 'By person' });
  const link = within(table).getByRole('link', { name: 'Asha Rao' });
  expect(link.getAttribute('href')).toContain(`userId=${'a'.repeat(24)}`);
  await userEvent.click(within(table).getByRole('button', { name: 'Why these values for the total?' }));
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent("Pending and approved records count; rejected ones don't.");
  expect(within(dialog).getByRole('link', { name: 'Show the records' })).toHaveAttribute(
    'href',
    '/attendance/records?from=2026-11-01&to=2026-11-30&counted=true',
  );
});

it('breaks a long name before the table has to be scrolled', async () => {
  setUp('person', { key: 'a'.repeat(24), label: 'Yusuf Al Mansoori (DXB-0001)' });
  const name = await screen.findByRole('rowheader', { name: 'Yusuf Al Mansoori (DXB-0001)' });
  expect(name).toHaveStyle({ whiteSpace: 'normal' });
  expect(screen.getByRole('columnheader', { name: 'Overtime' })).toHaveStyle({ whiteSpace: 'nowrap' });
});

it('is of the month up to the last day where the first was cleared', async () => {
  const { api } = setUp('person', { key: 'a'.repeat(24), label: 'Asha Rao' }, '&to=2026-09-20');
  await screen.findByRole('table', { name: 'By person' });
  const asked = Object.fromEntries(api.requests(contract.attendance.report).at(-1)?.query ?? []);
  expect(asked).toMatchObject({ from: '2026-09-01', to: '2026-09-20' });
});

it('is grouped by days after people, whose rows are not shown as days meanwhile', async () => {
  const { api } = setUp('person', { key: 'a'.repeat(24), label: 'Asha Rao' });
  await screen.findByRole('table', { name: 'By person' });
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  api.on(contract.attendance.report, async () => {
    await arrived;
    return answer({ ...days, rows: [{ key: '2026-11-02', label: '2026-11-02', totals }], totals });
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Day' }));
  expect(screen.queryByText('Asha Rao')).toBeNull();
  arrive();
  expect(await screen.findByRole('link', { name: 'Nov 2, 2026' })).toBeVisible();
});

it('goes into a spreadsheet with times in minutes', async () => {
  setUp('day', { key: '2026-11-02', label: '2026-11-02' });
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
  const [blob, name] = saved.mock.calls[0] ?? [];
  expect(name).toBe('attendance-report-by-day-2026-11-01-2026-11-21.csv');
  expect((await blob?.text())?.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Day,From,To,Days,Present,Late,Half days,Absent,Leave,Worked (minutes),Time late (minutes),Overtime (minutes)',
    '"Nov 2, 2026",2026-11-02,2026-11-02,3,2,1,0,1,0.5,1026,21,60',
    'Total,2026-11-01,2026-11-21,3,2,1,0,1,0.5,1026,21,60',
    '',
  ]);
});
