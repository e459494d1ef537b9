import { contract, sheetContentTypes } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { MonthPage } from './month-page';

const dubai = laboratory({ name: 'Dubai' });
const kolkata = laboratory({ name: 'Kolkata' });
const head = sessionUser({ role: 'super_admin', laboratoryId: null });
const at = '/attendance/month?month=2026-10';

function setUp() {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([dubai, kolkata]));
  api.on(contract.attendance.month, ({ query }) => answer({ month: query.get('month') ?? '', days: [], people: [] }));
  return api;
}

it('exports the month of the laboratory that is shown, or of all', async () => {
  const api = setUp();
  api.on(contract.attendance.exportMonth, () => ({
    status: 200,
    body: new Blob(['x'], { type: sheetContentTypes.xlsx }),
  }));
  renderApp(<MonthPage />, { user: head, at });
  await screen.findByRole('region', { name: 'Dubai' });
  const asked = () =>
    api.requests(contract.attendance.exportMonth).map(({ query }) => [query.get('month'), query.get('laboratoryId')]);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(asked()).toHaveLength(1));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Laboratory' }), 'Kolkata');
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()).toEqual([
    ['2026-10', null],
    ['2026-10', kolkata._id],
  ]);
});

it('says why the export failed, and who may export', async () => {
  const api = setUp();
  const message = 'The file would be larger than 32 MB.';
  api.on(contract.attendance.exportMonth, () => failure('EXPORT_TOO_LARGE', { message }));
  const { unmount } = renderApp(<MonthPage />, { user: head, at });
  await screen.findByRole('region', { name: 'Dubai' });
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText(message)).toBeVisible();
  unmount();
  renderApp(<MonthPage />, { user: sessionUser({ role: 'staff' }), at });
  expect(screen.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
});
