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
import { session } from '../../data/session';
import type { LiveSocket } from '../../data/socket';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render-app';
import { permissionLive } from './permission.queries';
import { UserPermissionsEditor } from './user-permissions-editor';

const manager = staffListItem({ name: 'Ravi Sen', role: 'manager' });

function permissionsOf(overrides: PermissionOverrides, more: Partial<UserPermissions> = {}): UserPermissions {
  return userPermissions({ user: manager, overrides, version: 3, ...more });
}

type SetUp = { person?: UserPermissions; viewer?: Role | SessionUser };

async function setUp({ person = permissionsOf({}), viewer = 'super_admin' }: SetUp = {}) {
  const api = fakeApi();
  let stored = person;
  // Three of eleven resources are enough, as all rows are alike.
  const resources = labelledStructure.resources.filter(({ resource }) => /^(staff|inventory|reports)$/.test(resource));
  api.on(contract.permissions.structure, () => answer({ ...labelledStructure, resources }));
  api.on(contract.permissions.user, () => answer(stored));
  api.on(contract.permissions.setUser, ({ body }) => {
    const { permissions } = body as { permissions: Record<string, boolean | null> };
    const all: Record<string, unknown> = { ...stored.overrides, ...permissions };
    const merged = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as PermissionOverrides;
    stored = permissionsOf(merged, { version: stored.version + 1 });
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
    { user: typeof viewer === 'string' ? sessionUser({ role: viewer }) : viewer, at: '/staff' },
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
  if (!item) throw new Error(`${name} isn't in a row`);
  return item;
};
const option = (name: string, choice: string) => within(row(name)).getByRole('radio', { name: choice });
const choose = (name: string, choice: string) => userEvent.click(option(name, choice));
const button = (name: string) => screen.getByRole('button', { name });

describe('the permissions of a person', () => {
  it('show role default, override, result and reason', async () => {
    await setUp({ person: permissionsOf({ 'reports.view': true, 'inventory.stock': false }) });
    expect(row('Reports: View')).toHaveTextContent('Granted to this person in their own laboratory.');
    expect(row('Reports: View')).toHaveTextContent(/Role defaultNot allowed.*NowOwn laboratoryOverride/);
    expect(option('Reports: View', 'Allow')).toBeChecked();
    expect(row('Inventory: Move stock')).toHaveTextContent('Revoked for this person.');
    expect(row('Staff: Create')).toHaveTextContent("Managers can't do this. Super admins and lab admins can.");
    expect(option('Staff: Create', 'Role default')).toBeChecked();
    expect(screen.queryByText(/reports\.view|lab_admin|super_admin/)).not.toBeInTheDocument();
  });

  it('can be searched and narrowed to overrides', async () => {
    await setUp({ person: permissionsOf({ 'reports.view': true }) });
    await userEvent.type(screen.getByRole('searchbox'), 'move stock');
    await waitFor(() => expect(screen.getAllByRole('radiogroup')).toHaveLength(1));
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Only overrides' }));
    await waitFor(() => expect(screen.getAllByRole('radiogroup')).toHaveLength(1));
    expect(row('Reports: View')).toBeVisible();
  });
});

describe('changing them', () => {
  it('by keyboard saves what differs, with the version that was seen', async () => {
    const { sent } = await setUp();
    act(() => option('Inventory: Edit', 'Role default').focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(option('Inventory: Edit', 'Deny')).toBeChecked();
    expect(row('Inventory: Edit')).toHaveTextContent('Changed, was Role default');
    expect(row('Inventory: Edit')).toHaveTextContent('Revoked for this person.');
    await choose('Reports: View', 'Allow');
    expect(screen.getByRole('status')).toHaveTextContent('2 changes');
    await userEvent.click(button('Save'));
    expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
    expect(sent()).toEqual([{ permissions: { 'inventory.edit': false, 'reports.view': true }, version: 3 }]);
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('does not count choices that were undone, and discards all', async () => {
    const { sent } = await setUp();
    await choose('Inventory: Edit', 'Deny');
    await choose('Inventory: Edit', 'Role default');
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await choose('Inventory: Edit', 'Deny');
    await userEvent.click(button('Discard'));
    expect(option('Inventory: Edit', 'Role default')).toBeChecked();
    expect(sent()).toEqual([]);
  });

  it('can be stopped while they are saved, and are kept', async () => {
    const { api } = await setUp();
    api.on(contract.permissions.setUser, () => new Promise(() => undefined));
    await choose('Inventory: Edit', 'Deny');
    await userEvent.click(button('Save'));
    await userEvent.click(button('Cancel'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Cancelled before the server replied');
    expect(option('Inventory: Edit', 'Deny')).toBeChecked();
    expect(button('Discard')).toBeEnabled();
  });

  it('disables granting what the viewer lacks, with the reason and who can', async () => {
    const grantable = (Object.keys(permissionsOf({}).permissions) as Permission[]).filter(
      (permission) => !permission.startsWith('reports.'),
    );
    await setUp({ person: permissionsOf({}, { grantable }), viewer: 'lab_admin' });
    expect(option('Reports: View', 'Allow')).toBeDisabled();
    expect(option('Reports: View', 'Deny')).toBeEnabled();
    expect(screen.getByRole('radiogroup', { name: 'Reports: View' })).toHaveAccessibleDescription(
      /You can only grant permissions you have\. Super admins can grant this\./,
    );
    expect(option('Inventory: Discontinue', 'Allow')).toBeEnabled();
  });

  it('shows the server’s refusal and keeps the choices', async () => {
    const { api } = await setUp();
    api.on(contract.permissions.setUser, () => failure('PERMISSION_NOT_HELD'));
    await choose('Reports: View', 'Allow');
    await userEvent.click(button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent('You can only grant permissions you have');
    expect(option('Reports: View', 'Allow')).toBeChecked();
  });
});

describe('a viewer who cannot change them', () => {
  it.each([
    ["a role that the viewer doesn't manage", 'lab_admin', 'Only super admins can manage lab admins'],
    ['a missing permission', 'manager', "Managers can't do this. Super admins and lab admins can."],
    ['the own account', 'super_admin', 'Nobody changes their own role, status or permissions'],
  ] as const)('sees them read-only, with the reason from the server: %s', async (_, viewer, reason) => {
    await setUp({ person: permissionsOf({}, { actions: { edit: { allowed: false, reason } } }), viewer });
    expect(screen.getByRole('status')).toHaveTextContent(reason);
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
    expect(button('Reset to role defaults')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('resetting to the role', () => {
  it('asks, removes all overrides, and can be undone', async () => {
    const { api, sent } = await setUp({ person: permissionsOf({ 'reports.view': true, 'inventory.edit': false }) });
    await userEvent.click(button('Reset to role defaults'));
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'All 2 overrides are removed. Ravi Sen keeps only the permissions of the',
    );
    await userEvent.click(button('Reset'));
    await waitFor(() => expect(option('Reports: View', 'Role default')).toBeChecked());
    expect(api.requests(contract.permissions.reset)[0]?.body).toEqual({ version: 3 });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(option('Reports: View', 'Allow')).toBeChecked());
    expect(sent()).toEqual([{ permissions: { 'reports.view': true, 'inventory.edit': false }, version: 4 }]);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('is disabled without overrides', async () => {
    await setUp();
    expect(button('Reset to role defaults')).toHaveAccessibleDescription('This person has no overrides');
  });
});

describe('a save by someone else', () => {
  const by = { _id: nextId(), name: 'Asha Rao' };
  const event = { ...manager, laboratoryId: nextId(), version: 4, by, at: '2026-11-21T09:15:00.000Z' };

  it('is shown at once, without a notice if there are no choices', async () => {
    const { queryClient, someoneSaves } = await setUp();
    const socket = new FakeSocket();
    permissionLive(socket as object as LiveSocket, queryClient);
    someoneSaves({ 'inventory.edit': false });
    act(() => socket.receive('user:updated', event));
    await waitFor(() => expect(option('Inventory: Edit', 'Deny')).toBeChecked());
    expect(screen.queryByText(/changed this person/)).not.toBeInTheDocument();
  });

  it('finds the choices that were left unsaved by an expired session, until they are saved', async () => {
    const viewer = sessionUser({ role: 'super_admin' });
    for (const isSaved of [false, true]) {
      const { unmount } = await setUp({ viewer });
      if (isSaved) {
        expect(option('Reports: View', 'Allow')).toBeChecked();
        await userEvent.click(button('Save'));
        await screen.findByText('The permissions of Ravi Sen were saved');
      } else await choose('Reports: View', 'Allow');
      unmount();
      session.end('expired');
    }
    await setUp({ viewer });
    expect(option('Reports: View', 'Allow')).not.toBeChecked();
  });

  it('keeps the choices, names the person, and marks conflicts', async () => {
    const { queryClient, someoneSaves, sent } = await setUp();
    const socket = new FakeSocket();
    permissionLive(socket as object as LiveSocket, queryClient);
    await choose('Inventory: Edit', 'Allow');
    await choose('Reports: View', 'Allow');
    someoneSaves({ 'inventory.edit': false });
    act(() => socket.receive('user:updated', event));
    expect(await screen.findByText(/changed this person/)).toHaveTextContent(/^Asha Rao .* One of them conflicts/);
    expect(option('Reports: View', 'Allow')).toBeChecked();
    expect(row('Inventory: Edit')).toHaveTextContent('Someone set it to Deny.');
    await userEvent.click(button('Keep Deny'));
    await userEvent.click(button('Save'));
    expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
    expect(sent()).toEqual([{ permissions: { 'reports.view': true }, version: 4 }]);
  });

  it('keeps the last day that someone else set', async () => {
    const { queryClient, someoneSaves, sent } = await setUp();
    const socket = new FakeSocket();
    permissionLive(socket as object as LiveSocket, queryClient);
    await choose('Inventory: Edit', 'Deny');
    await choose('Reports: View', 'Allow');
    const timed = { allowed: true, until: '2999-12-08', timezone: 'Asia/Kolkata' };
    someoneSaves({ 'inventory.edit': timed });
    act(() => socket.receive('user:updated', event));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep Allow until Dec 8, 2999' }));
    expect(screen.getByLabelText('Last day of Inventory: Edit')).toHaveValue('2999-12-08');
    await userEvent.click(button('Save'));
    expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
    expect(sent()).toEqual([{ permissions: { 'reports.view': true }, version: 4 }]);
  });

  it('notices that someone else changed only the last day', async () => {
    const { queryClient, someoneSaves } = await setUp();
    const socket = new FakeSocket();
    permissionLive(socket as object as LiveSocket, queryClient);
    await choose('Inventory: Edit', 'Deny');
    await userEvent.click(button('Save'));
    await screen.findByText('The permissions of Ravi Sen were saved');
    await choose('Inventory: Edit', 'Allow');
    someoneSaves({ 'inventory.edit': { allowed: false, until: '2999-12-08', timezone: 'Asia/Kolkata' } });
    act(() => socket.receive('user:updated', event));
    await waitFor(() => expect(row('Inventory: Edit')).toHaveTextContent('Someone set it to Deny until Dec 8, 2999.'));
  });

  it('is detected at the latest when saving: nothing is overwritten, and saving again uses their version', async () => {
    const { api, someoneSaves, sent } = await setUp();
    await choose('Reports: View', 'Allow');
    someoneSaves({});
    api.on(contract.permissions.setUser, ({ body }) =>
      (body as { version: number }).version === 4
        ? answer(permissionsOf({ 'reports.view': true }, { version: 5 }))
        : failure('VERSION_CONFLICT', { conflict: { current: {}, changedBy: 'Asha Rao', changedAt: event.at } }),
    );
    await userEvent.click(button('Save'));
    expect(await screen.findByText(/changed this person/)).toHaveTextContent(/^Asha Rao/);
    await userEvent.click(button('Save'));
    expect(await screen.findByText('The permissions of Ravi Sen were saved')).toBeVisible();
    expect(sent().map((body) => (body as { version: number }).version)).toEqual([3, 4]);
  });
});

describe('leaving with unsaved changes', () => {
  it('asks first and then continues to the target', async () => {
    const { address } = await setUp();
    await choose('Reports: View', 'Allow');
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(address()).toBe('/staff');
    await userEvent.click(button('Keep editing'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    expect(address()).toBe('/elsewhere');
  });
});
