import { contract, NO_OPENING_STOCK, resolvePermissions } from '@shifa/contract';
import { inventoryItem, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { session } from '../../../data/session';
import { answer, answerCreated, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { ItemForm } from './item-form';

it('an edit that meets a newer version offers both values of each field, and keeps the input', async () => {
  const stored = inventoryItem({ name: 'Glucose reagent', minQuantity: 10, version: 3 });
  const theirs = { ...stored, name: 'Glucose reagent 500 ml', minQuantity: 25, version: 4 };
  const api = fakeApi();
  api.on(contract.inventory.get, () => answer(stored));
  api.on(contract.inventory.suggestions, () => answer([]));
  api.on(contract.inventory.update, ({ body }) =>
    (body as { version: number }).version === theirs.version
      ? answer(theirs)
      : failure('VERSION_CONFLICT', {
          conflict: { current: theirs, changedBy: 'Asha Rao', changedAt: new Date().toISOString() },
        }),
  );
  const onClose = vi.fn<() => void>();
  renderApp(<ItemForm id={stored._id} onClose={onClose} />, { user: sessionUser({ role: 'lab_admin' }) });
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Glucose GOD-POD');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

  const panel = await screen.findByRole('group', { name: 'Newer version' });
  expect(panel).toHaveTextContent('Asha Rao saved a newer version just now');
  expect(screen.getByRole('radio', { name: 'Yours: Glucose GOD-POD' })).toBeChecked();
  expect(screen.getByRole('radio', { name: /^Theirs: 25/ })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Theirs: Glucose reagent 500 ml' }));
  expect(name).toHaveValue('Glucose reagent 500 ml');
  await userEvent.click(screen.getByRole('radio', { name: 'Yours: Glucose GOD-POD' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  // What the others changed is theirs; only the chosen field is sent.
  expect(api.requests(contract.inventory.update).at(-1)?.body).toEqual({ name: 'Glucose GOD-POD', version: 4 });
});

it('stores that what arrives has to be accepted', async () => {
  const stored = inventoryItem({ name: 'Glucose control', version: 3 });
  const api = fakeApi();
  api.on(contract.inventory.get, () => answer(stored));
  api.on(contract.inventory.suggestions, () => answer([]));
  api.on(contract.inventory.update, () => answer({ ...stored, requiresAcceptance: true, version: 4 }));
  const onClose = vi.fn<() => void>();
  renderApp(<ItemForm id={stored._id} onClose={onClose} />, { user: sessionUser({ role: 'lab_admin' }) });
  const choice = await screen.findByRole('checkbox', { name: 'Requires acceptance' });
  expect(screen.getByText('New deliveries can be used immediately.')).toBeVisible();
  await userEvent.click(choice);
  expect(screen.getByText('New deliveries are quarantined until someone accepts them.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.requests(contract.inventory.update).at(-1)?.body).toEqual({ requiresAcceptance: true, version: 3 });
});

it("offers no opening stock to those who can't move stock, and says why", async () => {
  const api = fakeApi();
  api.on(contract.inventory.suggestions, () => answer([]));
  const user = sessionUser({
    role: 'manager',
    permissions: resolvePermissions('manager', { 'inventory.stock': false }, new Date()),
  });
  renderApp(<ItemForm onClose={vi.fn<() => void>()} />, { user });
  expect(await screen.findByText(/^The item starts without stock, because you don't have permission/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Opening stock/ })).toBeNull();
});

it('an opening stock that was entered before the permission ended can be removed', async () => {
  const api = fakeApi();
  api.on(contract.inventory.suggestions, () => answer([]));
  api.on(contract.inventory.create, () =>
    failure('FORBIDDEN', { errors: [{ field: 'quantity', message: NO_OPENING_STOCK }] }),
  );
  const user = sessionUser({ role: 'manager' });
  renderApp(<ItemForm onClose={vi.fn<() => void>()} />, { user });
  await userEvent.type(await screen.findByLabelText('Name'), 'Urea reagent');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Batches expire' }));
  await userEvent.click(screen.getByRole('button', { name: /^Opening stock/ }));
  await userEvent.type(screen.getByLabelText(/^Quantity/), '12');
  await userEvent.click(screen.getByRole('button', { name: 'Create item' }));
  expect(await screen.findByText(NO_OPENING_STOCK)).toBeVisible();
  const permissions = resolvePermissions('manager', { 'inventory.stock': false }, new Date());
  act(() => session.update({ ...user, permissions }));
  await userEvent.clear(screen.getByLabelText(/^Quantity/));
  expect(await screen.findByText(/^The item starts without stock/)).toBeVisible();
});

it('a unit cost can be nothing, and one that cannot be read is refused as an amount', async () => {
  const api = fakeApi();
  api.on(contract.inventory.suggestions, () => answer([]));
  api.on(contract.inventory.create, () => answerCreated(inventoryItem()));
  const onClose = vi.fn<() => void>();
  renderApp(<ItemForm onClose={onClose} />, { user: sessionUser({ role: 'lab_admin' }) });
  await userEvent.type(await screen.findByLabelText('Name'), 'Sample kit');
  const cost = screen.getByLabelText(/^Unit cost/);
  await userEvent.type(cost, '12.345');
  await userEvent.click(screen.getByRole('button', { name: 'Create item' }));
  expect(await screen.findByText('Enter an amount with at most two decimals, such as 1,250.50')).toBeVisible();
  await userEvent.clear(cost);
  await userEvent.type(cost, '0');
  await userEvent.click(screen.getByRole('button', { name: 'Create item' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.requests(contract.inventory.create)[0]?.body).toMatchObject({ unitCostPaise: 0 });
});
