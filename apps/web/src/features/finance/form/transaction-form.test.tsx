import {
  contract,
  type Duplicate,
  type PartySuggestion,
  type Role,
  type SessionUser,
  type TransactionType,
} from '@shifa/contract';
import { laboratory, nextId, sessionUser, transaction } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { dayOf } from '../../../lib/format';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { NewTransaction } from './new-transaction';

const kolkata = laboratory({ name: 'Shifa Kolkata' });
const dubai = laboratory({ name: 'Shifa Dubai', timezone: 'Asia/Dubai' });
const closed = laboratory({ name: 'Shifa Puri', status: 'suspended' });
const own: NonNullable<SessionUser['laboratoryId']> = {
  _id: kolkata._id,
  name: kolkata.name,
  code: kolkata.code,
  timezone: kolkata.timezone,
  contact: kolkata.contact,
  location: kolkata.location,
};
const reason = 'This laboratory is suspended and accepts no entries';
const made = transaction({ transactionNo: 'KOL-2026-27-000012', amountPaise: 50_000 });
const rao: PartySuggestion = {
  party: 'Rao Diagnostics',
  category: 'referral_in',
  paymentMethod: 'bank_transfer',
  uses: 12,
  lastUsedOn: '2026-11-20',
};
const das: PartySuggestion = { ...rao, party: 'Das Clinic', category: 'corporate', paymentMethod: 'upi' };

type Setting = {
  role?: Role;
  type?: TransactionType;
  lockedThrough?: string;
  duplicates?: Duplicate[];
  suspended?: boolean;
};

function setUp({ role = 'lab_admin', type, lockedThrough, duplicates = [], suspended = false }: Setting = {}) {
  const api = fakeApi();
  const close = {
    _id: '0'.repeat(24),
    lockedThrough: lockedThrough ?? null,
    updatedBy: null,
    updatedAt: null,
    version: 1,
  };
  api.on(contract.laboratories.get, () => answer(kolkata));
  api.on(contract.laboratories.options, () => answer([kolkata, dubai, closed]));
  api.on(contract.transactions.periodClose, () => answer(close));
  api.on(contract.transactions.parties, () => answer([rao, das]));
  api.on(contract.transactions.duplicates, () => answer(duplicates));
  api.on(contract.transactions.create, () => answerCreated(made));
  api.on(contract.transactions.list, () => answerPage([], 1));
  const onClose = vi.fn<() => void>();
  const onShow = vi.fn<(entry: { _id: string }) => void>();
  const home = suspended ? { ...own, actions: { enterRecords: { allowed: false, reason } } } : own;
  const laboratoryId = role === 'super_admin' ? null : home;
  renderApp(<NewTransaction type={type} onClose={() => onClose()} onShow={(entry) => onShow(entry)} />, {
    user: sessionUser({ role, laboratoryId }),
  });
  const bodies = () => api.requests(contract.transactions.create).map(({ body }) => body);
  return { api, onClose, onShow, bodies };
}

const amount = () => screen.getByRole('textbox', { name: 'Amount' });
const category = () => screen.getByRole('combobox', { name: 'Category' });
const method = () => screen.getByRole('combobox', { name: 'Payment method' });
const party = () => screen.getByRole('combobox', { name: /^Party/ });
const reference = () => screen.getByRole('textbox', { name: /^Reference/ });
const date = () => screen.getByLabelText('Date');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const today = dayOf(new Date(), 'Asia/Kolkata');
const daysAgo = (days: number) => dayOf(new Date(Date.now() - days * 86_400_000), 'Asia/Kolkata');
const pickDay = async (day: string) => {
  await userEvent.clear(date());
  await userEvent.type(date(), day);
};

/** What a bill in cash takes, by keyboard alone: from the amount on, the way of the Tab key. */
async function fillIn(sum = '500') {
  await userEvent.type(amount(), sum);
  await userEvent.type(category(), 'test');
  await userEvent.tab();
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Tests');
}

