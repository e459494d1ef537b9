import { type Blocker, contract, type StaffAction, type StaffBulkBody, type StaffMember } from '@shifa/contract';
import { laboratory, sessionUser, staffMember } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ActionDialog } from '../../screens/actions/action-dialog';
import { formatInstant } from '../../lib/format';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { clickBeside } from '../../testing/click-beside';
import { renderApp } from '../../testing/render-app';
import { staffActions } from './staff.actions';

const expiry = '2026-11-25T06:00:00.000Z';
const stored = staffMember({ name: 'Meera Nair', version: 3 });

function setUp(action: StaffAction, openWork: Blocker[] = [], person: StaffMember = stored) {
  const api = fakeApi();
  api.on(contract.staff.openWork, () => answer(openWork));
  api.on(contract.staff.get, () => answer(person));
  api.on(contract.staff.update, () => answer(stored));
  api.on(contract.staff.exit, () => answer({ ...stored, status: 'exited' }));
  api.on(contract.staff.issuePassword, () =>
    answer({ ...stored, temporaryPassword: 'Xj7E-3Bm6', temporaryPasswordExpiresAt: expiry }),
  );
  const onClose = vi.fn<() => void>();
  renderApp(<ActionDialog actions={staffActions} action={action} item={stored} onClose={() => onClose()} />, {
    user: sessionUser({ role: 'super_admin' }),
  });
  return { api, onClose };
}

describe.each([
  ['suspend', 'Suspend person', 'Suspend', 'signed out everywhere at once', 'suspended', 'was suspended'],
  ['resume', 'Resume person', 'Resume', 'can sign in again', 'active', 'was resumed'],
  ['rehire', 'Rehire person', 'Rehire', 'under the same employee code', 'active', 'was rehired'],
] as const)('%s', (action, title, verb, effect, status, outcome) => {
  it('explains the effect and asks before it sends anything', async () => {
    const { api, onClose } = setUp(action);
    expect(screen.getByRole('alertdialog', { name: title })).toHaveTextContent(effect);
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: verb }));
    expect(await screen.findByText(`Meera Nair ${outcome}`)).toBeVisible();
    expect(api.requests(contract.staff.update)[0]?.body).toEqual({ status, version: 3 });
    expect(onClose).toHaveBeenCalledOnce();
  });
});

it.each(['suspend', 'exit'] as const)('%s first shows what the person leaves open, with links', async (action) => {
  const filter = { enteredBy: [stored._id], status: ['rejected'] };
  setUp(action, [{ name: 'entries rejected', count: 12, resource: 'transactions', filter }]);
  const link = await screen.findByRole('link', { name: '12 entries rejected' });
  expect(link).toHaveAttribute('href', `/finances/transactions?enteredBy=${stored._id}&status=rejected`);
  expect(screen.getByText(/Meera Nair has open work/)).toBeVisible();
});

it.each([false, true])('a suspension asks whether the deputy acts, by default not: %s', async (acts) => {
  const deputyId = { _id: staffMember()._id, name: 'Nikhil Sen', obstacle: null, confirmed: null };
  const { api } = setUp('suspend', [], { ...stored, deputyId });
  const choice = await screen.findByLabelText('Nikhil Sen decides as deputy of Meera Nair during the suspension');
  expect(choice).not.toBeChecked();
  if (acts) await userEvent.click(choice);
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('Meera Nair was suspended')).toBeVisible();
  const body = { status: 'suspended', version: 3, ...(acts && { deputyActs: true }) };
  expect(api.requests(contract.staff.update)[0]?.body).toEqual(body);
});

it('stops a deputy who was confirmed', async () => {
  const { api } = setUp('withdrawDeputy', []);
  await userEvent.click(await screen.findByRole('button', { name: 'Stop deputy decisions' }));
  expect(await screen.findByText("Meera Nair's deputy can no longer decide")).toBeVisible();
  expect(api.requests(contract.staff.update)[0]?.body).toEqual({ deputyActs: false, version: 3 });
});

it('says before confirming a deputy why they cannot decide', async () => {
  const obstacle = 'Nikhil Sen has left. Choose an active person.';
  const deputyId = { _id: staffMember()._id, name: 'Nikhil Sen', obstacle, confirmed: null };
  setUp('confirmDeputy', [], { ...stored, deputyId });
  expect(await screen.findByText(`This deputy can't decide. ${obstacle}`)).toBeVisible();
});

