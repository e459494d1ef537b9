import { contract, type StaffListItem, type StaffStats } from '@shifa/contract';
import { laboratory, sessionUser, staffListItem } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { DirectoryPage } from './directory-page';

const stats: StaffStats = {
  total: 0,
  byStatus: { active: 0, suspended: 0, exited: 0 },
  byRole: {},
  byEmploymentType: {},
  byDepartment: [],
  byLaboratory: [],
  joinedThisMonth: { from: '2026-11-01', to: '2026-11-30', count: 0 },
  passwordPending: 0,
};

const head = sessionUser({ role: 'super_admin' });

function setUp(
  people: StaffListItem[],
  { total = people.length, pages = 1, at = '/staff/directory', user = head } = {},
) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([]));
  api.on(contract.staff.stats, () => answer(stats));
  api.on(contract.staff.list, ({ query }) => {
    const number = query.get('page') ?? '';
    // Other people on each page.
    const page = answerPage(
      people.map((person) => ({ ...person, _id: number.padStart(2, '0') + person._id.slice(2) })),
    );
    const pagination = { page: Number(number), limit: 100, total, pages };
    return { ...page, body: { ...page.body, pagination } };
  });
  renderApp(<DirectoryPage />, { user, at });
  return { asked: () => api.requests(contract.staff.list).map(({ query }) => Object.fromEntries(query)) };
}

describe('the printable directory', () => {
  it('is grouped by laboratory and department, with those without one last', async () => {
    const howrah = { _id: '0'.repeat(24), name: 'Shifa Howrah', code: 'HWH' };
    setUp([
      staffListItem({ name: 'Director', laboratoryId: null, department: null }),
      staffListItem({ name: 'Meera', laboratoryId: howrah, department: 'Pathology' }),
      staffListItem({ name: 'Anil', laboratoryId: howrah, department: null }),
      staffListItem({ name: 'Rohan', laboratoryId: howrah, department: 'Accounts', phone: '+91 98300 12345' }),
    ]);
    const groups = await screen.findAllByRole('region');
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
      'Shifa Howrah, Accounts',
      'Shifa Howrah, Pathology',
      'Shifa Howrah, No department',
      'Network, No department',
    ]);
    expect(within(groups[0] ?? document.body).getByText('+91 98300 12345')).toBeVisible();
    expect(screen.getByText(/^4 people · /)).toBeVisible();
  });

  it('names the search and the filters that apply, and offers everybody', async () => {
    setUp([staffListItem()], { at: '/staff/directory?search=meera&role=manager' });
    expect(await screen.findByText('Search: meera · Status: Active · Role: Manager')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show all active people' })).toHaveAttribute('href', '/staff/directory');
  });

  it('does not call the own laboratory unknown for those who see no other', async () => {
    const own = { ...laboratory(), _id: '1'.repeat(24) };
    const user = sessionUser({ role: 'lab_admin', laboratoryId: own });
    setUp([staffListItem()], { at: `/staff/directory?laboratoryId=${own._id}`, user });
    expect(await screen.findByText('Status: Active')).toBeVisible();
  });

  it('fetches all pages with the filters of its address', async () => {
    const { asked } = setUp([staffListItem()], {
      pages: 3,
      total: 3,
      at: '/staff/directory?role=manager&page=9&sort=-role',
    });
    expect(await screen.findByText(/^3 people · /)).toBeVisible();
    expect(asked().map(({ page }) => page)).toEqual(['1', '2', '3']);
    expect(asked()[0]).toMatchObject({ limit: '100', sort: 'name', 'role[0]': 'manager', 'status[0]': 'active' });
  });

  it('stops at 2,000 people and says that some are missing', async () => {
    const hundred = Array.from({ length: 100 }, () => staffListItem());
    const { asked } = setUp(hundred, { total: 10_000, pages: 100 });
    expect(await screen.findByText(/^The first 2,000 of 10,000 people are shown/)).toBeVisible();
    expect(asked()).toHaveLength(20);
  });
});
