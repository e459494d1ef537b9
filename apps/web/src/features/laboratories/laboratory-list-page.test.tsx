import { contract, type LaboratoryListItem, type SessionUser } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Route, Routes } from 'react-router-dom';
import { answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { LaboratoryListPage } from './laboratory-list-page';

const kolkata = laboratory({ name: 'Shifa Kolkata', code: 'KOL', type: 'collection_centre' });
const dubai = laboratory({
  name: 'Shifa Dubai',
  code: 'DXB',
  status: 'suspended',
  actions: { edit: { allowed: true }, resume: { allowed: true }, archive: { allowed: true } },
  timezone: 'Asia/Dubai',
  location: { ...kolkata.location, city: 'Dubai' },
});

type SetUp = { at?: string; rows?: LaboratoryListItem[]; user?: SessionUser; failing?: boolean };

function setUp({ at = '/laboratories', rows = [kolkata, dubai], user, failing }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.laboratories.list, () => (failing ? failure('VALIDATION_FAILED') : answerPage(rows)));
  const view = renderApp(
    <Routes>
      <Route path="/laboratories" element={<LaboratoryListPage />} />
      <Route path="/laboratories/:id" element={<p>The laboratory itself</p>} />
    </Routes>,
    { user: user ?? sessionUser({ role: 'super_admin' }), at },
  );
  // One array of a query is `status[0]=…&status[1]=…`.
  const asked = () =>
    api.requests(contract.laboratories.list).map(({ query }) => {
      const words = [...query].map(([key, value]) => `${key.replace(/\[\d+\]$/, '')}=${value}`);
      return words.sort().join('&');
    });
  return { ...view, api, asked };
}

describe('the list of laboratories', () => {
  it('shows each in words, with the count beside the title', async () => {
    setUp();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Laboratory Management');
    const row = (await screen.findByText('Shifa Dubai')).closest<HTMLElement>('[role="row"]');
    expect(row).toHaveTextContent('DXB');
    expect(row).toHaveTextContent('Suspended');
    expect(screen.getByText('Collection centre')).toBeVisible();
    expect(screen.queryByText('collection_centre')).not.toBeInTheDocument();
    expect(within(screen.getByRole('banner')).getByText('2')).toBeVisible();
  });

  it('leaves archived laboratories to who asks for them', async () => {
    const { asked } = setUp();
    await screen.findByText('Shifa Dubai');
    expect(asked()).toEqual(['limit=20&page=1&sort=name&status=active&status=suspended']);
  });

  it('is what the address bar says, as after a reload or from a card that counts', async () => {
    const { asked } = setUp({ at: '/laboratories?status=archived&type=branch&sort=-createdAt&page=2&search=kol' });
    await screen.findByText('Shifa Dubai');
    expect(asked()).toEqual(['limit=20&page=2&search=kol&sort=-createdAt&status=archived&type=branch']);
    expect(screen.getByRole('searchbox')).toHaveValue('kol');
    expect(screen.getByText('Status: Archived')).toBeVisible();
    expect(screen.getByText('Type: Branch')).toBeVisible();
  });

  it('puts search, filters and order into the address bar and asks the server', async () => {
    const { address, asked } = setUp({ at: '/laboratories?page=3' });
    await screen.findByText('Shifa Dubai');
    await userEvent.type(screen.getByRole('searchbox'), 'salt');
    await waitFor(() => expect(address()).toBe('/laboratories?search=salt'));
    await userEvent.click(screen.getByRole('button', { name: 'Type' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Mobile unit' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('columnheader', { name: 'Code' }));
    await waitFor(() => expect(address()).toBe('/laboratories?search=salt&sort=code&type=mobile_unit'));
    await waitFor(() =>
      expect(asked().at(-1)).toBe(
        'limit=20&page=1&search=salt&sort=code&status=active&status=suspended&type=mobile_unit',
      ),
    );
  });

  it('is sorted in the sheet of filters on a phone', async () => {
    const deaf = {
      addListener: vi.fn(),
      removeListener: vi.fn(),
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    };
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('max-width'), ...deaf }));
    const { address, asked } = setUp({ at: '/laboratories?sort=-code&page=3&type=branch' });
    await userEvent.click(await screen.findByRole('button', { name: 'Filter & sort (1)' }));
    const sort = screen.getByRole('combobox', { name: 'Sort' });
    expect(sort).toHaveDisplayValue('Code, Z to A');
    await userEvent.selectOptions(sort, 'Newest first');
    await userEvent.click(screen.getByRole('button', { name: 'Show results' }));
    expect(address()).toBe('/laboratories?sort=-createdAt&type=branch');
    await waitFor(() =>
      expect(asked().at(-1)).toBe('limit=20&page=1&sort=-createdAt&status=active&status=suspended&type=branch'),
    );
  });

  it('opens a laboratory by a click on its row', async () => {
    const { address } = setUp();
    await userEvent.click(await screen.findByText('Shifa Kolkata'));
    expect(address()).toBe(`/laboratories/${kolkata._id}`);
  });

  it('opens a laboratory by the keyboard', async () => {
    const { address } = setUp();
    await userEvent.click(await screen.findByRole('columnheader', { name: 'Type' }));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe(`/laboratories/${kolkata._id}`));
  });
});

