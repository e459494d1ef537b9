import { contract, type SessionUser, type StaffListItem, type StaffStats } from '@shifa/contract';
import { laboratory, sessionUser, staffListItem } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Route, Routes } from 'react-router-dom';
import { api as contractApi } from '../../data/api';
import { keyOf } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { onPhone } from '../../testing/on-phone';
import { renderApp } from '../../testing/render-app';
import { StaffListPage } from './staff-list-page';
import { staffLive } from './staff.resource';

const meera = staffListItem({ name: 'Meera Nair', role: 'manager', employmentType: 'part_time' });
const rohan = staffListItem({ name: 'Rohan Das', mustChangePassword: true });
const kolkata = laboratory({ name: 'Shifa Kolkata' });

const stats: StaffStats = {
  total: 62,
  byStatus: { active: 57, suspended: 3, exited: 2 },
  byRole: {},
  byEmploymentType: {},
  byDepartment: [{ department: 'Pathology', count: 30 }],
  byLaboratory: [],
  joinedThisMonth: { from: '2026-11-01', to: '2026-11-30', count: 4 },
  passwordPending: 1,
};

type SetUp = { at?: string; rows?: StaffListItem[]; user?: SessionUser };

function setUp({ at = '/staff', rows = [meera, rohan], user }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.staff.list, () => answerPage(rows));
  api.on(contract.staff.stats, () => answer(stats));
  api.on(contract.laboratories.options, () => answer([kolkata]));
  api.on(contract.preferences.get, () => answer({ grids: {} }));
  const view = renderApp(
    <Routes>
      <Route path="/staff" element={<StaffListPage />} />
      <Route path="/staff/:id" element={<p>The person</p>} />
    </Routes>,
    { user: user ?? sessionUser({ role: 'super_admin' }), at },
  );
  const asked = () =>
    api.requests(contract.staff.list).map(({ query }) => {
      const words = [...query].map(([key, value]) => `${key.replace(/\[\d+\]$/, '')}=${value}`);
      return words.sort().join('&');
    });
  return { ...view, api, asked };
}

