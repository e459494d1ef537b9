import {
  type AttendanceRecord,
  contract,
  type Leave,
  type RosterSwap,
  TransactionListItemSchema,
} from '@shifa/contract';
import {
  attendancePerson,
  attendanceRecord,
  laboratory,
  leave,
  sessionUser,
  transaction,
} from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { InboxPart } from '../../screens/inbox/queue';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { onPhone } from '../../testing/on-phone';
import { renderApp } from '../../testing/render-app';
import { attendance } from '../routes/attendance';
import { finances } from '../routes/finances';
import { ApprovalsPage } from './approvals-page';
import { WaitingCount } from './waiting-count';

const sources = [finances, attendance].flatMap(({ inbox = [] }) => inbox);
const parts: InboxPart[] = await Promise.all(
  sources.map(async (source) => ({ ...source, queue: await source.load() })),
);

const own = 'Somebody else must do this with your attendance';
const entry = transaction({ party: 'City Clinic', transactionNo: 'KOL-1', createdAt: '2026-11-20T05:00:00.000Z' });
const record = attendanceRecord({
  workDate: '2026-11-18',
  approvalStatus: 'pending',
  flags: ['overtime'],
  overtimeMinutes: 45,
  userId: attendancePerson({ name: 'Mina Sen' }),
});
const ownRecord = attendanceRecord({
  workDate: '2026-11-21',
  approvalStatus: 'pending',
  flags: ['overtime'],
  userId: attendancePerson({ name: 'Vik Rao', role: 'super_admin' }),
  actions: { approve: { allowed: false, reason: own }, reject: { allowed: false, reason: own } },
});
const request = leave({ userId: attendancePerson({ name: 'Uma Pal' }), createdAt: '2026-11-21T05:00:00.000Z' });

const decided = { allowed: false, reason: 'The swap was approved.' };
const shift = { day: '2099-06-04', name: 'Night', code: 'N', start: '22:00', end: '06:00', breakMinutes: 30 };
const swap: RosterSwap = {
  _id: '1'.repeat(24),
  laboratoryId: request.laboratoryId,
  userId: attendancePerson({ name: 'Ravi Sen' }),
  shift: { ...shift, startsAt: '2099-06-04T16:30:00.000Z' },
  inExchange: null,
  takenBy: { _id: '2'.repeat(24), name: 'Tara Roy' },
  note: null,
  status: 'approved',
  asked: [],
  endedBecause: null,
  decidedBy: 'Nila Das',
  decidedAt: '2099-06-02T08:00:00.000Z',
  decisionReason: null,
  version: 2,
  updatedBy: null,
  createdAt: '2099-06-01T08:00:00.000Z',
  updatedAt: '2099-06-02T08:00:00.000Z',
  actions: { approve: decided, reject: decided },
};

type Waiting = {
  leavesFail?: boolean;
  entries?: (typeof entry)[];
  records?: AttendanceRecord[];
  leaves?: Leave[];
  swap?: RosterSwap;
};