describe('an empty list', () => {
  it('invites to create the first', async () => {
    setUp({ rows: [] });
    expect(await screen.findByText(/^No laboratories yet/)).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'New laboratory' })).toHaveLength(2);
  });

  it('says which search and filter hide everything, and takes them away', async () => {
    const { address } = setUp({ rows: [], at: '/laboratories?search=xyz' });
    expect(await screen.findByText('No laboratories match “xyz”')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(address()).toBe('/laboratories');
  });

  it('is not mistaken for a failure, which keeps the filters and can be tried again', async () => {
    const { api, address } = setUp({ at: '/laboratories?type=branch', failing: true });
    expect(await screen.findByText("Couldn't load laboratories")).toBeVisible();
    api.on(contract.laboratories.list, () => answerPage([kolkata]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Shifa Kolkata')).toBeVisible();
    expect(address()).toBe('/laboratories?type=branch');
  });
});

describe('a list that cannot be refreshed', () => {
  it('stays with its filters under a notice until it can', async () => {
    const { api, address, queryClient } = setUp({ at: '/laboratories?type=branch' });
    await screen.findByText('Shifa Kolkata');
    expect(screen.queryByText(/^Couldn't refresh/)).not.toBeInTheDocument();
    api.on(contract.laboratories.list, () => failure('FORBIDDEN'));
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText(/^Couldn't refresh/)).toBeVisible();
    expect(screen.getByText('Shifa Kolkata')).toBeVisible();

    api.on(contract.laboratories.list, () => answerPage([dubai]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Shifa Dubai')).toBeVisible();
    expect(screen.queryByText(/^Couldn't refresh/)).not.toBeInTheDocument();
    expect(address()).toBe('/laboratories?type=branch');
  });
});

describe('who may do what', () => {
  const openMenu = async (name: string) =>
    userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));

  it('lets who manages the network edit, suspend and archive', async () => {
    setUp();
    await openMenu('Shifa Kolkata');
    for (const name of ['Edit laboratory', 'Suspend laboratory', 'Archive laboratory']) {
      expect(screen.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'false');
    }
    await userEvent.click(screen.getByRole('menuitem', { name: 'Suspend laboratory' }));
    expect(screen.getByRole('alertdialog', { name: 'Suspend laboratory' })).toBeVisible();
  });

  it('offers to resume what is suspended', async () => {
    setUp();
    await openMenu('Shifa Dubai');
    expect(screen.getByRole('menuitem', { name: 'Resume laboratory' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Suspend laboratory' })).not.toBeInTheDocument();
  });

  it('disables what the server does not allow, and what a person lacks, with the reason', async () => {
    const admin = sessionUser({ role: 'super_admin' });
    const lacking = { allowed: false, scope: null, source: 'override' } as const;
    const permissions = { ...admin.permissions, 'laboratories.create': lacking };
    const taken = { allowed: false, reason: 'Revoked for you. By default, super admins can do this.' };
    const final = { allowed: false, reason: 'An archived laboratory no longer changes' };
    const archived = laboratory({ name: 'Old Town', status: 'archived', actions: { edit: final, archive: final } });
    const limited = { ...kolkata, actions: { ...kolkata.actions, archive: taken } };
    setUp({ user: { ...admin, permissions }, rows: [limited, archived] });

    await openMenu('Shifa Kolkata');
    const disabled = screen.getByRole('menuitem', { name: 'Archive laboratory' });
    expect(disabled).toHaveAttribute('aria-disabled', 'true');
    expect(disabled).toHaveAccessibleDescription('Revoked for you. By default, super admins can do this.');
    await userEvent.keyboard('{Escape}');

    await openMenu('Old Town');
    expect(screen.getByRole('menuitem', { name: /^Edit laboratory/ })).toHaveTextContent(
      'An archived laboratory no longer changes',
    );
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'New laboratory' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('takes who sees one laboratory straight to it', () => {
    const { _id, name, code, timezone, contact, location } = kolkata;
    const laboratoryId = { _id, name, code, timezone, contact, location };
    const { address, asked } = setUp({ user: sessionUser({ role: 'lab_admin', laboratoryId }) });
    expect(address()).toBe(`/laboratories/${_id}`);
    expect(asked()).toEqual([]);
  });
});