describe('the amount', () => {
  it.each([
    ['1,00,000.50', '₹100,000.50', 10_000_050],
    ['₹ 500', '₹500.00', 50_000],
    ['0.05', '₹0.05', 5],
    ['9999999999.99', '₹9,999,999,999.99', 999_999_999_999],
  ])('%j is read as %s', async (typed, reading, paise) => {
    const { bodies } = setUp();
    expect(amount()).toHaveFocus();
    await fillIn(typed);
    expect(screen.getByText(reading)).toBeVisible();
    expect(amount()).toHaveValue(reading.replace('₹', ''));
    await press('Save');
    await waitFor(() => expect(bodies()).toMatchObject([{ amountPaise: paise }]));
  });

  it.each(['0', '-5', '1e21', '12.345', 'lots'])('%j is refused as soon as it is left, and kept', async (typed) => {
    const { bodies } = setUp();
    await userEvent.type(amount(), typed);
    await userEvent.tab();
    expect(await screen.findByText('Enter an amount above zero, with two decimals at most')).toBeVisible();
    expect(amount()).toHaveValue(typed);
    await press('Save');
    expect(bodies()).toEqual([]);
  });

  it('above the limit of the laboratory tells who approves as well', async () => {
    setUp();
    await userEvent.type(amount(), '50000');
    expect(await screen.findByText('₹50,000.00')).toBeVisible();
    expect(screen.queryByText(/also has to approve/)).not.toBeInTheDocument();
    await userEvent.type(amount(), '.01');
    expect(await screen.findByText('Above ₹50,000.00: a super admin also has to approve it.')).toBeVisible();
  });
});

