import { contract, type LeaveBalance } from '@shifa/contract';
import { attendancePerson, laboratory, leave, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { LeavesPage } from './leaves-page';

const user = sessionUser({ laboratoryId: laboratory({ name: 'Shifa Kolkata' }) });
const balance: LeaveBalance = {
  year: 2026,
  types: [
    { type: 'casual', entitledDays: 12, takenDays: 3.5, pendingDays: 2, remainingDays: 6.5 },
    { type: 'unpaid', entitledDays: null, takenDays: 0, pendingDays: 0, remainingDays: null },
  ],
};

it('somebody without a laboratory reads why there is no leave', async () => {
  const api = fakeApi();
  renderApp(<LeavesPage />, {
    user: sessionUser({ role: 'super_admin', laboratoryId: null }),
    at: '/attendance/leaves',
  });
  const button = await screen.findByRole('button', { name: 'Request leave' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(/^Laboratories grant leave/);
  expect(api.requests(contract.leaves.balance)).toEqual([]);
});

function setUp() {
  const api = fakeApi();
  const asked = leave({ userId: attendancePerson({ _id: user._id }), actions: { cancel: { allowed: true } } });
  api.on(contract.leaves.balance, () => answer(balance));
  api.on(contract.leaves.list, () => answerPage([asked]));
  renderApp(<LeavesPage />, { user, at: '/attendance/leaves' });
  return { api, asked };
}

it('shows what is left, and cancels a request only after a question', async () => {
  const { api, asked } = setUp();
  const balances = within(await screen.findByRole('region', { name: 'Leave balance of 2026' }));
  expect(balances.getByText('6.5')).toBeVisible();
  expect(balances.getByText('of 12 days left, 3.5 taken, 2 pending')).toBeVisible();
  expect(balances.queryByText('Unpaid leave')).not.toBeInTheDocument();
  api.on(contract.leaves.cancel, () => answer({ ...asked, status: 'cancelled' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel leave' }));
  expect(api.requests(contract.leaves.cancel)).toEqual([]);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel leave' }));
  await waitFor(() => expect(api.requests(contract.leaves.cancel)).toHaveLength(1));
  expect(api.requests(contract.leaves.cancel)[0]?.query.has('reason')).toBe(false);
});

it('says who cancelled leave, and why', async () => {
  const api = fakeApi();
  const decision = { decidedBy: 'Asha Rao', decidedAt: '2026-11-20T06:00:00.000Z' };
  const cancelledAt = '2026-11-23T06:00:00.000Z';
  const cancellation = { cancelledBy: 'Ravi Sen', cancelledAt, cancellationReason: 'The audit was moved' };
  api.on(contract.leaves.balance, () => answer(balance));
  api.on(contract.leaves.list, () =>
    answerPage([leave({ ...decision, ...cancellation }), leave({ cancelledBy: user.name, cancelledAt })]),
  );
  renderApp(<LeavesPage />, { user, at: '/attendance/leaves' });
  expect(await screen.findByText('Decided by Asha Rao on Nov 20, 2026')).toBeVisible();
  expect(screen.getByText('Cancelled by Ravi Sen on Nov 23, 2026: The audit was moved')).toBeVisible();
  expect(screen.getByText(`Cancelled by ${user.name} on Nov 23, 2026`)).toBeVisible();
});

it('shows first the leave that a notice leads to, even if it is on another page', async () => {
  const api = fakeApi();
  const told = leave({
    userId: attendancePerson({ _id: user._id }),
    ...{ decidedBy: 'Asha Rao', decidedAt: '2026-11-20T06:00:00.000Z', reason: 'A wedding' },
  });
  api.on(contract.leaves.balance, () => answer(balance));
  api.on(contract.leaves.list, () => answerPage([leave({ reason: 'A visit' })]));
  api.on(contract.leaves.get, () => answer(told));
  renderApp(<LeavesPage />, { user, at: `/attendance/leaves?item=${told._id}` });
  const current = await screen.findByRole('listitem', { current: true });
  expect(current).toHaveTextContent('A wedding');
  const rows = within(screen.getByRole('list', { name: 'My leave' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent.includes('A wedding'))).toEqual([true, false]);
});

it("doesn't show someone else's leave that a link names", async () => {
  const api = fakeApi();
  const foreign = leave({ reason: 'A wedding' });
  api.on(contract.leaves.balance, () => answer(balance));
  api.on(contract.leaves.list, () => answerPage([leave({ reason: 'A visit' })]));
  api.on(contract.leaves.get, () => answer(foreign));
  renderApp(<LeavesPage />, { user, at: `/attendance/leaves?item=${foreign._id}` });
  expect(await screen.findByText(/A visit/)).toBeVisible();
  await waitFor(() => expect(api.requests(contract.leaves.get)).toHaveLength(1));
  expect(screen.queryByText(/A wedding/)).not.toBeInTheDocument();
});

it('requests half a day, and says how long it is and what stands in the way', async () => {
  const { api } = setUp();
  await userEvent.click(screen.getByRole('button', { name: 'Request leave' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Type' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Casual leave (6.5 days left)' }));
  await userEvent.type(screen.getByLabelText('First day'), '2026-11-26');
  expect(screen.getByText('This takes 1 day.')).toBeVisible();
  await userEvent.click(screen.getByRole('combobox', { name: 'Part of the day' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Second half' }));
  expect(screen.getByText('This takes half a day.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Reason'), 'A visit to the doctor');
  api.on(contract.leaves.request, () => failure('LEAVE_OVERLAPS'));
  await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('You already have leave on one of these days')).toBeVisible();
  api.on(contract.leaves.request, () => answerCreated(leave({ days: 0.5 })));
  await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('Your request for half a day was sent')).toBeVisible();
  const body = { type: 'casual', from: '2026-11-26', to: '2026-11-26', part: 'second_half' };
  expect(api.requests(contract.leaves.request).at(-1)?.body).toMatchObject(body);
});

it('says before it is sent that another leave takes one of the days', async () => {
  const { api } = setUp();
  const overlap = 'Sick leave on Nov 26, 2026 already covers one of these days';
  api.on(contract.leaves.preview, () => answer({ days: 1, calendar: [], years: [], overlap }));
  await userEvent.click(screen.getByRole('button', { name: 'Request leave' }));
  await userEvent.type(await screen.findByLabelText('First day'), '2026-11-26');
  expect(await screen.findByText(`${overlap}. Choose other days.`)).toBeVisible();
});

it('says what a request would take while the days are typed', async () => {
  const { api } = setUp();
  api.on(contract.leaves.preview, () =>
    answer({
      days: 3,
      calendar: [
        { day: '2026-11-21', kind: 'working', holiday: null, days: 1 },
        { day: '2026-11-22', kind: 'weekly_off', holiday: null, days: 0 },
        { day: '2026-11-23', kind: 'working', holiday: null, days: 1 },
        { day: '2026-11-24', kind: 'working', holiday: null, days: 1 },
        { day: '2026-11-25', kind: 'holiday', holiday: 'Founders’ Day', days: 0 },
      ],
      years: [{ year: 2026, days: 3, remainingBefore: 6.5, remainingAfter: 3.5 }],
      overlap: null,
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Request leave' }));
  await userEvent.type(await screen.findByLabelText('First day'), '2026-11-21');
  await userEvent.type(screen.getByLabelText(/^Last day/), '2026-11-25');
  expect(await screen.findByText('3 days · 1 weekly off and 1 holiday not counted · 3.5 days left')).toBeVisible();
  const query = { from: '2026-11-21', to: '2026-11-25', part: 'full' };
  expect(Object.fromEntries(api.requests(contract.leaves.preview).at(-1)?.query ?? [])).toEqual(query);
});

it('asks for the first day, not for the last one, which may be left blank', async () => {
  setUp();
  await userEvent.click(screen.getByRole('button', { name: 'Request leave' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('Type is required')).toBeVisible();
  expect(screen.getAllByText('Date is required')).toHaveLength(1);
  expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(/Date is required/);
});
