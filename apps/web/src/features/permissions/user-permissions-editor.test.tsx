import {
  contract,
  labelledStructure,
  type Permission,
  type PermissionOverrides,
  type Role,
  type SessionUser,
  type UserPermissions,
} from '@shifa/contract';
import { nextId, sessionUser, staffListItem, userPermissions } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { LiveSocket } from '../../lib/socket';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render-app';
import { permissionLive } from './permission.live';
import { UserPermissionsEditor } from './user-permissions-editor';

const manager = staffListItem({ name: 'Ravi Sen', role: 'manager' });

function permissionsOf(overrides: PermissionOverrides, more: Partial<UserPermissions> = {}): UserPermissions {
  return userPermissions({ user: manager, overrides, version: 3, ...more });
}

type SetUp = { person?: UserPermissions; viewer?: Role; user?: SessionUser };

async function setUp({ person = permissionsOf({}), viewer = 'super_admin', user }: SetUp = {}) {
  const api = fakeApi();
  let stored = person;
  // Three resources of eleven: each of them is a row like any other.
  const resources = labelledStructure.resources.filter(({ resource }) => /^(staff|inventory|reports)$/.test(resource));
  api.on(contract.permissions.structure, () => answer({ ...labelledStructure, resources }));
  api.on(contract.permissions.user, () => answer(stored));
  api.on(contract.permissions.setUser, ({ body }) => {
    const { permissions } = body as { permissions: Record<string, boolean | null> };
    const merged = Object.entries<boolean | null>({ ...stored.overrides, ...permissions }).filter(
      ([, value]) => value !== null,
    );
    stored = permissionsOf(Object.fromEntries(merged), { version: stored.version + 1 });
    return answer(stored);
  });
  api.on(contract.permissions.reset, () => {
    stored = permissionsOf({}, { version: stored.version + 1 });
    return answer(stored);
  });
  const view = renderApp(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <UserPermissionsEditor userId={manager._id} />
    </>,
    { user: user ?? sessionUser({ role: viewer }), at: '/staff' },
  );
  await screen.findByRole('searchbox');
  const someoneSaves = (overrides: PermissionOverrides) => {
    stored = permissionsOf(overrides, { version: stored.version + 1 });
  };
  const sent = () => api.requests(contract.permissions.setUser).map(({ body }) => body);
  return { ...view, api, sent, someoneSaves };
}

const row = (name: string) => {
  const group = screen.getByRole('radiogroup', { name });
  const item = group.closest<HTMLElement>('li');
  if (!item) throw new Error(`${name} stands in no row`);
  return item;
};
const option = (name: string, choice: string) => within(row(name)).getByRole('radio', { name: choice });
const choose = (name: string, choice: string) => userEvent.click(option(name, choice));
const button = (name: string) => screen.getByRole('button', { name });

describe('the permissions of a person', () => {
  it('show what the role gives, what was decided otherwise, what comes of it and why', async () => {
    await setUp({ person: permissionsOf({ 'reports.view': true, 'inventory.stock': false }) });
    expect(row('Reports: See')).toHaveTextContent('Granted to this person in their own laboratory.');
    expect(row('Reports: See')).toHaveTextContent(/Role defaultNot allowed.*NowOwn laboratoryOverride/);
    expect(option('Reports: See', 'Allow')).toBeChecked();
    expect(row('Inventory: Move stock')).toHaveTextContent('Taken away from this person.');
    expect(row('Staff: Create')).toHaveTextContent('Managers may not do this. Super admins and lab admins may.');
    expect(option('Staff: Create', 'Inherit')).toBeChecked();
    expect(screen.queryByText(/reports\.view|lab_admin|super_admin/)).not.toBeInTheDocument();
  });

  it('are found by a word, and narrowed to what was overridden', async () => {
    await setUp({ person: permissionsOf({ 'reports.view': true }) });
    await userEvent.type(screen.getByRole('searchbox'), 'move stock');
    await waitFor(() => expect(screen.getAllByRole('radiogroup')).toHaveLength(1));
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Only overrides' }));
    await waitFor(() => expect(screen.getAllByRole('radiogroup')).toHaveLength(1));
    expect(row('Reports: See')).toBeVisible();
  });
});