describe('the list of people', () => {
  it('says that nobody can join a suspended laboratory, and disables the form and the import', async () => {
    const reason = 'Shifa Kolkata is suspended: people can join once it resumes';
    const home = { ...kolkata, actions: { addPeople: { allowed: false, reason } } };
    setUp({ user: sessionUser({ role: 'lab_admin', laboratoryId: home }) });
    expect(await screen.findByText(reason, { selector: '[role=status] *' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'New person' })).toHaveAccessibleDescription(reason);
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(screen.getByRole('menuitem', { name: /^Import people/ })).toHaveTextContent(reason);
  });

  it('shows labels instead of codes, with the count beside the title', async () => {
    setUp();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Staff Management');
    const row = (await screen.findByText('Meera Nair')).closest<HTMLElement>('[role="row"]');
    expect(row).toHaveTextContent('Manager');
    expect(within(row ?? document.body).getByLabelText('Kolkata Central')).toHaveTextContent('KOL');
    expect(row).toHaveTextContent('Active');
    expect(screen.getByText('Password pending', { selector: '.MuiChip-label' })).toBeVisible();
    expect(within(screen.getByRole('banner')).getByText('2')).toBeVisible();
  });

  it('shows active people by default, with a chip that can be removed', async () => {
    const { address, asked } = setUp();
    await screen.findByText('Meera Nair');
    expect(asked()).toEqual(['limit=20&page=1&sort=name&status=active']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Status: Active' }));
    expect(address()).toBe('/staff?status=active&status=suspended&status=exited');
    expect(screen.queryByRole('button', { name: /^Remove Status/ })).not.toBeInTheDocument();
  });

  it('opens with the filters of a link', async () => {
    const { asked } = setUp({ at: `/staff?laboratoryId=${kolkata._id}&status=suspended&mustChangePassword=true` });
    await screen.findByText('Meera Nair');
    expect(asked()).toEqual([
      `laboratoryId=${kolkata._id}&limit=20&mustChangePassword=true&page=1&sort=name&status=suspended`,
    ]);
    expect(await screen.findByText('Laboratory: Shifa Kolkata')).toBeVisible();
    expect(screen.getByText('Password: Pending')).toBeVisible();
  });

  it('puts filters and a range of days into the address bar', async () => {
    const { address, asked } = setUp();
    await screen.findByText('Meera Nair');
    await userEvent.click(screen.getByRole('button', { name: 'Department' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Pathology' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'More filters' }));
    const joined = within(screen.getByRole('group', { name: 'Joined' }));
    await userEvent.type(joined.getByLabelText('From'), '2026-11-01');
    await userEvent.tab();
    await waitFor(() => expect(address()).toBe('/staff?department=Pathology&joinedFrom=2026-11-01'));
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'Remove Joined: from Nov 1, 2026' })).toBeVisible();
    await waitFor(() => expect(asked().at(-1)).toContain('joinedFrom=2026-11-01'));
  });

  it('names the filters when nothing matches', async () => {
    const { address } = setUp({ rows: [], at: '/staff?search=xyz&joinedTo=2026-11-30' });
    expect(await screen.findByText('No people match “xyz” and these filters')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(address()).toBe('/staff?status=active&status=suspended&status=exited');
  });

  it('offers laboratories only to viewers who see more than one', async () => {
    setUp({ user: sessionUser({ role: 'lab_admin' }) });
    await screen.findByText('Meera Nair');
    expect(screen.queryByRole('button', { name: 'Laboratory' })).not.toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Laboratory' })).not.toBeInTheDocument();
  });

  it('shows changes by others at once', async () => {
    const { api, queryClient } = setUp();
    const socket = new FakeSocket();
    staffLive(socket as object as LiveSocket, queryClient);
    await screen.findByText('Meera Nair');
    api.on(contract.staff.list, () => answerPage([{ ...meera, name: 'Meera Pillai' }]));
    act(() => socket.receive('user:updated', { ...meera, laboratoryId: null, by: null, at: meera.updatedAt }));
    expect(await screen.findByText('Meera Pillai')).toBeVisible();
  });
});

describe('the counts', () => {
  it('each link to the list that they count', async () => {
    setUp({ at: `/staff?laboratoryId=${kolkata._id}` });
    const linkOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
    const here = `/staff?laboratoryId=${kolkata._id}`;
    expect(await linkOf(/^Active 57/)).toBe(`${here}&status=active`);
    expect(await linkOf(/^Suspended 3/)).toBe(`${here}&status=suspended`);
    expect(await linkOf(/^Joined this month 4/)).toBe(
      `${here}&status=active&status=suspended&status=exited&joinedFrom=2026-11-01&joinedTo=2026-11-30`,
    );
    expect(await linkOf(/^Password pending 1/)).toBe(`${here}&status=active&mustChangePassword=true`);
  });
});

describe('permissions', () => {
  const openMenu = async (name: string) =>
    userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));

  it('disables what the server refuses, with the reason, and leaves out what it does not name', async () => {
    const refused = { allowed: false, reason: 'Nobody changes their own role, status or permissions' };
    const self = staffListItem({ name: 'Anirban Sen', actions: { edit: refused, suspend: refused, exit: refused } });
    setUp({ rows: [self, meera] });
    await openMenu('Anirban Sen');
    expect(screen.getByRole('menuitem', { name: 'Suspend' })).toHaveTextContent(refused.reason);
    expect(screen.getByRole('menuitem', { name: 'Edit person' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('menuitem', { name: 'Issue a temporary password' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await openMenu('Meera Nair');
    expect(screen.getByRole('menuitem', { name: 'Suspend' })).toHaveAttribute('aria-disabled', 'false');
    expect(screen.queryByRole('menuitem', { name: 'Resume' })).not.toBeInTheDocument();
  });

  it('disables creating, importing and exporting for people without the permission, and says why', async () => {
    const manager = sessionUser({ role: 'manager' });
    const permissions = {
      ...manager.permissions,
      'staff.view': { allowed: true, scope: 'laboratory', source: 'override' } as const,
    };
    setUp({ user: { ...manager, permissions } });
    expect(await screen.findByRole('button', { name: 'New person' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    for (const name of [/^Import people/, /^Export as Excel/, /^Export as CSV/]) {
      expect(screen.getByRole('menuitem', { name })).toHaveTextContent('Super admins and lab admins can.');
    }
    expect(screen.getByRole('menuitem', { name: 'Printable directory' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('shows an error when the list cannot be loaded', async () => {
    const { api, queryClient } = setUp();
    await screen.findByText('Meera Nair');
    api.on(contract.staff.list, () => failure('VALIDATION_FAILED'));
    await act(() => queryClient.resetQueries({ queryKey: keyOf(contractApi.staff.list) }));
    expect(await screen.findByText("Couldn't load people")).toBeVisible();
  });
});

describe('on a phone', () => {
  it('is a list of cards that can be selected', async () => {
    onPhone();
    setUp();
    expect(await screen.findByRole('list', { name: 'People' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Meera Nair' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Rohan Das' }));
    expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('2 selected');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Rohan Das' }));
    expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('1 selected');
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  });
});