function setUp(
  { entries = [entry], records = [record], leaves = [request], leavesFail = false, swap }: Waiting = {},
  at = '/approvals',
) {
  const api = fakeApi();
  const decided = new Set<string>();
  const left = <Item extends { _id: string }>(items: Item[]) => items.filter(({ _id }) => !decided.has(_id));
  const decide = (body: unknown) => {
    const { items, entries: some = items } = body as { items: { _id: string }[]; entries?: { _id: string }[] };
    for (const { _id } of some) decided.add(_id);
    return some.map(({ _id }) => ({ _id, name: _id, fault: null }));
  };
  api.on(contract.attendance.get, ({ params }) => answer(records.find(({ _id }) => _id === params['id']) ?? record));
  api.on(contract.attendance.list, () => answerPage(left(records)));
  api.on(contract.attendance.bulkApprove, ({ body }) => {
    const results = decide(body);
    return answer({ decided: results.length, results });
  });
  api.on(contract.attendance.approve, ({ params }) => {
    decided.add(params['id'] ?? '');
    return answer({ ...record, approvalStatus: 'approved' as const, version: record.version + 1 });
  });
  api.on(contract.rosterSwaps.list, () => answerPage([]));
  api.on(contract.rosterSwaps.get, () => (swap ? answer(swap) : failure('SWAP_NOT_FOUND')));
  api.on(contract.rosterSwaps.conflicts, () => answer([]));
  api.on(contract.leaves.get, () => answer(request));
  api.on(contract.leaves.list, ({ query }) => answerPage(query.get('to') === null ? left(leaves) : []));
  if (leavesFail) api.on(contract.leaves.list, () => failure('INTERNAL_ERROR') as never);
  api.on(contract.leaves.balance, () => answer({ year: 2026, types: [] }));
  api.on(contract.leaves.decide, ({ params }) => {
    decided.add(params['id'] ?? '');
    return answer({ ...request, status: 'approved' as const, version: request.version + 1 });
  });
  api.on(contract.transactions.get, () => answer(entry));
  api.on(contract.transactions.list, () =>
    answerPage(left(entries).map((each) => TransactionListItemSchema.parse(each))),
  );
  api.on(contract.transactions.duplicates, () => answer([]));
  api.on(contract.laboratories.get, () => answer(laboratory()));
  api.on(contract.transactions.bulkApprove, ({ body }) => {
    const results = decide(body).map((each) => ({ ...each, transactionNo: 'KOL-1', status: 'approved' as const }));
    return answer({ decided: results.length, results });
  });
  const user = sessionUser({ role: 'super_admin' });
  const view = renderApp(
    <>
      <div data-testid="badge">
        <WaitingCount sources={sources} />
      </div>
      <Routes>
        <Route path="/approvals" element={<ApprovalsPage parts={parts} />} />
        <Route path="*" element={<BackButton />} />
      </Routes>
    </>,
    { user, at },
  );
  return { ...view, api, badge: () => screen.getByTestId('badge').textContent };
}

function BackButton() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

const rows = async () => {
  const list = await screen.findByRole('list', { name: /^Pending / });
  return within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
};
const chip = (name: RegExp | string) => screen.findByRole('radio', { name });