describe('changing them', () => {
  it('by keyboard, saves what differs, on the version that was seen', async () => {
    const { sent } = await setUp();
    act(() => option('Inventory: Edit', 'Inherit').focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(option('Inventory: Edit', 'Deny')).toBeChecked();
    expect(row('Inventory: Edit')).toHaveTextContent('Changed, was Inherit');
    expect(row('Inventory: Edit')).toHaveTextContent('Taken away from this person.');
    await choose('Reports: See', 'Allow');
    expect(screen.getByRole('status')).toHaveTextContent('2 changes');
    await userEvent.click(button('Save'));
    expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
    expect(sent()).toEqual([{ permissions: { 'inventory.edit': false, 'reports.view': true }, version: 3 }]);
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('counts no choice that was taken back, and discards all', async () => {
    const { sent } = await setUp();
    await choose('Inventory: Edit', 'Deny');
    await choose('Inventory: Edit', 'Inherit');
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await choose('Inventory: Edit', 'Deny');
    await userEvent.click(button('Discard'));
    expect(option('Inventory: Edit', 'Inherit')).toBeChecked();
    expect(sent()).toEqual([]);
  });

  it('locks what the viewer lacks, with why and who can', async () => {
    const grantable = (Object.keys(permissionsOf({}).permissions) as Permission[]).filter(
      (permission) => !permission.startsWith('reports.'),
    );
    await setUp({ person: permissionsOf({}, { grantable }), viewer: 'lab_admin' });
    expect(option('Reports: See', 'Allow')).toBeDisabled();
    expect(option('Reports: See', 'Deny')).toBeEnabled();
    expect(screen.getByRole('radiogroup', { name: 'Reports: See' })).toHaveAccessibleDescription(
      /You can only give what you hold\. Super admins can give this\./,
    );
    expect(option('Inventory: Discontinue', 'Allow')).toBeEnabled();
  });

  it('says so when the server refuses, and keeps the choices', async () => {
    const { api } = await setUp();
    api.on(contract.permissions.setUser, () => failure('PERMISSION_NOT_HELD'));
    await choose('Reports: See', 'Allow');
    await userEvent.click(button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent('You can only give what you hold yourself');
    expect(option('Reports: See', 'Allow')).toBeChecked();
  });
});

describe('who may not change them', () => {
  it.each([
    ['a role beyond reach', 'lab_admin', 'Only a super admin manages a lab admin.'],
    [
      'a missing permission',
      'manager',
      'You can look at these permissions, not change them. Super admins and lab admins can change this.',
    ],
  ] as const)('looks only, and is told why and who can: %s', async (_, viewer, words) => {
    const locked = { actions: { edit: { allowed: false, reason: 'Only a super admin manages a lab admin' } } };
    await setUp({ person: permissionsOf({}, locked), viewer });
    expect(screen.getByRole('status')).toHaveTextContent(words);
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
    expect(button('Reset to role defaults')).toHaveAttribute('aria-disabled', 'true');
  });

  it('changes nothing of the own account', async () => {
    const user = sessionUser({ _id: manager._id, role: 'super_admin' });
    await setUp({ person: permissionsOf({}, { actions: { edit: { allowed: false, reason: 'Anything' } } }), user });
    expect(screen.getByRole('status')).toHaveTextContent('Nobody changes their own role, status or permissions.');
  });
});

describe('resetting to the role', () => {
  it('asks, takes every override back, and can be undone', async () => {
    const { api, sent } = await setUp({ person: permissionsOf({ 'reports.view': true, 'inventory.edit': false }) });
    await userEvent.click(button('Reset to role defaults'));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('All 2 overrides of Ravi Sen are taken back');
    await userEvent.click(button('Reset'));
    await waitFor(() => expect(option('Reports: See', 'Inherit')).toBeChecked());
    expect(api.requests(contract.permissions.reset)[0]?.body).toEqual({ version: 3 });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(option('Reports: See', 'Allow')).toBeChecked());
    expect(sent()).toEqual([{ permissions: { 'reports.view': true, 'inventory.edit': false }, version: 4 }]);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('is closed where nothing is overridden', async () => {
    await setUp();
    expect(button('Reset to role defaults')).toHaveAccessibleDescription('Nothing is overridden for this person');
  });
});

describe('someone else saves meanwhile', () => {
  const by = { _id: nextId(), name: 'Asha Rao' };
  const event = { ...manager, laboratoryId: nextId(), version: 4, by, at: '2026-11-21T09:15:00.000Z' };

  it('shows at once, with nothing to say where nothing was chosen', async () => {
    const { queryClient, someoneSaves } = await setUp();
    const socket = new FakeSocket();
    permissionLive(socket as object as LiveSocket, queryClient);
    someoneSaves({ 'inventory.edit': false });
    act(() => socket.receive('user:updated', event));
    await waitFor(() => expect(option('Inventory: Edit', 'Deny')).toBeChecked());
    expect(screen.queryByText(/changed this person meanwhile/)).not.toBeInTheDocument();
  });

  it('keeps what was chosen, says who it was, and marks where both chose', async () => {
    const { queryClient, someoneSaves, sent } = await setUp();
    const socket = new FakeSocket();
    permissionLive(socket as object as LiveSocket, queryClient);
    await choose('Inventory: Edit', 'Allow');
    await choose('Reports: See', 'Allow');
    someoneSaves({ 'inventory.edit': false });
    act(() => socket.receive('user:updated', event));
    expect(await screen.findByText(/changed this person meanwhile/)).toHaveTextContent(/^Asha Rao .* One of them met/);
    expect(option('Reports: See', 'Allow')).toBeChecked();
    expect(row('Inventory: Edit')).toHaveTextContent('Meanwhile set to Deny.');
    await userEvent.click(button('Keep Deny'));
    await userEvent.click(button('Save'));
    expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
    expect(sent()).toEqual([{ permissions: { 'reports.view': true }, version: 4 }]);
  });

  it('is found out when saving at the latest: nothing is overwritten, and saving again is on their version', async () => {
    const { api, someoneSaves, sent } = await setUp();
    await choose('Reports: See', 'Allow');
    someoneSaves({});
    api.on(contract.permissions.setUser, ({ body }) =>
      (body as { version: number }).version === 4
        ? answer(permissionsOf({ 'reports.view': true }, { version: 5 }))
        : failure('VERSION_CONFLICT', { conflict: { current: {}, changedBy: 'Asha Rao', changedAt: event.at } }),
    );
    await userEvent.click(button('Save'));
    expect(await screen.findByText(/changed this person meanwhile/)).toHaveTextContent(/^Asha Rao/);
    await userEvent.click(button('Save'));
    expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
    expect(sent().map((body) => (body as { version: number }).version)).toEqual([3, 4]);
  });
});

describe('leaving with unsaved changes', () => {
  it('asks first, and goes where one wanted to go', async () => {
    const { address } = await setUp();
    await choose('Reports: See', 'Allow');
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(address()).toBe('/staff');
    await userEvent.click(button('Keep editing'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    expect(address()).toBe('/elsewhere');
  });
});
