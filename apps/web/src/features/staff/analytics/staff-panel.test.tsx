import { contract, type StaffAnalytics, StaffAnalyticsSchema } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { StaffPanel } from './staff-panel';

const period = { from: '2026-11-01', to: '2026-11-22' };
const values = { headcountBefore: 3, joined: 2, left: 1, headcount: 4, turnover: 1 / 3.5 };
const row = (key: string, label: string) => ({ key, label, period, values, previous: null });
const everyone = 'status=active&status=suspended&status=exited';

function setUp(rows: StaffAnalytics['rows']) {
  const totals = { values, previous: null };
  const analysis = { groupBy: 'department', period, previousPeriod: null, rows, omittedRows: 0, totals };
  fakeApi().on(contract.staff.analytics, () => answer(StaffAnalyticsSchema.parse(analysis)));
  const filter = { ...period, laboratoryId: undefined, groupBy: 'department', compare: undefined };
  const groups = { department: 'Department' };
  renderApp(<StaffPanel filter={filter} groups={groups} view="table" onView={() => undefined} />, {
    user: sessionUser({ role: 'super_admin' }),
  });
}

it('leads from who joined and who left to their lists', async () => {
  setUp([row('Pathology', 'Pathology')]);
  const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(await screen.findByRole('link', { name: /^Joined/ })).toBeVisible();
  expect(hrefOf(/^Joined/)).toBe(`/staff?${everyone}&joinedFrom=2026-11-01&joinedTo=2026-11-22`);
  expect(hrefOf(/^Left/)).toBe(`/staff?${everyone}&leftFrom=2026-11-01&leftTo=2026-11-22`);
});

it.each([
  ['Pathology', `/staff?department=Pathology&${everyone}&joinedFrom=2026-11-01&joinedTo=2026-11-22`],
  ['none', undefined],
])('leads from the group «%s» to those who joined it, where the list has a filter for it', async (key, href) => {
  setUp([row(key, 'A group')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Why these values for A group?' }));
  const link = within(screen.getByRole('dialog')).queryByRole('link', { name: 'Show the people who joined' });
  expect(link?.getAttribute('href')).toBe(href);
});
