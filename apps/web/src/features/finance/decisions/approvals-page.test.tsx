import {
  type BulkDecideBody,
  contract,
  type DecisionBody,
  errorCatalogue,
  type Transaction,
  type TransactionListItem,
  TransactionListItemSchema,
} from '@shifa/contract';
import { laboratory, nextId, sessionUser, transaction } from '@shifa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { api as client } from '../../../data/api';
import { keyOf } from '../../../data/queries';
import type { LiveSocket } from '../../../data/socket';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { onPhone } from '../../../testing/on-phone';
import { renderApp } from '../../../testing/render-app';
import { transactionLive, transactionResource } from '../transaction.resource';
import { ApprovalsPage } from './approvals-page';

const asha = { _id: nextId(), name: 'Asha Rao' };
const kolkata = laboratory({ name: 'Shifa Kolkata' });

function waiting(party: string, more: Partial<Transaction> = {}): Transaction {
  return transaction({ party, laboratoryId: { ...kolkata, timezone: 'Asia/Kolkata' }, ...more });
}

const first = waiting('City Clinic', { transactionNo: 'KOL-1', version: 1 });
const second = waiting('Reagent House', {
  transactionNo: 'KOL-2',
  version: 1,
  type: 'expense',
  category: 'reagents_consumables',
  amountPaise: 5_000_001,
  reference: 'UTR 778',
  paymentMethod: 'upi',
  flags: ['above_limit'],
  status: 'partially_approved',
  approvalsGiven: 1,
  approvalsNeeded: 2,
  approvals: [{ by: { ...asha, role: 'lab_admin' }, at: '2026-11-20T07:00:00.000Z' }],
});
const third = waiting('Bose Diagnostics', { transactionNo: 'KOL-3', version: 1 });

function setUp(all: Transaction[] = [first, second, third], at = '/finances/approvals') {
  const api = fakeApi();
  let entries = all;
  const decided = (id: string, status: Transaction['status']) => {
    const entry = entries.find(({ _id }) => _id === id) ?? first;
    entries = entries.filter(({ _id }) => _id !== id);
    return { ...entry, status, version: entry.version + 1 };
  };
  const listed = (): TransactionListItem[] => entries.map((entry) => TransactionListItemSchema.parse(entry));
  api.on(contract.transactions.list, () => answerPage(listed()));
  api.on(contract.transactions.get, ({ params }) => answer(all.find(({ _id }) => _id === params['id']) ?? first));
  api.on(contract.transactions.duplicates, () => answer([]));
  api.on(contract.transactions.approve, ({ params, body }) => {
    const { approved } = body as DecisionBody;
    return answer(decided(params['id'] ?? '', approved ? 'approved' : 'rejected'));
  });
  api.on(contract.laboratories.get, () => answer(kolkata));
  api.on(contract.laboratories.options, () => answer([kolkata]));
  const pages = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/finances/approvals" element={<ApprovalsPage />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
  const view = renderApp(pages, { user: sessionUser({ role: 'super_admin' }), at });
  const sent = () =>
    api.requests(contract.transactions.approve).map(({ params, body }) => ({
      party: all.find(({ _id }) => _id === params['id'])?.party,
      ...(body as DecisionBody),
    }));
  return { ...view, api, sent, take: (id: string) => decided(id, 'approved') };
}

const row = (party: string) => screen.findByRole('link', { name: new RegExp(`^${party}`) });
const pane = (number: string) => screen.findByRole('region', { name: `Entry ${number}` });
const key = (keys: string) => userEvent.keyboard(keys);

