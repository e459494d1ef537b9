import { type AttendanceRecord, contract, type Decisions, type Leave } from '@shifa/contract';
import { attendancePerson, attendanceRecord, leave, sessionUser, staffMember } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { LeaveReviewPage } from '../leaves/leave-review-page';
import { ReviewPage } from './review-page';

const chief = sessionUser({ role: 'super_admin' });
const pending = { approvalStatus: 'pending' } as const;

const overtime = attendanceRecord({
  ...pending,
  userId: attendancePerson({ name: 'Mina Sen' }),
  flags: ['overtime', 'outside_fence'],
  overtimeMinutes: 45,
  workedMinutes: 555,
  calculation: { ...attendanceRecord().calculation, presentMinutes: 585, extraMinutes: 45 },
  clockIn: null,
  segments: [
    {
      clockIn: {
        at: '2026-11-20T03:32:00.000Z',
        method: 'qr',
        distanceMetres: 1_250,
        withinFence: false,
        device: 'Chrome on Android',
      },
      clockOut: {
        at: '2026-11-20T13:17:00.000Z',
        method: 'web',
        distanceMetres: null,
        withinFence: null,
        device: null,
      },
    },
  ],
});
const correction = attendanceRecord({
  ...pending,
  userId: attendancePerson({ name: 'Tara Roy', role: 'manager' }),
  flags: ['correction'],
  correction: {
    segments: [{ in: '2026-11-20T03:25:00.000Z', out: '2026-11-20T12:35:00.000Z' }],
    breaks: [],
    reason: 'The door code failed',
    requestedAt: '2026-11-20T13:00:00.000Z',
  },
});

function decisions(body: unknown, fault?: Decisions['results'][number]['fault']): Decisions {
  const { items } = body as { items: { _id: string }[] };
  const results = items.map(({ _id }, index) => ({
    _id,
    name: 'Mina Sen',
    fault: index === 1 ? (fault ?? null) : null,
  }));
  return { decided: results.filter((each) => each.fault === null).length, results };
}

