import {
  contract,
  leaveFigures,
  type MonthClosing,
  type MonthFigures,
  monthFigures,
  type MonthLine,
  type MonthSheet,
  sheetContentTypes,
} from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { MonthSheetPage } from './month-sheet-page';

const kolkata = laboratory({ name: 'Kolkata' });
const head = sessionUser({ role: 'super_admin', laboratoryId: null });
const at = '/attendance/month-sheet?month=2026-10';
const none = Object.fromEntries(monthFigures.map((name) => [name, 0])) as MonthFigures;

const line = (name: string, figures: Partial<MonthFigures>): MonthLine => ({
  person: {
    _id: name.padEnd(24, '0').replace(/[^0-9a-f]/g, 'a'),
    name,
    employeeCode: `E-${name}`,
    role: 'staff',
    department: null,
  },
  figures: { ...none, calendarDays: 31, ...figures },
  leaveDays: leaveFigures.reduce((sum, name) => sum + (figures[name] ?? 0), 0),
});
const asha = line('Asha', { paid: 28.5, lossOfPay: 2.5, worked: 22.5, leave_sick: 2, overtimeMinutes: 90 });
const bela = line('Bela', { paid: 31, worked: 27 });
const closing: MonthClosing = {
  _id: 'c'.repeat(24),
  laboratoryId: kolkata._id,
  month: '2026-10',
  number: 1,
  status: 'closed',
  people: 2,
  closedBy: 'Meera Nair',
  closedAt: '2026-11-03T05:00:00.000Z',
  reopenedBy: null,
  reopenedAt: null,
  reopenReason: null,
  version: 1,
};
const open: MonthSheet = {
  month: '2026-10',
  laboratory: { _id: kolkata._id, name: 'Kolkata', code: 'KOL', timezone: 'Asia/Kolkata' },
  closing: null,
  lines: [asha, bela],
  figuresDigest: 'first',
  pending: { total: 0, items: [] },
  drift: { total: 0, items: [] },
  closings: [],
  actions: { close: { allowed: true } },
};

function setUp(sheet: Partial<MonthSheet> = {}, user = head, address = at) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([kolkata]));
  api.on(contract.monthSheets.sheet, () => answer({ ...open, ...sheet }));
  renderApp(<MonthSheetPage />, { user, at: address });
  return api;
}