describe('the queue by keyboard', () => {
  it('moves with J, K and the arrows, and shows the entry beside the list', async () => {
    setUp();
    expect(await pane('KOL-1')).toHaveTextContent('City Clinic');
    await key('j');
    expect(await pane('KOL-2')).toHaveTextContent('Expense');
    expect(await pane('KOL-2')).toHaveTextContent('₹50,000.01');
    expect(await row('Reagent House')).toHaveFocus();
    await key('{ArrowDown}');
    expect(await row('Bose Diagnostics')).toHaveFocus();
    await key('j');
    expect(await row('Bose Diagnostics')).toHaveFocus();
    await key('k{ArrowUp}');
    expect(await row('City Clinic')).toHaveAttribute('aria-current', 'true');
  });

  it('shows a reversal beside the entry that it reverses, with the sign and label of every other screen', async () => {
    const original = transaction({ ...second, _id: nextId(), transactionNo: 'KOL-0', status: 'approved' });
    const { _id, transactionNo } = original;
    const contra = transaction({ ...second, party: 'Reversed House', reversalOf: { _id, transactionNo } });
    const { api } = setUp([contra]);
    api.on(contract.transactions.get, ({ params }) => answer(params['id'] === _id ? original : contra));
    const shown = await pane('KOL-2');
    expect(shown).toHaveTextContent('Reversal of expense');
    expect(shown).toHaveTextContent('−₹50,000.01');
    expect(await row('Reversed House')).toHaveTextContent('−₹50,000.01');
    const reversed = within(within(shown).getByRole('region', { name: 'Reverses KOL-0' }));
    expect(await reversed.findByText('Expense of ₹50,000.01')).toBeVisible();
    expect(reversed.getByText('Reagent House')).toBeVisible();
    expect(reversed.getByText('UTR 778')).toBeVisible();
  });

  it('has rows that are links: a plain click shows the entry here, any other is the browser’s', async () => {
    setUp();
    await pane('KOL-1');
    const link = await row('Reagent House');
    expect(link).toHaveAttribute('href', `/finances/transactions?entry=${second._id}`);
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
    expect(await row('City Clinic')).toHaveAttribute('aria-current', 'true');
    expect(fireEvent.click(link)).toBe(false);
    expect(await pane('KOL-2')).toBeVisible();
  });

  it('approves with A and goes on to the next, with the focus', async () => {
    const { sent } = setUp();
    await pane('KOL-1');
    await key('a');
    expect(await screen.findByText('KOL-1 was approved')).toBeVisible();
    expect(sent()).toEqual([{ party: 'City Clinic', approved: true, version: 1 }]);
    await waitFor(async () => expect(await row('Reagent House')).toHaveFocus());
    expect(await pane('KOL-2')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^City Clinic/ })).not.toBeInTheDocument();
  });

  it('rejects with R, a reason and Ctrl+Enter, and goes on to the next', async () => {
    const { sent } = setUp();
    await pane('KOL-1');
    await key('r');
    const reason = await screen.findByLabelText('Reason');
    expect(reason).toHaveFocus();
    await key('jakx{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Reason must be at least 5 characters')).toBeVisible();
    expect(sent()).toEqual([]);
    await key(' no bill{Control>}{Enter}{/Control}');
    expect(await screen.findByText('KOL-1 was rejected')).toBeVisible();
    expect(sent()).toEqual([{ party: 'City Clinic', approved: false, reason: 'jakx no bill', version: 1 }]);
    await waitFor(async () => expect(await row('Reagent House')).toHaveFocus());
  });

  it('selects with X, asks before Shift+A, and keeps what could not be approved with the reason', async () => {
    const { api, take } = setUp();
    api.on(contract.transactions.bulkApprove, ({ body }) => {
      const { entries } = body as BulkDecideBody;
      const fault = { code: 'SUPER_ADMIN_NEEDED', message: 'A super admin must also approve this entry' } as const;
      take(first._id);
      const results = entries.map(({ _id }) => ({
        _id,
        transactionNo: _id === first._id ? 'KOL-1' : 'KOL-2',
        status: 'approved' as const,
        fault: _id === first._id ? null : fault,
      }));
      return answer({ decided: 1, results });
    });
    await pane('KOL-1');
    await key('xjx');
    expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent(
      '2 selected: income ₹1,250.50, expense ₹50,000.01',
    );
    await key('{Shift>}A{/Shift}');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      '2 entries: income ₹1,250.50, expense ₹50,000.01.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Approve 2 entries' }));
    expect(await screen.findByRole('list', { name: 'Not approved' })).toHaveTextContent('KOL-2');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await row('Reagent House')).toHaveTextContent('A super admin must also approve this entry');
    expect(screen.getByRole('checkbox', { name: 'Select KOL-2' })).toBeChecked();
    expect(screen.queryByRole('link', { name: /^City Clinic/ })).not.toBeInTheDocument();
    await waitFor(async () => expect(await row('Reagent House')).toHaveFocus());
  });

  it('shows its keys with ?', async () => {
    setUp();
    await pane('KOL-1');
    await key('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(
      'Approve the selected entries',
    );
  });
});

