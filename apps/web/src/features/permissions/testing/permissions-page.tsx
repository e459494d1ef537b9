import {
  type BulkResult,
  contract,
  labelledStructure,
  type Permission,
  type PermissionChanges,
  type PermissionOverrides,
  reasonFor,
  resolvePermission,
  resolvePermissions,
  type Role,
  type SessionUser,
  type UserPermissionsRow,
} from '@shifa/contract';
import { laboratory, sessionUser, staffListItem } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { PermissionsPage } from '../permissions-page';

export const kolkata = laboratory({ name: 'Shifa Kolkata', code: 'KOL' });
export const dubai = laboratory({ name: 'Shifa Dubai', code: 'DXB' });

function row(name: string, role: Role, overrides: PermissionOverrides = {}, reason?: string) {
  const user = staffListItem({ name, role });
  const permissions = resolvePermissions(role, overrides, new Date());
  return { user, version: 1, overrides, permissions, actions: { edit: { allowed: reason === undefined, reason } } };
}

export const asha = row('Asha Rao', 'manager', { 'inventory.edit': false });
export const ravi = row('Ravi Sen', 'staff');
const boss = row('Nita Das', 'lab_admin', {}, 'Only super admins can manage lab admins');

/** The server's preview: each permission before and after. */
export function previewOf(rows: UserPermissionsRow[], body: unknown): BulkResult[] {
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

/** The page, and a server that answers what it asks. */
export function permissionsPage({
  at = '/staff/permissions?section=inventory',
  user,
  rows = [asha, ravi, boss],
}: SetUp = {}) {
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

export const table = () => screen.findByRole('grid', { name: 'People and their permissions' });
export const cell = (name: RegExp | string) => screen.getByRole('gridcell', { name });
export const tick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));

export async function openBulk() {
  await table();
  await tick('Select Asha Rao');
  await tick('Select Ravi Sen');
  await tick('Select Inventory: Edit');
  await userEvent.click(screen.getByRole('button', { name: 'Change permissions' }));
  return within(await screen.findByRole('dialog', { name: 'Change permissions' }));
}
