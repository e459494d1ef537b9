import { contract, permissions } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answerPage, failure } from '../../../testing/fake-api';
import { asha, cell, dubai, kolkata, permissionsPage, ravi, table } from '../testing/permissions-page';

describe('the table of people and permissions', () => {
  it('shows in each cell whether it is allowed, and marks overrides', async () => {
    permissionsPage();
    await table();
    expect(cell('Asha Rao, Inventory: Edit: Not allowed, override')).toHaveAttribute('data-override', 'deny');
    expect(cell('Asha Rao, Inventory: View: Own laboratory')).not.toHaveAttribute('data-override');
    expect(cell('Ravi Sen, Inventory: View: Not allowed')).toBeInTheDocument();
    expect(screen.queryByRole('gridcell', { name: /Reports/ })).not.toBeInTheDocument();
  });

  it('marks what a deputy may do, and explains the mark', async () => {
    const approves = { allowed: true, scope: 'laboratory', source: 'deputy' } as const;
    const deputy = { ...ravi, permissions: { ...ravi.permissions, 'leave.approve': approves } };
    permissionsPage({ at: '/staff/permissions?section=leave', rows: [deputy] });
    await table();
    const marked = cell('Ravi Sen, Leave: Approve and reject: Own laboratory, as deputy');
    expect(marked).toHaveAttribute('data-deputy');
    expect(cell('Ravi Sen, Leave: View: Own records')).not.toHaveAttribute('data-deputy');
    expect(screen.getByText(/a ring what they can do as a deputy/)).toBeInTheDocument();
  });

  it('shows the reason for the cell under the pointer or with the focus', async () => {
    permissionsPage();
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
    const { asked, address } = permissionsPage();
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
    const { asked, api } = permissionsPage({ user: sessionUser({ role: 'lab_admin', laboratoryId }) });
    await table();
    expect(asked()?.params['id']).toBe(kolkata._id);
    expect(screen.queryByRole('combobox', { name: 'Laboratory' })).not.toBeInTheDocument();
    expect(api.requests(contract.laboratories.options)).toHaveLength(0);
  });

  it('searches and pages on the server', async () => {
    const { asked, api, address } = permissionsPage({ at: '/staff/permissions?section=inventory&search=rao&page=2' });
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
    const { api } = permissionsPage();
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
    const { address } = permissionsPage();
    const link = await screen.findByRole('link', { name: /Asha Rao/ });
    expect(link).toHaveTextContent(`of ${permissions.length} allowed · 1 override`);
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await userEvent.click(link);
    expect(address()).toBe(`/staff/permissions/${asha.user._id}`);
  });
});