describe('the review of records', () => {
  function setUp() {
    const api = fakeApi();
    const rows: AttendanceRecord[] = [overtime, correction];
    api.on(contract.attendance.list, () => answerPage(rows));
    api.on(contract.attendance.get, ({ params }) => answer(rows.find(({ _id }) => _id === params['id']) ?? overtime));
    renderApp(<ReviewPage />, { user: chief, at: '/attendance/review' });
    return api;
  }

  it('shows the evidence, the values with their reasons, and who can decide', async () => {
    const api = setUp();
    const pane = within(await screen.findByRole('region', { name: 'Record Mina Sen, Nov 20, 2026' }));
    const asked = api.requests(contract.attendance.list).map(({ query }) => query.toString());
    expect(asked).toContainEqual(expect.stringContaining('waitingForMe=true&sort=workDate'));
    expect(pane.getByText('Overtime, Away from the laboratory.')).toBeVisible();
    expect(pane.getByText(/A manager, lab admin or super admin can decide/)).toBeVisible();
    expect(
      pane.getByText('Scanned code · 1,250 m from the laboratory, too far away · Chrome on Android'),
    ).toBeVisible();
    expect(pane.getByText('Without a code · place unknown')).toBeVisible();
    expect(pane.getByRole('img', { name: 'Recorded: 9:02 AM to 6:47 PM' })).toBeInTheDocument();
    await userEvent.click(pane.getByRole('button', { name: 'Why 45 m overtime?' }));
    const why = within(screen.getByRole('dialog', { name: 'Why 45 m overtime?' }));
    expect(why.getByText('− 8 h 30 m')).toBeVisible();
    expect(why.getByText(/in 15-minute steps/)).toBeVisible();
    expect(why.getByText('It counts once the record is approved.')).toBeVisible();
  });

  it('shows a correction beside the recorded times', async () => {
    setUp();
    await userEvent.click(await screen.findByRole('link', { name: /^Tara Roy/ }));
    const pane = within(await screen.findByRole('region', { name: 'Record Tara Roy, Nov 20, 2026' }));
    const times = within(pane.getByRole('region', { name: 'Requested correction' }));
    expect(times.getByRole('row', { name: /^Work/ })).toHaveTextContent('9:02 AM – 6:05 PM8:55 AM – 6:05 PM');
    expect(times.getByText(/“The door code failed”/)).toBeVisible();
    expect(pane.getByText(/A lab admin or super admin can decide/)).toBeVisible();
  });

  it('decides several at once, and names those that could not be decided', async () => {
    const api = setUp();
    api.on(contract.attendance.bulkApprove, ({ body }) =>
      answer(decisions(body, { code: 'APPROVER_TOO_LOW', message: 'A lab admin decides for managers' })),
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Mina Sen, Nov 20, 2026' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Tara Roy, Nov 20, 2026' }));
    expect(screen.getByText('2 selected: 2 people, 45 m overtime')).toBeVisible();
    const bar = screen.getByText('2 selected: 2 people, 45 m overtime').parentElement as HTMLElement;
    await userEvent.click(within(bar).getByRole('button', { name: 'Approve' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Approve 2 records' }));
    expect(await screen.findByText('1 record was approved')).toBeVisible();
    const left = within(screen.getByRole('dialog', { name: '1 record not approved' }));
    expect(left.getByText('A lab admin decides for managers')).toBeVisible();
    const [sent] = api.requests(contract.attendance.bulkApprove);
    expect(sent?.body).toEqual({
      items: [overtime, correction].map(({ _id, version }) => ({ _id, version })),
      approved: true,
    });
  });
});

describe('the review of leaves', () => {
  const asked = leave({ userId: attendancePerson({ name: 'Uma Pal' }), type: 'sick' });
  const other = leave({ userId: attendancePerson({ name: 'Vik Rao' }), status: 'approved', to: '2026-11-26', days: 1 });

  function setUp({ shown = asked, linked = shown, at = '' }: { shown?: Leave; linked?: Leave; at?: string } = {}) {
    const api = fakeApi();
    // First, as its address fits that of the balance as well.
    api.on(contract.leaves.get, () => answer(linked));
    api.on(contract.leaves.list, ({ query }) => answerPage<Leave>(query.get('to') === null ? [shown] : [asked, other]));
    api.on(contract.attendance.list, () => answerPage([overtime, correction]));
    api.on(contract.staff.get, () => answer(staffMember({ name: 'Uma Pal' })));
    api.on(contract.leaves.balance, () =>
      answer({
        year: 2026,
        types: [{ type: 'sick', entitledDays: 12, takenDays: 11, pendingDays: 2, remainingDays: -1 }],
      }),
    );
    renderApp(<LeaveReviewPage />, { user: chief, at: `/attendance/leaves/review?${at}` });
    return api;
  }

  it('shows the balance of the person and who else is away', async () => {
    const api = setUp();
    const pane = within(await screen.findByRole('region', { name: /^Leave Uma Pal/ }));
    expect(await pane.findByText('This leave exceeds the balance for 2026.')).toBeVisible();
    expect(api.requests(contract.leaves.balance)[0]?.query.get('userId')).toBe(asked.userId._id);
    expect(await pane.findByText('1 person on leave on these days')).toBeVisible();
    expect(pane.getByText('Vik Rao, Nov 26, 2026')).toBeVisible();
  });

  it('shows the one that a link leads to, and not what is due first', async () => {
    const decided = { approve: { allowed: false, reason: 'Already decided' }, cancel: { allowed: true } };
    setUp({ linked: { ...other, actions: decided }, at: `item=${other._id}` });
    const pane = within(await screen.findByRole('region', { name: /^Leave Vik Rao/ }));
    // It is approved already.
    expect(pane.getByRole('button', { name: 'Cancel leave' })).toBeEnabled();
    expect(screen.queryByRole('link', { name: /Uma Pal/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove From a link' }));
    const row = await screen.findByRole('link', { name: /Uma Pal/ });
    expect(row).toHaveAttribute('href', `/attendance/leaves/review?item=${asked._id}`);
  });

  it('shows what a blocker counts: everything pending, of one person', async () => {
    const api = setUp({ at: `userId=${asked.userId._id}&status=pending` });
    await screen.findByRole('region', { name: /^Leave Uma Pal/ });
    expect(screen.getByRole('radio', { name: 'All pending' })).toBeChecked();
    const lists = () => api.requests(contract.leaves.list).map(({ query }) => query);
    const [asks] = lists().filter((query) => query.get('userId') === asked.userId._id);
    expect(String(asks)).toMatch(/pending/);
    expect(String(asks)).not.toMatch(/waitingForMe/);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Person: Uma Pal' }));
    await waitFor(() =>
      expect(
        lists().filter((query) => /pending/.test(String(query)) && !query.has('userId') && !query.has('to')),
      ).toHaveLength(1),
    );
  });

  it('has a tab of its own, with the number of requests', async () => {
    setUp();
    const tab = await screen.findByRole('link', { name: 'Leave requests (1)' });
    expect(tab).toHaveAttribute('href', '/attendance/leaves/review');
    expect(tab).toHaveAttribute('aria-current', 'page');
    expect(await screen.findByRole('link', { name: 'Review (2)' })).toHaveAttribute('href', '/attendance/review');
  });

  it('rejects with a reason', async () => {
    const api = setUp();
    api.on(contract.leaves.decide, () => answer({ ...asked, status: 'rejected' }));
    const pane = within(await screen.findByRole('region', { name: /^Leave Uma Pal/ }));
    await userEvent.click(pane.getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Uma Pal’s leave' }));
    await userEvent.type(dialog.getByRole('textbox'), 'Nobody else is there');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(api.requests(contract.leaves.decide)).toHaveLength(1));
    expect(api.requests(contract.leaves.decide)[0]?.body).toEqual({
      approved: false,
      reason: 'Nobody else is there',
      version: 1,
    });
  });

  it('cancels approved leave with a reason', async () => {
    const api = setUp({ shown: other, at: 'show=approved' });
    const pane = within(await screen.findByRole('region', { name: /^Leave Vik Rao/ }));
    await userEvent.click(pane.getByRole('button', { name: 'Cancel leave' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel leave' }));
    expect(dialog.getByRole('button', { name: 'Keep leave' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel leave' }));
    expect(dialog.getByText('Reason is required')).toBeVisible();
    expect(api.requests(contract.leaves.cancel)).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The audit was moved');
    api.on(contract.leaves.cancel, () => answer({ ...other, status: 'cancelled' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel leave' }));
    await waitFor(() => expect(api.requests(contract.leaves.cancel)).toHaveLength(1));
    const query = Object.fromEntries(api.requests(contract.leaves.cancel)[0]?.query ?? []);
    expect(query).toEqual({ version: '1', reason: 'The audit was moved' });
  });

  it('says who cancelled leave, and why', async () => {
    const cancelledAt = '2026-11-23T06:00:00.000Z';
    const cancellation = { cancelledBy: 'Ravi Sen', cancelledAt, cancellationReason: 'The audit was moved' };
    setUp({ shown: { ...other, status: 'cancelled', ...cancellation } });
    const pane = within(await screen.findByRole('region', { name: /^Leave Vik Rao/ }));
    expect(pane.getByText('Cancelled by').parentElement).toHaveTextContent(/^Cancelled byRavi Sen, /);
    expect(pane.getByText('Reason for cancellation')).toBeVisible();
    expect(pane.getByText('The audit was moved')).toBeVisible();
  });
});
