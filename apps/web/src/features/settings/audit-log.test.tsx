import { type AuditLogEntry, contract } from '@shifa/contract';
import { nextId, sessionUser } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { AuditLog } from './audit-log';

const entry: AuditLogEntry = {
  _id: nextId(),
  at: '2026-05-02T10:00:00.000Z',
  by: { _id: nextId(), name: 'Asha Rao' },
  action: 'inventory.updated',
  entity: 'inventory',
  entityId: nextId(),
  name: 'Urea reagent',
  laboratory: { _id: nextId(), name: 'Shifa Kolkata', code: 'KOL' },
  changes: [{ field: 'reorderLevel', before: 5, after: 10 }],
};

function setUp(role: 'super_admin' | 'lab_admin' = 'super_admin', at = '/settings/audit', rows = [entry]) {
  const api = fakeApi();
  api.on(contract.audit.list, () => answerPage(rows));
  api.on(contract.laboratories.options, () => answer([]));
  renderApp(<AuditLog />, { user: sessionUser({ role }), at });
  const asked = () => Object.fromEntries(api.requests(contract.audit.list).at(-1)?.query ?? []);
  return { api, asked };
}

it('shows who changed what, with each field before and after', async () => {
  setUp();
  const row = within(await screen.findByRole('listitem'));
  expect(row.getByText(/Urea reagent/).parentElement).toHaveTextContent('Inventory item Urea reagent: updated');
  expect(row.getByText(/Shifa Kolkata/)).toBeVisible();
  await userEvent.click(row.getByText('1 field'));
  expect(row.getByText('Reorder level').nextElementSibling).toHaveTextContent('5 → 10');
});

it('shows what was removed from a list and added to it, and older rows with both lists', async () => {
  const changes: AuditLogEntry['changes'] = [
    { field: 'flags', before: ['late'], after: ['overtime', 'short_day'], entries: true },
    { field: 'weeklyOff', before: [0], after: [0, 6] },
  ];
  setUp('super_admin', '/settings/audit', [{ ...entry, changes }]);
  const row = within(await screen.findByRole('listitem'));
  await userEvent.click(await row.findByText('2 fields'));
  const flags = row.getByText('Flags').nextElementSibling;
  expect(flags).toHaveTextContent('Added overtimeAdded short_dayRemoved late');
  expect(row.getByText('Weekly off').nextElementSibling).toHaveTextContent('→');
});

it('is filtered by what, who and when, from the first page on', async () => {
  const { asked } = setUp('super_admin', '/settings/audit?page=3');
  await userEvent.selectOptions(screen.getByLabelText('About'), 'Inventory item');
  await waitFor(() => expect(asked()).toEqual({ entity: 'inventory', page: '1', limit: '20' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Asha Rao' }));
  await waitFor(() => expect(asked()).toMatchObject({ by: entry.by?._id }));
  await userEvent.click(screen.getByRole('button', { name: 'Show everyone' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show everyone' })).toBeNull());
});

it('is filtered by days that are typed digit by digit, and asks only for whole ones', async () => {
  const { api, asked } = setUp();
  await screen.findByRole('listitem');
  const from = screen.getByLabelText('From');
  // What the browser reports while the year 2026 is typed.
  for (const typed of ['0002-11-01', '0020-11-01', '0202-11-01', '2026-11-01']) {
    fireEvent.change(from, { target: { value: typed } });
    expect(from).toHaveValue(typed);
  }
  expect(asked()).not.toHaveProperty('from');
  fireEvent.blur(from);
  await waitFor(() => expect(asked()).toMatchObject({ from: '2026-11-01' }));
  expect(api.requests(contract.audit.list).filter(({ query }) => query.has('from'))).toHaveLength(1);
});

it('leads from a page that is gone to the last one', async () => {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([]));
  api.on(contract.audit.list, ({ query }) => {
    const page = Number(query.get('page'));
    return answerPage(page > 2 ? [] : [entry], 21, page);
  });
  const { address } = renderApp(<AuditLog />, {
    user: sessionUser({ role: 'super_admin' }),
    at: '/settings/audit?page=9',
  });
  expect(await screen.findByText('Urea reagent', { exact: false })).toBeVisible();
  expect(address()).toBe('/settings/audit?page=2');
});

it('is narrowed to a document or an action of a row, which a change of the filter takes back', async () => {
  const { asked } = setUp();
  await userEvent.click(await screen.findByRole('button', { name: 'Inventory item Urea reagent:' }));
  await waitFor(() => expect(asked()).toMatchObject({ entityId: entry.entityId }));
  await userEvent.click(await screen.findByRole('button', { name: 'updated' }));
  await waitFor(() => expect(asked()).toMatchObject({ action: 'inventory.updated', entityId: entry.entityId }));
  await userEvent.click(screen.getByRole('button', { name: 'Show all documents' }));
  await waitFor(() => expect(asked()).not.toHaveProperty('entityId'));
  await userEvent.selectOptions(screen.getByLabelText('About'), 'Report');
  await waitFor(() => expect(asked()).toEqual({ entity: 'report', page: '1', limit: '20' }));
});

it('offers laboratories only to those who see them all', async () => {
  setUp('lab_admin');
  await screen.findByRole('listitem');
  expect(screen.queryByLabelText('Laboratory')).toBeNull();
});

it('can be fetched again after a failure', async () => {
  const { api } = setUp();
  await screen.findByRole('listitem');
  api.on(contract.audit.list, () => failure('UNAVAILABLE'));
  await userEvent.selectOptions(screen.getByLabelText('About'), 'Report');
  expect(await screen.findByText("Couldn't load the audit log")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