it('shows days of leave without their types to someone who has no access to leave', async () => {
  const noTypes = Object.fromEntries(leaveFigures.map((name) => [name, null]));
  const lines = [asha, bela].map((one) => ({ ...one, figures: { ...one.figures, ...noTypes } }));
  const request = { kind: 'leave' as const, _id: null, person: null, day: '2026-10-01' };
  setUp({ lines, pending: { total: 1, items: [request] } });
  const table = await screen.findByRole('table', { name: 'Month sheet' });
  expect(within(table).getByRole('columnheader', { name: 'Days of leave' })).toBeVisible();
  expect(within(table).queryByRole('columnheader', { name: 'Sick leave' })).not.toBeInTheDocument();
  expect(within(table).getByRole('row', { name: /^Total 59\.5 2\.5 49\.5 0 0 0 2 / })).toBeVisible();
  expect(screen.getByText(/Types of leave are hidden because you don't have access to leave/)).toBeVisible();
  const pending = screen.getByRole('list', { name: 'Pending items' });
  expect(pending).toHaveTextContent("Leave request. You don't have access to leave: ask someone who decides on it.");
  expect(within(pending).queryByRole('link')).not.toBeInTheDocument();
});

it('shows the figures that somebody has, with their sums', async () => {
  setUp();
  const table = await screen.findByRole('table', { name: 'Month sheet' });
  const heads = within(table)
    .getAllByRole('columnheader')
    .map((one) => one.textContent);
  expect(heads).toContain('Sick leave');
  expect(heads).not.toContain('Casual leave');
  const row = within(table).getByRole('row', { name: /Asha/ });
  expect(within(row).getByRole('cell', { name: '28.5' })).toBeVisible();
  expect(within(row).getByRole('cell', { name: '1 h 30 m' })).toBeVisible();
  expect(within(table).getByRole('row', { name: /^Total 59\.5 2\.5/ })).toBeVisible();
});

it('shows the last page where an old link asks for a later one', async () => {
  setUp({}, head, `${at}&page=4`);
  const table = await screen.findByRole('table', { name: 'Month sheet' });
  expect(within(table).getByRole('row', { name: /Asha/ })).toBeVisible();
});

it('closes the month after a question that names days without a record', async () => {
  const api = setUp({ lines: [{ ...asha, figures: { ...asha.figures, unrecorded: 2 } }] });
  api.on(contract.monthSheets.close, () => ({
    status: 201 as const,
    body: { success: true as const, message: 'The month was closed', data: closing },
  }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close month' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close October 2026' });
  expect(dialog).toHaveTextContent('2 days have no record and count as loss of pay');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close month' }));
  await waitFor(() => expect(api.requests(contract.monthSheets.close)).toHaveLength(1));
  expect(api.requests(contract.monthSheets.close)[0]?.body).toEqual({
    laboratoryId: kolkata._id,
    month: '2026-10',
    figuresDigest: 'first',
  });
});

it('ends the question when the figures change while it is open, and closes what is shown then', async () => {
  const api = fakeApi();
  let sheet = open;
  api.on(contract.laboratories.options, () => answer([kolkata]));
  api.on(contract.monthSheets.sheet, () => answer(sheet));
  const { queryClient } = renderApp(<MonthSheetPage />, { user: head, at });
  await userEvent.click(await screen.findByRole('button', { name: 'Close month' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close October 2026' });
  await act(() => queryClient.invalidateQueries());
  expect(dialog).toBeVisible();

  sheet = { ...open, lines: [asha, line('Bela', { paid: 30, lossOfPay: 1, worked: 27 })], figuresDigest: 'second' };
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.getByText(/^The figures changed while this was open\./)).toBeVisible();
  expect(api.requests(contract.monthSheets.close)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Close month' }));
  expect(await screen.findByRole('alertdialog', { name: 'Close October 2026' })).toBeVisible();
  expect(screen.queryByText(/^The figures changed while this was open\./)).not.toBeInTheDocument();
});

it('closes nothing when the server has other figures than the question, and shows those', async () => {
  const api = fakeApi();
  let sheet = open;
  api.on(contract.laboratories.options, () => answer([kolkata]));
  api.on(contract.monthSheets.sheet, () => answer(sheet));
  api.on(contract.monthSheets.close, () => {
    sheet = { ...open, figuresDigest: 'second' };
    return failure('MONTH_CHANGED');
  });
  renderApp(<MonthSheetPage />, { user: head, at });
  await userEvent.click(await screen.findByRole('button', { name: 'Close month' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close October 2026' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close month' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.getByText(/^The figures changed while this was open\./)).toBeVisible();
});

it('closes no month that is not the chosen one, while the chosen one is fetched', async () => {
  const api = setUp();
  expect(await screen.findByRole('button', { name: 'Close month' })).toBeEnabled();
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  api.on(contract.monthSheets.sheet, async () => {
    await arrived;
    return answer({ ...open, month: '2026-09' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(screen.getByText('Close month').closest('[inert]')).not.toBeNull();
  arrive();
  expect(await screen.findByRole('heading', { name: 'September 2026' })).toBeVisible();
  expect(screen.getByText('Close month').closest('[inert]')).toBeNull();
});

it('lists what is pending with the way to it, and why the month cannot be closed', async () => {
  const items = Array.from({ length: 7 }, (_, index) => ({
    kind: index === 0 ? ('leave' as const) : ('overtime' as const),
    _id: String(index).repeat(24),
    person: asha.person,
    day: `2026-10-0${index + 1}`,
  }));
  const reason = '7 items are pending. Decide on everything, then close the month.';
  setUp({ pending: { total: 7, items }, actions: { close: { allowed: false, reason } } });
  const list = await screen.findByRole('list', { name: 'Pending items' });
  expect(within(list).getAllByRole('link')).toHaveLength(5);
  expect(within(list).getAllByRole('link')[0]).toHaveAttribute(
    'href',
    `/attendance/leaves/review?item=${'0'.repeat(24)}`,
  );
  expect(within(list).getAllByRole('link')[1]).toHaveAttribute('href', `/attendance/records/${'1'.repeat(24)}`);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }));
  expect(within(list).getAllByRole('link')).toHaveLength(7);
  expect(screen.getByRole('button', { name: 'Close month' })).toHaveAttribute('aria-disabled', 'true');
});

it('marks what has changed since the closing, and reopens with a reason', async () => {
  const drift = [{ person: asha.person, figure: 'paid' as const, closed: 28.5, now: 29 }];
  const api = setUp({
    closing,
    drift: { total: 1, items: drift },
    closings: [closing],
    actions: { reopen: { allowed: true } },
  });
  api.on(contract.monthSheets.reopen, () => failure('MONTH_ALREADY_REOPENED'));
  expect(await screen.findByText('Closed')).toBeVisible();
  expect(screen.getByText('Asha, days paid: 28.5 → 29')).toBeVisible();
  expect(await screen.findByText('(now 29)')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Reopen month' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reopen October 2026' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'A day was missing');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen month' }));
  expect(await within(dialog).findByText('This month has already been reopened')).toBeVisible();
  expect(api.requests(contract.monthSheets.reopen)[0]?.body).toEqual({ reason: 'A day was missing', version: 1 });
});

it('hands over files, and says who may', async () => {
  const api = setUp();
  api.on(contract.monthSheets.export, () => ({ status: 200, body: new Blob(['x'], { type: sheetContentTypes.csv }) }));
  await screen.findByRole('table', { name: 'Month sheet' });
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(api.requests(contract.monthSheets.export)).toHaveLength(1));
  expect(api.requests(contract.monthSheets.export)[0]?.query.get('format')).toBe('csv');
});

it('says that nobody belonged to the laboratory, and what failed', async () => {
  setUp({ lines: [] });
  expect(await screen.findByText('No one belonged to this laboratory in October 2026.')).toBeVisible();
});