describe('a new entry', () => {
  it('tells all that is missing at once, and the first of it has the focus', async () => {
    const { bodies } = setUp();
    await press('Save');
    expect(await screen.findByText('Amount is required')).toBeVisible();
    expect(screen.getByText('Category is required')).toBeVisible();
    expect(screen.getByText('Description is required')).toBeVisible();
    await waitFor(() => expect(amount()).toHaveFocus());
    expect(bodies()).toEqual([]);
  });

  it('is for the own laboratory, today and in cash unless it is told otherwise', async () => {
    const { bodies, onClose, onShow } = setUp({ type: 'expense' });
    expect(screen.queryByRole('combobox', { name: 'Laboratory' })).not.toBeInTheDocument();
    await userEvent.type(amount(), '500');
    await userEvent.type(category(), 'rea');
    await userEvent.tab();
    expect(category()).toHaveValue('Reagents and consumables');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Reagents{Control>}{Enter}{/Control}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(bodies()).toEqual([
      {
        laboratoryId: kolkata._id,
        type: 'expense',
        amountPaise: 50_000,
        date: today,
        category: 'reagents_consumables',
        paymentMethod: 'cash',
        party: null,
        reference: null,
        description: 'Reagents',
      },
    ]);
    expect(screen.getByText('KOL-2026-27-000012 was entered: ₹500.00')).toBeVisible();
    // The form that is still open here hides it from a screen reader; in the product the form is gone.
    await userEvent.click(screen.getByRole('button', { name: 'Show', hidden: true }));
    expect(onShow).toHaveBeenCalledExactlyOnceWith(made);
  });

  it('offers the categories of its type, and takes back one of the other', async () => {
    setUp();
    await userEvent.type(category(), 'test');
    await userEvent.tab();
    expect(category()).toHaveValue('Test fees');
    await userEvent.click(screen.getByRole('radio', { name: 'Income' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: 'Expense' })).toBeChecked();
    expect(category()).toHaveValue('');
    await userEvent.click(category());
    expect(screen.getAllByRole('option')).toHaveLength(16);
    // A list that was only looked at chooses nothing.
    await userEvent.tab();
    expect(category()).toHaveValue('');
  });

  it('cannot be saved in a suspended laboratory, and says so before anything is typed', async () => {
    const { bodies } = setUp({ suspended: true });
    expect(screen.getByRole('status')).toHaveTextContent(reason);
    for (const name of ['Save', 'Save and enter another']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(reason);
    }
    await userEvent.type(amount(), '500{Control>}{Enter}{/Control}');
    await press('Save');
    expect(bodies()).toEqual([]);
  });

  it('needs a laboratory from who reaches several, and not a suspended one', async () => {
    const { bodies } = setUp({ role: 'super_admin' });
    await fillIn();
    await press('Save');
    expect(await screen.findByText('Laboratory is required')).toBeVisible();
    expect(bodies()).toEqual([]);
    await userEvent.click(screen.getByRole('combobox', { name: 'Laboratory' }));
    const option = screen.getByRole('option', { name: /^Shifa Puri/ });
    expect(option).toHaveAttribute('aria-disabled', 'true');
    expect(option).toHaveTextContent(reason);
    await userEvent.click(screen.getByRole('option', { name: 'Shifa Dubai' }));
    expect(date()).toHaveValue(dayOf(new Date(), 'Asia/Dubai'));
    await press('Save');
    await waitFor(() => expect(bodies()).toMatchObject([{ laboratoryId: dubai._id }]));
  });

  it('shows the server’s fault under its field', async () => {
    const { api } = setUp();
    const message = 'The books are closed through Nov 20, 2026. Only a super admin can post to a closed period.';
    api.on(contract.transactions.create, () => failure('PERIOD_LOCKED', { errors: [{ field: 'date', message }] }));
    await fillIn();
    await press('Save');
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(date()).toHaveFocus());
  });

  it('is made once however often it is sent', async () => {
    const { api, onClose } = setUp();
    let refuse: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    api.on(contract.transactions.create, async () => {
      await refused;
      return failure('UNAVAILABLE');
    });
    await fillIn();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    refuse();
    expect(await screen.findByText('The service is busy. Try again in a moment.')).toBeVisible();
    expect(api.requests(contract.transactions.create)).toHaveLength(1);
    api.on(contract.transactions.create, () => answerCreated(made));
    await press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const keys = api.requests(contract.transactions.create).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the date', () => {
  it('is today at the latest, and in the past needs a super admin as well', async () => {
    const { bodies } = setUp();
    expect(date()).toHaveValue(today);
    await pickDay(daysAgo(-2));
    expect(await screen.findByText(/^Must not be after today/)).toBeVisible();
    await fillIn();
    await press('Save');
    expect(bodies()).toEqual([]);
    await pickDay(daysAgo(7));
    expect(screen.queryByText(/also has to approve/)).not.toBeInTheDocument();
    await pickDay(daysAgo(8));
    expect(screen.getByText('A super admin also has to approve it.')).toBeVisible();
  });

  it('in closed books is locked to all but a super admin', async () => {
    const { bodies } = setUp({ lockedThrough: daysAgo(3) });
    await fillIn();
    await pickDay(daysAgo(3));
    expect(await screen.findByText(/^The books are closed through .*Only a super admin can post/)).toBeVisible();
    await press('Save');
    expect(bodies()).toEqual([]);
    await pickDay(daysAgo(2));
    await press('Save');
    await waitFor(() => expect(bodies()).toHaveLength(1));
  });

  it('in closed books is said to be an exception to a super admin', async () => {
    setUp({ role: 'super_admin', lockedThrough: daysAgo(3) });
    await pickDay(daysAgo(3));
    expect(await screen.findByText('In a closed period: the entry will be listed as an exception.')).toBeVisible();
  });
});

describe('a party', () => {
  it('that is known fills in what usually goes with it, until the person chooses', async () => {
    const { api } = setUp();
    const asked = () => api.requests(contract.transactions.parties).map(({ query }) => query.get('search'));
    await userEvent.type(party(), 'rao');
    await userEvent.click(await screen.findByRole('option', { name: /^Rao Diagnostics/ }));
    expect(party()).toHaveValue('Rao Diagnostics');
    expect(category()).toHaveValue('Referral in');
    expect(method()).toHaveValue('Bank transfer');

    await userEvent.clear(method());
    await userEvent.type(method(), 'che');
    await userEvent.tab();
    expect(method()).toHaveValue('Cheque');
    await userEvent.clear(party());
    await userEvent.type(party(), 'das');
    await waitFor(() => expect(asked()).toContain('das'));
    await userEvent.click(await screen.findByRole('option', { name: /^Das Clinic/ }));
    expect(category()).toHaveValue('Corporate');
    expect(method()).toHaveValue('Cheque');
    expect(api.requests(contract.transactions.parties)[0]?.query.get('type')).toBe('income');
  });

  it('may be anybody', async () => {
    const { bodies } = setUp();
    await userEvent.type(party(), 'Walk-in, Mrs. Sen');
    await fillIn();
    await press('Save');
    await waitFor(() => expect(bodies()).toMatchObject([{ party: 'Walk-in, Mrs. Sen' }]));
  });
});

describe('a reference', () => {
  it('is needed where money can be traced only by it', async () => {
    const { bodies } = setUp();
    expect(reference()).toHaveAccessibleName(/^Reference ?\(optional\)$/);
    await fillIn();
    await userEvent.clear(method());
    await userEvent.type(method(), 'upi');
    await userEvent.tab();
    expect(reference()).toHaveAccessibleName('Reference');
    await press('Save');
    expect(await screen.findByText('Reference is required for UPI, bank transfer and cheque')).toBeVisible();
    expect(bodies()).toEqual([]);
  });

  it('that was entered before is said, with the entry, and stops nobody', async () => {
    const twin: Duplicate = {
      reversalOf: null,
      ...{ _id: nextId(), transactionNo: 'KOL-2026-27-000007', date: '2026-11-02', type: 'income' },
      ...{ amountPaise: 125_050, party: null, status: 'approved' },
    };
    const { api, bodies } = setUp({ duplicates: [twin] });
    await userEvent.type(reference(), 'UTR 77');
    expect(api.requests(contract.transactions.duplicates)).toEqual([]);
    await fillIn();
    const link = await screen.findByRole('link', { name: 'KOL-2026-27-000007' });
    expect(link).toHaveAttribute('href', `/finances/transactions?entry=${twin._id}`);
    expect(link.closest('[role="status"]')).toHaveTextContent(
      'This reference has already been entered:KOL-2026-27-000007, Nov 2, 2026, ₹1,250.50',
    );
    const [asked] = api.requests(contract.transactions.duplicates);
    expect(asked?.query.get('reference')).toBe('UTR 77');
    await press('Save');
    await waitFor(() => expect(bodies()).toMatchObject([{ reference: 'UTR 77' }]));
  });
});

describe('one after the other', () => {
  it.each([
    ['with the number of entries since midnight', () => answerPage([], 7), 'KOL-2026-27-000012 saved · 7 today'],
    ['without it where it cannot be counted', () => failure('UNAVAILABLE'), 'KOL-2026-27-000012 saved'],
  ])('confirms each entry %s', async (_, count, confirmation) => {
    const { api } = setUp();
    api.on(contract.transactions.list, count);
    await fillIn();
    await press('Save and enter another');
    expect(await screen.findByText(confirmation)).toBeVisible();
    const [asked] = api.requests(contract.transactions.list);
    expect(asked?.query.get('mine')).toBe('true');
    expect(Date.parse(asked?.query.get('createdFrom') ?? '')).toBe(new Date().setHours(0, 0, 0, 0));
  });

  it('keeps where, what and how, clears the rest, and starts at the amount with a key of its own', async () => {
    const { api, bodies, onClose } = setUp();
    await pickDay(daysAgo(1));
    await fillIn();
    await userEvent.type(party(), 'Mrs. Sen');
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await waitFor(() => expect(bodies()).toHaveLength(1));
    await waitFor(() => expect(amount()).toHaveValue(''));
    expect(amount()).toHaveFocus();
    expect(date()).toHaveValue(daysAgo(1));
    expect(category()).toHaveValue('Test fees');
    expect(method()).toHaveValue('Cash');
    expect(party()).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('');
    expect(onClose).not.toHaveBeenCalled();

    await userEvent.keyboard('75');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Urine test');
    await press('Save and enter another');
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({ amountPaise: 7_500, date: daysAgo(1), category: 'test_fees', party: null });
    const keys = api.requests(contract.transactions.create).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });
});
