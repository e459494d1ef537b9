import {
  type BulkResult,
  contract,
  labelledStructure,
  type Permission,
  type PermissionChanges,
  type PermissionOverrides,
  permissions,
  reasonFor,
  resolvePermission,
  resolvePermissions,
  type Role,
  type SessionUser,
  type UserPermissionsRow,
} from '@shifa/contract';
import { laboratory, sessionUser, staffListItem } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { typePartly, typeWhole } from '../../testing/type-partly';
import { PermissionsPage } from './permissions-page';

const kolkata = laboratory({ name: 'Shifa Kolkata', code: 'KOL' });
const dubai = laboratory({ name: 'Shifa Dubai', code: 'DXB' });

function row(name: string, role: Role, overrides: PermissionOverrides = {}, reason?: string) {
  const user = staffListItem({ name, role });
  const permissions = resolvePermissions(role, overrides, new Date());
  return { user, version: 1, overrides, permissions, actions: { edit: { allowed: reason === undefined, reason } } };
}

const asha = row('Asha Rao', 'manager', { 'inventory.edit': false });
const ravi = row('Ravi Sen', 'staff');
const boss = row('Nita Das', 'lab_admin', {}, 'Only super admins can manage lab admins');

/** The server's preview: each permission before and after. */
function previewOf(rows: UserPermissionsRow[], body: unknown): BulkResult[] {
  const { updates } = body as { updates: { userId: string; permissions: PermissionChanges }[] };
  return updates.map(({ userId, permissions }) => {
    const person = rows.find(({ user }) => user._id === userId);
    if (!person) throw new Error('Nobody has this id');
    const { role, name } = person.user;
    const changes = Object.entries(permissions).map(([field, value]) => {
      const permission = field as Permission;
      const timed = value && typeof value === 'object' ? { ...value, timezone: 'Asia/Kolkata' } : value;
      const after = timed === null ? {} : { [permission]: timed };
      return {
        field,
        before: resolvePermission(role, permission, person.overrides, new Date()),
        after: resolvePermission(role, permission, after, new Date()),
      };
    });
    return { _id: userId, name, changes, fault: null };
  });
}

type SetUp = { at?: string; user?: SessionUser; rows?: UserPermissionsRow[] };

function setUp({ at = '/staff/permissions?section=inventory', user, rows = [asha, ravi, boss] }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.permissions.structure, () => answer(labelledStructure));
  api.on(contract.laboratories.options, () => answer([dubai, kolkata]));
  api.on(contract.permissions.laboratory, () => answerPage(rows));
  api.on(contract.permissions.role, ({ params }) => {
    const role = params['role'] as Role;
    return answer({ role, label: role, permissions: resolvePermissions(role) });
  });
  api.on(contract.permissions.check, ({ params, query }) => {
    const person = rows.find((one) => one.user._id === params['id']) ?? asha;
    const permission = `${query.get('resource') ?? ''}.${query.get('action') ?? ''}` as Permission;
    const resolved = person.permissions[permission];
    return answer({ ...resolved, reason: reasonFor(person.user.role, permission, resolved) });
  });
  api.on(contract.permissions.bulk, ({ body }) => {
    const { dryRun } = body as { dryRun: boolean };
    return answer({ applied: !dryRun, results: previewOf(rows, body) });
  });
  const view = renderApp(
    <Routes>
      <Route path="/staff/permissions" element={<PermissionsPage />} />
      <Route path="/staff/permissions/:id" element={<p>The person alone</p>} />
    </Routes>,
    { user: user ?? sessionUser({ role: 'super_admin' }), at },
  );
  const asked = () => api.requests(contract.permissions.laboratory).at(-1);
  return { ...view, api, asked };
}

const table = () => screen.findByRole('grid', { name: 'People and their permissions' });
const cell = (name: RegExp | string) => screen.getByRole('gridcell', { name });
const tick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));

