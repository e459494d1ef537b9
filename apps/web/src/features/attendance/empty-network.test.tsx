import { contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { LeaveCalendarPage } from './leaves/leave-calendar-page';
import { MonthPage } from './month/month-page';
import { ShiftsPage } from './shifts/shifts-page';
import { TeamPage } from './team/team-page';

it.each([
  ['the team board', TeamPage],
  ['the month', MonthPage],
  ['the leave calendar', LeaveCalendarPage],
  ['shifts and holidays', ShiftsPage],
])('leads from %s of a network without laboratories to the first one', async (_, Page) => {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([]));
  api.on(contract.attendance.list, () => answerPage([]));
  api.on(contract.leaves.list, () => answerPage([]));
  renderApp(<Page />, { user: sessionUser({ role: 'super_admin', laboratoryId: null }) });
  expect(await screen.findByText(/No laboratories yet\. Create the first one/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create a laboratory' })).toHaveAttribute('href', '/laboratories');
  expect(screen.queryByRole('status', { name: /Loading/ })).toBeNull();
});