it('lets the deputy decide once the person is suspended', async () => {
  const deputyId = { _id: staffMember()._id, name: 'Nikhil Sen', obstacle: null, confirmed: null };
  const { api } = setUp('confirmDeputy', [], { ...stored, deputyId });
  expect(await screen.findByText('Nikhil Sen')).toBeVisible();
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Nikhil Sen decides for Meera Nair');
  await userEvent.click(screen.getByRole('button', { name: 'Allow deputy to decide' }));
  expect(await screen.findByText("Meera Nair's deputy can decide")).toBeVisible();
  expect(api.requests(contract.staff.update)[0]?.body).toEqual({ deputyActs: true, version: 3 });
});

describe('an exit', () => {
  it('sends the last day and the reason', async () => {
    const { api, onClose } = setUp('exit');
    await userEvent.type(screen.getByLabelText(/^Last day/), '2026-11-30');
    await userEvent.type(screen.getByLabelText(/^Reason/), 'Moved to Pune');
    await userEvent.click(screen.getByRole('button', { name: 'Record exit' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(Object.fromEntries(api.requests(contract.staff.exit)[0]?.query ?? [])).toEqual({
      version: '3',
      exitDate: '2026-11-30',
      reason: 'Moved to Pune',
    });
  });

  it('keeps what was typed when someone clicks beside it', async () => {
    const { onClose } = setUp('exit');
    await userEvent.type(screen.getByLabelText(/^Reason/), 'Moved to Pune');
    await clickBeside();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Moved to Pune');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('of the last super admin is refused, with the reason', async () => {
    const { api, onClose } = setUp('exit');
    api.on(contract.staff.exit, () => failure('LAST_SUPER_ADMIN'));
    await userEvent.click(screen.getByRole('button', { name: 'Record exit' }));
    expect(await screen.findByText('The network needs at least one active super admin')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('a move to another laboratory', () => {
  it('previews what changes, and moves the person', async () => {
    const { api, onClose } = setUp('move');
    const patna = laboratory({ name: 'Shifa Patna' });
    const changes = [{ field: 'laboratoryId', before: 'Kolkata Central', after: patna.name }];
    const results = [{ _id: stored._id, name: stored.name, changes, fault: null }];
    api.on(contract.laboratories.options, () => answer([patna]));
    api.on(contract.staff.bulk, ({ body }) =>
      answer({ applied: !(body as StaffBulkBody).dryRun, results, openWork: [] }),
    );
    await userEvent.click(await screen.findByRole('combobox', { name: 'Move to' }));
    await userEvent.click(await screen.findByRole('option', { name: /Shifa Patna/ }));
    await userEvent.click(await screen.findByRole('button', { name: /^Move/ }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(api.requests(contract.staff.bulk).at(-1)?.body).toEqual({
      action: 'move',
      laboratoryId: patna._id,
      ids: [stored._id],
      dryRun: false,
    });
  });
});

describe('a new temporary password', () => {
  it('is confirmed, issued once and shown once', async () => {
    const { api, onClose } = setUp('issuePassword');
    expect(screen.getByRole('alertdialog')).toHaveTextContent('the current password stops working');
    await userEvent.click(screen.getByRole('button', { name: 'Issue password' }));
    expect(await screen.findByLabelText('Temporary password', { selector: 'output' })).toHaveTextContent('Xj7E-3Bm6');
    expect(screen.getByRole('dialog')).toHaveTextContent(`at the first sign-in, by ${formatInstant(expiry)}.`);
    expect(api.requests(contract.staff.issuePassword)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is not lost to the back button before the person agrees', async () => {
    window.history.replaceState({ idx: 0 }, '');
    window.history.pushState({ idx: 1 }, '');
    const { onClose } = setUp('issuePassword');
    await userEvent.click(screen.getByRole('button', { name: 'Issue password' }));
    await screen.findByLabelText('Temporary password', { selector: 'output' });
    act(() => window.history.back());
    const question = await screen.findByRole('alertdialog', { name: 'Leave this page' });
    await waitFor(() => expect(window.history.state).toEqual({ idx: 1 }));
    await userEvent.click(within(question).getByRole('button', { name: 'Back to the password' }));
    expect(screen.getByLabelText('Temporary password', { selector: 'output' })).toHaveTextContent('Xj7E-3Bm6');
    expect(onClose).not.toHaveBeenCalled();
  });
});