async function openBulk() {
  await table();
  await tick('Select Asha Rao');
  await tick('Select Ravi Sen');
  await tick('Select Inventory: Edit');
  await userEvent.click(screen.getByRole('button', { name: 'Change permissions' }));
  return within(await screen.findByRole('dialog', { name: 'Change permissions' }));
}

describe('the table of people and permissions', () => {
  it('shows in each cell whether it is allowed, and marks overrides', async () => {
    setUp();
    await table();
    expect(cell('Asha Rao, Inventory: Edit: Not allowed, override')).toHaveAttribute('data-override', 'deny');
    expect(cell('Asha Rao, Inventory: View: Own laboratory')).not.toHaveAttribute('data-override');
    expect(cell('Ravi Sen, Inventory: View: Not allowed')).toBeInTheDocument();
    expect(screen.queryByRole('gridcell', { name: /Reports/ })).not.toBeInTheDocument();
  });

  it('marks what a deputy may do, and explains the mark', async () => {
    const approves = { allowed: true, scope: 'laboratory', source: 'deputy' } as const;
    const deputy = { ...ravi, permissions: { ...ravi.permissions, 'leave.approve': approves } };
    setUp({ at: '/staff/permissions?section=leave', rows: [deputy] });
    await table();
    const marked = cell('Ravi Sen, Leave: Approve and reject: Own laboratory, as deputy');
    expect(marked).toHaveAttribute('data-deputy');
    expect(cell('Ravi Sen, Leave: View: Own records')).not.toHaveAttribute('data-deputy');
    expect(screen.getByText(/a ring what they can do as a deputy/)).toBeInTheDocument();
  });

  it('shows the reason for the cell under the pointer or with the focus', async () => {
    setUp();
    await table();
    fireEvent.mouseOver(cell('Asha Rao, Inventory: Edit: Not allowed, override'));
    expect(screen.getByRole('tooltip')).toHaveTextContent('Inventory: EditRevoked for this person.');
    const first = cell('Asha Rao, Inventory: View: Own laboratory');
    expect(first).toHaveAttribute('tabindex', '0');
    first.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(cell('Ravi Sen, Inventory: View: Not allowed')).toHaveFocus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent("Staff can't do this.");
    await userEvent.keyboard('{End}{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Check a permission' }));
    expect(await dialog.findByText("No, Ravi Sen can't do this")).toBeVisible();
  });

  it('shows the chosen laboratory, which is kept in the address bar', async () => {
    const { asked, address } = setUp();
    await table();
    expect(asked()?.params['id']).toBe(dubai._id);
    await userEvent.click(screen.getByRole('combobox', { name: 'Laboratory' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Shifa Kolkata' }));
    await waitFor(() => expect(asked()?.params['id']).toBe(kolkata._id));
    expect(address()).toBe(`/staff/permissions?laboratory=${kolkata._id}&section=inventory`);
  });

  it('shows the own laboratory, without a choice, to viewers who belong to one', async () => {
    const { _id, name, code, timezone, contact, location } = kolkata;
    const laboratoryId = { _id, name, code, timezone, contact, location };
    const { asked, api } = setUp({ user: sessionUser({ role: 'lab_admin', laboratoryId }) });
    await table();
    expect(asked()?.params['id']).toBe(kolkata._id);
    expect(screen.queryByRole('combobox', { name: 'Laboratory' })).not.toBeInTheDocument();
    expect(api.requests(contract.laboratories.options)).toHaveLength(0);
  });

  it('searches and pages on the server', async () => {
    const { asked, api, address } = setUp({ at: '/staff/permissions?section=inventory&search=rao&page=2' });
    await table();
    expect(asked()?.query.get('search')).toBe('rao');
    expect(asked()?.query.get('page')).toBe('2');
    api.on(contract.permissions.laboratory, () => answerPage([]));
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.type(screen.getByRole('searchbox'), 'zz');
    expect(await screen.findByText('No people match “zz”')).toBeVisible();
    expect(address()).toBe('/staff/permissions?search=zz&section=inventory');
  });

  it('shows an error when it cannot be loaded, and can retry', async () => {
    const { api } = setUp();
    api.on(contract.permissions.laboratory, () => failure('VALIDATION_FAILED'));
    expect(await screen.findByText("Couldn't load the permissions")).toBeVisible();
    api.on(contract.permissions.laboratory, () => answerPage([ravi]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await table();
  });

  it('is a list on a phone, with a summary and a link for each person', async () => {
    const deaf = {
      addListener: vi.fn(),
      removeListener: vi.fn(),
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    };
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('max-width'), ...deaf }));
    const { address } = setUp();
    const link = await screen.findByRole('link', { name: /Asha Rao/ });
    expect(link).toHaveTextContent(`of ${permissions.length} allowed · 1 override`);
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await userEvent.click(link);
    expect(address()).toBe(`/staff/permissions/${asha.user._id}`);
  });
});

