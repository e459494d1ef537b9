import { contract, type OwnPermissions, permissions, reasonFor, resolvePermissions } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { OwnPermissionsPage } from './own-permissions-page';

const overrides = { 'inventory.view': true, 'leave.create': false } as const;
const resolved = resolvePermissions('staff', overrides, new Date());

function own(): OwnPermissions {
  const given = { by: 'Farida Rahman', at: '2026-11-08T10:00:00.000Z' };
  const each = permissions.map((permission) => {
    const one = resolved[permission];
    const reason = reasonFor('staff', permission, one);
    return [permission, { ...one, reason, given: one.source === 'override' ? given : null }];
  });
  return { permissions: Object.fromEntries(each) as OwnPermissions['permissions'] };
}

function setUp(isFailing = false) {
  const api = fakeApi();
  api.on(contract.permissions.mine, () => (isFailing ? failure('INTERNAL_ERROR') : answer(own())));
  renderApp(<OwnPermissionsPage />, { user: sessionUser({ role: 'staff' }) });
  return api;
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('what I may do', () => {
  it('lists what is allowed, and who gave or took away what the role does not say', async () => {
    setUp();
    const given = within((await card('Inventory')).getByRole('listitem'));
    expect(given.getByText('View')).toBeVisible();
    expect(given.getByText('Own laboratory')).toBeVisible();
    expect(given.getByText('Farida Rahman, Nov 8, 2026')).toBeVisible();
    expect((await card('Leave')).getByText('Not allowed')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Staff' })).toBeNull();
  });

  it('shows the rest on request, and who may', async () => {
    setUp();
    await userEvent.click(await screen.findByRole('switch', { name: "Show permissions I don't have" }));
    const staff = await card('Staff');
    expect(staff.getAllByText('Not allowed').length).toBeGreaterThan(3);
    expect(staff.getAllByText(/Super admins and lab admins can\./)[0]).toBeVisible();
  });

  it('can be loaded again', async () => {
    const api = setUp(true);
    expect(await screen.findByText("Couldn't load your permissions")).toBeVisible();
    api.on(contract.permissions.mine, () => answer(own()));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await card('Inventory')).getByText('View')).toBeVisible();
  });
});
