import { contract } from '@shifa/contract';
import { laboratory, periodClose, sessionUser, staffListItem, transactionListItem } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { entryDecisions } from '../../features/finance/decisions/entry-decisions';
import { PeriodCloseDialog } from '../../features/finance/period-close/period-close-dialog';
import { LaboratoryForm } from '../../features/laboratories/form/laboratory-form';
import { BulkBar } from '../../features/staff/bulk-bar';
import { staffActions } from '../../features/staff/staff.actions';
import { answer, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ActionDialog } from '../actions/action-dialog';
import { BulkDecisionDialog } from '../inbox/bulk-decisions';

const none = () => undefined;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const person = staffListItem({ name: 'Asha Rao' });
const selection = { rows: [person], ids: new Set([person._id]), select: none, toggle: none, drop: none, clear: none };
const entries = [transactionListItem(), transactionListItem()];
const preview = [{ _id: person._id, name: 'Asha Rao', changes: [{ field: 'status' }], fault: null }];

/** Answers what is read; a write is never answered, but can be aborted. */
function setUp(part: ReactElement) {
  const api = fakeApi();
  api.on(contract.transactions.periodClose, () => answer(periodClose()));
  api.on(contract.transactions.pendingBeforeClose, () => answer({ total: 0, laboratories: [] }));
  api.on(contract.staff.bulk, () => answer({ applied: false, results: preview, openWork: [] }));
  const served = fetch;
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET' || (typeof init.body === 'string' && init.body.includes('"dryRun":true')))
      return served(path, init);
    const { signal } = init;
    if (signal) signals.push(signal);
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  renderApp(part, { user: sessionUser({ role: 'super_admin' }) });
  return signals;
}

async function changeName() {
  const name = screen.getByLabelText('Name', { selector: 'input' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Salt Lake North');
  await press('Save changes');
}

async function suspendSelected() {
  await press('Suspend');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Suspend 1 person' })).toBeEnabled());
  await press('Suspend 1 person');
}

async function closeBooks() {
  const day = await screen.findByLabelText('Close the books through');
  await userEvent.clear(day);
  await userEvent.type(day, '2026-01-31');
  await press('Close books');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Close books' })).at(-1) ?? document.body);
}

it.each<[string, ReactElement, () => Promise<void>]>([
  ['a form', <LaboratoryForm document={laboratory({ name: 'Salt Lake' })} onClose={none} />, changeName],
  [
    'an action on a person',
    <ActionDialog actions={staffActions} action="suspend" item={person} onClose={none} />,
    () => press('Suspend'),
  ],
  [
    'an action with a dialog of its own',
    <ActionDialog actions={staffActions} action="exit" item={person} onClose={none} />,
    () => press('Record exit'),
  ],
  ['a change of many people', <BulkBar selection={selection} />, suspendSelected],
  [
    'a decision on many entries',
    <BulkDecisionDialog bulk={entryDecisions} decision="approve" items={entries} onDecided={none} onClose={none} />,
    () => press('Approve 2 entries'),
  ],
  ['the closing of the books', <PeriodCloseDialog onClose={none} />, closeBooks],
])('%s that hangs can be cancelled: the request is aborted and what was entered stays', async (_, part, send) => {
  const signals = setUp(part);
  await send();
  await waitFor(() => expect(signals).toHaveLength(1));
  await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) ?? document.body);
  const stopped = await screen.findByText(/^Cancelled before the server replied/);
  expect(stopped).toBeVisible();
  expect(signals[0]?.aborted).toBe(true);
  expect(screen.getAllByRole('button', { name: 'Cancel' }).at(-1)).toBeEnabled();
});