describe('a bulk change', () => {
  it('needs people and permissions, and excludes people whom the viewer cannot change', async () => {
    setUp();
    await table();
    expect(screen.getByRole('checkbox', { name: 'Select Nita Das' })).toBeDisabled();
    await tick('Select everyone on this page');
    expect(screen.getByRole('status')).toHaveTextContent('2 people, no permissions');
    const button = screen.getByRole('button', { name: 'Change permissions' });
    expect(button).toHaveAccessibleDescription('Select permissions in the header of the table');
    await tick('Select all of Inventory');
    const ofInventory = permissions.filter((permission) => permission.startsWith('inventory.'));
    expect(screen.getByRole('status')).toHaveTextContent(`2 people, ${ofInventory.length} permissions`);
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  });

  it('previews each change before anything is written', async () => {
    const { api } = setUp();
    const dialog = await openBulk();
    const people = await dialog.findAllByRole('listitem');
    expect(people.map(({ textContent }) => textContent)).toEqual([
      'Asha RaoInventory: EditNot allowed (Override) → Own laboratory (Override)',
      'Ravi SenInventory: EditNot allowed (Role default) → Own laboratory (Override)',
    ]);
    await userEvent.click(dialog.getByRole('radio', { name: 'Role default' }));
    await waitFor(() =>
      expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('→ Own laboratory (Role default)'),
    );
    expect(api.requests(contract.permissions.bulk).map(({ body }) => body)).toMatchObject([
      { dryRun: true, updates: [{ permissions: { 'inventory.edit': true } }, {}] },
      { dryRun: true, updates: [{ permissions: { 'inventory.edit': null } }, {}] },
    ]);
  });

  it('can have a last day, which “Role default” does not have', async () => {
    const { api } = setUp();
    const dialog = await openBulk();
    await dialog.findAllByRole('listitem');
    // As a browser reports a year that is typed.
    for (const year of ['0002', '0029', '0299', '2999']) {
      fireEvent.change(dialog.getByLabelText('Last day (optional)'), { target: { value: `${year}-12-08` } });
    }
    const asked = () => api.requests(contract.permissions.bulk).at(-1)?.body;
    typePartly(dialog.getByLabelText('Last day (optional)'));
    expect(dialog.getByRole('button', { name: 'Change permissions' })).toBeDisabled();
    typeWhole(dialog.getByLabelText('Last day (optional)'), '2999-12-08');
    const timed = { 'inventory.edit': { allowed: true, until: '2999-12-08' } };
    await waitFor(() => expect(asked()).toMatchObject({ dryRun: true, updates: [{ permissions: timed }, {}] }));
    const preview = await dialog.findAllByRole('listitem');
    expect(preview[0]).toHaveTextContent('→ Own laboratory (Override until Dec 8, 2999)');
    expect(JSON.stringify(api.requests(contract.permissions.bulk))).not.toContain('"until":"0');
    await userEvent.click(dialog.getByRole('radio', { name: 'Role default' }));
    await waitFor(() => expect(asked()).toMatchObject({ updates: [{ permissions: { 'inventory.edit': null } }, {}] }));
    expect(dialog.queryByLabelText('Last day (optional)')).not.toBeInTheDocument();
  });

  it('is written once as a whole, and confirmed', async () => {
    const { api } = setUp();
    const dialog = await openBulk();
    await dialog.findAllByRole('listitem');
    await userEvent.click(dialog.getByRole('button', { name: 'Change 2 people' }));
    expect(await screen.findByText('The permissions of 2 people were changed')).toBeVisible();
    const sent = api.requests(contract.permissions.bulk).at(-1);
    expect(sent?.body).toEqual({
      updates: [asha, ravi].map(({ user }) => ({ userId: user._id, permissions: { 'inventory.edit': true } })),
      dryRun: false,
    });
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  });

  it('applies to everyone or to nobody: people who cannot be changed are named and can be left out', async () => {
    const { api } = setUp();
    api.on(contract.permissions.bulk, ({ body }) => {
      const results = previewOf([asha, ravi], body).map((result) =>
        result.name === 'Ravi Sen'
          ? { ...result, fault: { code: 'PERMISSION_NOT_HELD' as const, message: 'You can only give what you hold' } }
          : result,
      );
      return answer({ applied: false, results });
    });
    const dialog = await openBulk();
    expect(
      await dialog.findByText(/^1 person can't be changed. The change applies to everyone or to no one./),
    ).toBeVisible();
    expect(dialog.getByText('You can only give what you hold')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Change 1 person' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
    expect(dialog.getByRole('button', { name: 'Change 1 person' })).toBeEnabled();
  });
});

describe('checking a permission', () => {
  it('answers with yes or no, scope, source, reason, and who can change it', async () => {
    const { api } = setUp();
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Check a permission' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('combobox', { name: 'Person' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Asha Rao · Manager' }));
    await userEvent.type(dialog.getByRole('combobox', { name: 'Permission' }), 'move stock');
    await userEvent.click(await screen.findByRole('option', { name: 'Inventory: Move stock' }));
    expect(await dialog.findByText('Yes, Asha Rao can do this')).toBeVisible();
    expect(dialog.getByText('Scope').nextElementSibling).toHaveTextContent('Own laboratory');
    expect(dialog.getByText('Source').nextElementSibling).toHaveTextContent('Role default');
    expect(dialog.getByText('Managers can do this in their own laboratory.')).toBeVisible();
    expect(dialog.getByText('Super admins and lab admins can change this.')).toBeVisible();
    const sent = api.requests(contract.permissions.check)[0];
    expect([sent?.query.get('resource'), sent?.query.get('action')]).toEqual(['inventory', 'stock']);
  });

  it('says of which laboratory people are offered', async () => {
    const { api } = setUp();
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Check a permission' }));
    const dialog = within(screen.getByRole('dialog'));
    const person = dialog.getByRole('combobox', { name: 'Person' });
    expect(person).toHaveAccessibleDescription(
      /^People of Shifa .*\. To find someone else, first choose their laboratory/,
    );
    api.on(contract.permissions.laboratory, () => answerPage([]));
    await userEvent.type(person, 'Nobody');
    expect(await screen.findByText(/^No matches at Shifa /)).toBeVisible();
  });
});

describe('the roles', () => {
  it('are a printable table of default permissions', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    setUp({ at: '/staff/permissions?view=roles' });
    const roles = within(await screen.findByRole('table', { name: 'Permissions by role' }));
    const close = roles.getByRole('row', { name: /^Close a period/ });
    expect(close).toHaveTextContent('Close a periodAll laboratories–––');
    expect(roles.getAllByRole('row')).toHaveLength(1 + labelledStructure.resources.length + permissions.length);
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