describe('the inbox', () => {
  it('has every kind in one list, oldest first, and the numbers of its lists on the chips and in the navigation', async () => {
    const { badge, api } = setUp({ records: [record, ownRecord] });
    expect(await rows()).toEqual([
      expect.stringContaining('Mina Sen'),
      expect.stringContaining('City Clinic'),
      expect.stringContaining('Vik Rao'),
      expect.stringContaining('Uma Pal'),
    ]);
    for (const name of ['All 4', 'Entries 1', 'Attendance 2', 'Leave 1']) expect(await chip(name)).toBeEnabled();
    await waitFor(() => expect(badge()).toBe('4'));
    expect(api.requests(contract.transactions.list).map(({ query }) => query.get('waitingForMe'))).toEqual([
      'true',
      'true',
    ]);
    expect(screen.getAllByRole('img', { name: 'Leave' })).toHaveLength(1);
  });

  it('says on the row what the viewer cannot decide, and on the button', async () => {
    setUp({ entries: [], records: [ownRecord], leaves: [] });
    expect(await rows()).toEqual([expect.stringContaining(own)]);
    const pane = within(await screen.findByRole('region', { name: /^Record Vik Rao/ }));
    expect(pane.getByText(/Another super admin can decide/)).toBeVisible();
    expect(pane.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('a');
    expect(await screen.findByText(own, { selector: '[role=alert] *' })).toBeVisible();
  });

  it('goes from one kind to the next by keyboard until nothing waits', async () => {
    const { badge, api } = setUp({ entries: [] });
    await screen.findByRole('region', { name: /^Record Mina Sen/ });
    await userEvent.keyboard('a');
    const pane = await screen.findByRole('region', { name: /^Leave Uma Pal/ });
    expect(pane).toBeVisible();
    await waitFor(() => expect(screen.getByRole('link', { name: /Uma Pal/ })).toHaveFocus());
    await userEvent.keyboard('a');
    expect(await screen.findByText("You're all caught up.")).toBeVisible();
    expect(api.requests(contract.attendance.approve)).toHaveLength(1);
    expect(api.requests(contract.leaves.decide)).toHaveLength(1);
    await waitFor(() => expect(badge()).toBe(''));
    expect(await chip('All')).toBeChecked();
  });

  it('decides items of several kinds at once, with a request to each', async () => {
    const { api, badge } = setUp({ leaves: [] });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select KOL-1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Select Mina Sen/ }));
    const bar = screen.getByRole('region', { name: 'Selection' });
    expect(bar).toHaveTextContent(/2 selected: 1 entry \(.*\), 1 record \(1 person, 45 m overtime\)/);
    await userEvent.keyboard('{Shift>}A{/Shift}');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve items' }));
    expect(dialog.getByText(/You can't undo an approval.*Later corrections need a new approval/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve 2 items' }));
    expect(await screen.findByText('1 entry was approved, 1 record was approved')).toBeVisible();
    const sent = [contract.transactions.bulkApprove, contract.attendance.bulkApprove].map((route) =>
      api.requests(route),
    );
    expect(sent.map((requests) => requests.length)).toEqual([1, 1]);
    const keys = sent.flat().map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(await screen.findByText("You're all caught up.")).toBeVisible();
    await waitFor(() => expect(badge()).toBe(''));
  });

  it('shows one kind, from the address, and offers the next one when it is empty', async () => {
    const { address } = setUp({ records: [] }, '/approvals?kind=attendance');
    expect(await screen.findByText('No attendance records need your decision.')).toBeVisible();
    const next = screen.getByRole('button', { name: 'Next: Leave 1' });
    expect(next).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('region', { name: /^Leave Uma Pal/ })).toBeVisible();
    expect(address()).toBe('/approvals?kind=leave');
    await userEvent.click(await chip('All 2'));
    await waitFor(() => expect(address()).toBe('/approvals'));
  });

  it('shows the item that a notice leads to, also once it is decided, and says where it is gone', async () => {
    const at = `/approvals?kind=swaps&item=${swap._id}`;
    const { address, unmount } = setUp({ swap }, at);
    const pane = within(await screen.findByRole('region', { name: /Ravi Sen/ }));
    expect(pane.getByText('Nila Das')).toBeVisible();
    expect(pane.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Remove From a link' }));
    expect(await screen.findByText('No swaps need your decision.')).toBeVisible();
    expect(address()).toBe('/approvals?kind=swaps');
    unmount();
    setUp({}, at);
    expect(await screen.findByText("This swap doesn't exist, or you don't have access to it.")).toBeVisible();
    await userEvent.click(await chip('All 3'));
    await waitFor(async () => expect(await rows()).toHaveLength(3));
  });

  it('shows a linked item that nobody can decide on, without a way to decide on it', async () => {
    const asked = [{ _id: '3'.repeat(24), name: 'Arun Bose', declined: true }];
    const declined: RosterSwap = { ...swap, status: 'declined', takenBy: null, asked, decidedBy: null, actions: {} };
    const { api } = setUp({ swap: declined }, `/approvals?kind=swaps&item=${swap._id}`);
    const pane = within(await screen.findByRole('region', { name: /Ravi Sen/ }));
    expect(pane.getByRole('heading')).toHaveTextContent('Ravi Sen asked Arun Bose to take a shift');
    expect(pane.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.keyboard('xar');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/selected/)).toBeNull();
    expect(api.requests(contract.rosterSwaps.decide)).toEqual([]);
  });

  it('shows the other kinds when one cannot be loaded, and tries again', async () => {
    const { api, badge } = setUp({ leavesFail: true });
    expect(await screen.findByText(/^Leave couldn't be loaded/)).toBeVisible();
    expect(await rows()).toHaveLength(2);
    // The sum of the other two would be taken for all that waits.
    expect(await chip('All')).toBeEnabled();
    expect(badge()).toBe('');
    api.on(contract.leaves.list, () => answerPage([request]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    expect(await chip('All 3')).toBeEnabled();
  });

  it('shows the same item after the way back', async () => {
    setUp({ entries: [], records: [record, ownRecord] });
    await screen.findByRole('region', { name: /^Record Mina Sen/ });
    await userEvent.keyboard('j');
    await screen.findByRole('region', { name: /^Record Vik Rao/ });
    await userEvent.click(await screen.findByRole('link', { name: 'Open record' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('region', { name: /^Record Vik Rao/ })).toBeVisible();
  });

  it('opens items of each kind on a phone', async () => {
    onPhone();
    const { address } = setUp({ entries: [] });
    await userEvent.click(await screen.findByRole('link', { name: /Mina Sen/ }));
    expect(address()).toBe(`/attendance/records/${record._id}`);
  });
});