describe('the entry beside the list', () => {
  it('tells the rule, the approval before and another entry with the same reference', async () => {
    const { api } = setUp([second]);
    const twin = transaction({ transactionNo: 'KOL-9', status: 'approved', date: '2026-11-02' });
    api.on(contract.transactions.duplicates, () => answer([twin]));
    const shown = await pane('KOL-2');
    expect(
      await within(shown).findByText('Above the approval limit of ₹50,000.00. A super admin must also approve it.'),
    ).toBeVisible();
    expect(await within(shown).findByText(/First approval by Asha Rao/)).toBeVisible();
    expect(await within(shown).findByText(/The reference UTR 778 has already been entered/)).toHaveTextContent(
      'KOL-9 · Nov 2, 2026 · ₹1,250.50 · Approved',
    );
  });

  it('says of an exception that nobody has approved yet that two people have to, whoever reads it', async () => {
    setUp([{ ...second, status: 'pending', approvals: [] }]);
    const shown = await pane('KOL-2');
    const text = 'Above the approval limit of ₹50,000.00. Two people must approve it, one of them a super admin.';
    expect(await within(shown).findByText(text)).toBeVisible();
  });

  it('says why an approval counts only as the first of two: the one before, or the one to give', async () => {
    const note = 'Counts only as the first of two approvals: Meera Nair created this account on Nov 3, 2026';
    const approvals = second.approvals.map((approval) => ({ ...approval, note }));
    setUp([{ ...second, approvals }]);
    const shown = await within(await pane('KOL-2')).findAllByText(note);
    // In a banner, and beside the approval.
    expect(shown).toHaveLength(2);
  });

  it('says before the approval that it counts only as the first of two', async () => {
    const approvalNote = 'Your approval counts only as the first of two: Meera Nair created your account';
    setUp([{ ...first, approvalNote }]);
    expect(within(await pane('KOL-1')).getByText(approvalNote)).toBeVisible();
  });

  it('locks the decision with its reason, for the pointer and for the key', async () => {
    const reason = 'You entered this, so someone else approves it';
    const { sent } = setUp([
      waiting('City Clinic', { actions: { ...first.actions, approve: { allowed: false, reason } } }),
    ]);
    const approve = await screen.findByRole('button', { name: 'Approve' });
    expect(approve).toHaveAttribute('aria-disabled', 'true');
    expect(approve).toHaveAccessibleDescription(reason);
    await key('a');
    expect(await screen.findByText(reason, { selector: '.toasts *' })).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('stays, with who was faster, when somebody else decided first', async () => {
    const { api, take } = setUp();
    const current = { ...first, status: 'approved', version: 2 };
    const conflict = { current, changedBy: 'Asha Rao', changedAt: new Date().toISOString() };
    api.on(contract.transactions.approve, () => {
      take(first._id);
      return failure('TRANSACTION_ALREADY_DECIDED', { conflict });
    });
    api.on(contract.transactions.get, () => answer({ ...first, status: 'approved', version: 2 }));
    const shown = await pane('KOL-1');
    await key('a');
    expect(await within(shown).findByText('Asha Rao')).toBeVisible();
    expect(shown).toHaveTextContent('Asha Rao approved this entry just now');
    await waitFor(() => expect(screen.queryByRole('link', { name: /^City Clinic/ })).not.toBeInTheDocument());
    expect(await pane('KOL-1')).toHaveTextContent('Approved');
    expect(await pane('KOL-1')).toHaveFocus();
    await key('j');
    expect(await row('Reagent House')).toHaveFocus();
  });
});

describe('others at work', () => {
  it('take an entry out of the list with a note, and leave place and selection alone', async () => {
    const { queryClient, take } = setUp();
    const socket = new FakeSocket();
    transactionLive(socket as object as LiveSocket, queryClient);
    await pane('KOL-1');
    await key('jxk');
    const gone = take(third._id);
    act(() =>
      socket.receive('transaction:approved', { ...gone, laboratoryId: kolkata._id, by: asha, at: gone.updatedAt }),
    );
    expect(await screen.findByText('Asha Rao approved KOL-3.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Bose Diagnostics/ })).not.toBeInTheDocument();
    expect(await row('City Clinic')).toHaveFocus();
    expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('1 selected');
  });
});

it('an entry that leaves the viewer’s scope says so beside the list, without decisions', async () => {
  const { api, queryClient } = setUp();
  await pane('KOL-1');
  api.on(contract.transactions.get, () => failure('TRANSACTION_NOT_FOUND'));
  await act(() => transactionResource.invalidate(queryClient, first._id));
  expect(await screen.findByText(/^You can no longer see KOL-1\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
});

describe('the whole queue', () => {
  it('is one choice away, in the address', async () => {
    const { api, address } = setUp([]);
    expect(await screen.findByText(/You're all caught up\./)).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'All pending' }));
    expect(address()).toBe('/finances/approvals?show=all');
    expect(await screen.findByText('No entries are pending.')).toBeVisible();
    const [mine, all] = api.requests(contract.transactions.list).map(({ query }) => query);
    expect(mine?.get('waitingForMe')).toBe('true');
    expect([...(all ?? [])].filter(([name]) => name.startsWith('status')).map(([, value]) => value)).toEqual([
      'pending',
      'partially_approved',
    ]);
  });

  it('says so when it cannot be had', async () => {
    const { api, queryClient } = setUp();
    await pane('KOL-1');
    api.on(contract.transactions.list, () => failure('VALIDATION_FAILED'));
    await act(() => queryClient.resetQueries({ queryKey: keyOf(client.transactions.list) }));
    expect(await screen.findByText("Couldn't load the entries")).toBeVisible();
  });
});

describe('on a phone', () => {
  async function cardOf(party: string) {
    const cards = within(await screen.findByRole('list', { name: 'Pending entries' })).getAllByRole('listitem');
    return within(cards.find((card) => card.textContent.includes(party)) ?? document.body);
  }
  const leavePage = () => act(() => void window.dispatchEvent(new Event('pagehide')));

  it('is cards that open the entry and carry both decisions', async () => {
    onPhone();
    const { address } = setUp();
    const card = await cardOf('City Clinic');
    await userEvent.click(card.getByText('City Clinic'));
    expect(address()).toBe(`/finances/approvals?entry=${first._id}`);
    await userEvent.click(card.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByRole('dialog', { name: 'Reject entry KOL-1' })).toBeVisible();
  });

  it('holds an approval back, so that it can be undone, and sends it once when the page is left', async () => {
    onPhone();
    const { api, sent } = setUp();
    const card = await cardOf('City Clinic');
    await userEvent.click(card.getByRole('button', { name: 'Approve' }));
    const undo = card.getByRole('button', { name: 'Undo approval' });
    expect(undo).toHaveFocus();
    expect(card.getByRole('button', { name: 'Reject' })).toHaveAccessibleDescription('Sending your decision…');
    await userEvent.click(undo);
    leavePage();
    await userEvent.click(card.getByRole('button', { name: 'Approve' }));
    expect(sent()).toEqual([]);
    leavePage();
    leavePage();
    expect(await screen.findByText('KOL-1 was approved')).toBeVisible();
    expect(sent()).toEqual([{ party: 'City Clinic', approved: true, version: 1 }]);
    expect(api.requests(contract.transactions.approve)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(screen.queryByText('City Clinic')).not.toBeInTheDocument();
  });

  it('sends what is held back when another page is opened, and says there why it failed', async () => {
    onPhone();
    const { api, sent } = setUp();
    api.on(contract.transactions.approve, () => failure('PERIOD_LOCKED'));
    await userEvent.click((await cardOf('Reagent House')).getByRole('button', { name: 'Approve' }));
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await screen.findByText(`Approve KOL-2: ${errorCatalogue.PERIOD_LOCKED.message}`)).toBeVisible();
    expect(sent()).toEqual([{ party: 'Reagent House', approved: true, version: 1 }]);
  });

  it('shows the reason on the card of an entry that could not be approved, and repeats the same request', async () => {
    onPhone();
    const { api } = setUp();
    api.on(contract.transactions.approve, () => failure('PERIOD_LOCKED'));
    for (const _ of [1, 2]) {
      const card = await cardOf('Reagent House');
      await userEvent.click(await card.findByRole('button', { name: 'Approve' }));
      leavePage();
      expect(await card.findByText(errorCatalogue.PERIOD_LOCKED.message)).toBeVisible();
      expect(screen.getAllByText(errorCatalogue.PERIOD_LOCKED.message)).toHaveLength(1);
    }
    const keys = api.requests(contract.transactions.approve).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
  });
});

it('of the laboratory that a link names, until the reader removes it', async () => {
  const { api } = setUp([first], `/finances/approvals?laboratoryId=${kolkata._id}`);
  await screen.findByRole('link', { name: /^City Clinic/ });
  const asked = () => {
    const pages = api.requests(contract.transactions.list).filter(({ query }) => query.get('limit') === '50');
    return pages.at(-1)?.query.get('laboratoryId[0]') ?? null;
  };
  expect(asked()).toBe(kolkata._id);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Laboratory: Shifa Kolkata' }));
  await waitFor(() => expect(asked()).toBeNull());
});
