import { contract, labelledStructure, type PermissionOverrides } from '@shifa/contract';
import { sessionUser, staffListItem, userPermissions } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { typePartly, typeWhole } from '../../testing/type-partly';
import { UserPermissionsEditor } from './user-permissions-editor';

const user = staffListItem({ name: 'Ravi Sen', role: 'manager' });
const timed = (allowed: boolean, until: string) => ({ allowed, until, timezone: 'Asia/Kolkata' });

async function setUp(overrides: PermissionOverrides) {
  const api = fakeApi();
  const resources = labelledStructure.resources.filter(({ resource }) => resource === 'inventory');
  api.on(contract.permissions.structure, () => answer({ ...labelledStructure, resources }));
  api.on(contract.permissions.user, () => answer(userPermissions({ user, overrides, version: 3 })));
  api.on(contract.permissions.setUser, () => answer(userPermissions({ user, overrides, version: 4 })));
  renderApp(<UserPermissionsEditor userId={user._id} />, { user: sessionUser({ role: 'super_admin' }), at: '/staff' });
  await screen.findByRole('searchbox');
  return () => api.requests(contract.permissions.setUser).map(({ body }) => body);
}

const option = (name: string, choice: string) =>
  within(screen.getByRole('radiogroup', { name })).getByRole('radio', { name: choice });
const lastDay = (name: string) => screen.queryByLabelText(`Last day of ${name}`);

it('an override can be given a last day, which goes with it', async () => {
  const sent = await setUp({});
  expect(lastDay('Inventory: Approve write-offs')).toBeNull();
  await userEvent.click(option('Inventory: Approve write-offs', 'Allow'));
  const field = lastDay('Inventory: Approve write-offs');
  if (!field) throw new Error('The field is missing');
  fireEvent.change(field, { target: { value: '2999-12-08' } });
  expect(await screen.findByText('Granted to this person in their own laboratory until Dec 8.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
  expect(sent()).toEqual([
    { permissions: { 'inventory.approve': { allowed: true, until: '2999-12-08' } }, version: 3 },
  ]);
});

it('an end can be removed, and returning to the role removes it as well', async () => {
  const sent = await setUp({
    'inventory.approve': timed(true, '2999-12-08'),
    'inventory.edit': timed(false, '2999-12-08'),
  });
  const field = lastDay('Inventory: Approve write-offs');
  if (!field) throw new Error('The field is missing');
  expect(field).toHaveValue('2999-12-08');
  fireEvent.change(field, { target: { value: '' } });
  await userEvent.click(option('Inventory: Edit', 'Role default'));
  expect(lastDay('Inventory: Edit')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
  expect(sent()).toEqual([{ permissions: { 'inventory.approve': true, 'inventory.edit': null }, version: 3 }]);
});

it('what has ended is listed as such, and the role applies', async () => {
  await setUp({ 'inventory.approve': timed(true, '2020-01-31') });
  expect(screen.getByText('Was allowed until Jan 31, 2020.')).toBeVisible();
  expect(option('Inventory: Approve write-offs', 'Role default')).toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only overrides' }));
  expect(await screen.findAllByRole('radiogroup')).toHaveLength(1);
});

it('a last day that is still being typed cannot be saved as none', async () => {
  const sent = await setUp({});
  await userEvent.click(option('Inventory: Approve write-offs', 'Allow'));
  const field = lastDay('Inventory: Approve write-offs');
  if (!field) throw new Error('The field is missing');
  typePartly(field);
  expect(await screen.findByText('Complete the last day first.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  typeWhole(field, '2999-12-08');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The permissions of Ravi Sen were saved');
  expect(sent()).toEqual([
    { permissions: { 'inventory.approve': { allowed: true, until: '2999-12-08' } }, version: 3 },
  ]);
});
