import { contract, type Duplicate } from '@shifa/contract';
import { nextId } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answerPage, failure } from '../../../testing/fake-api';

import {
  amount,
  category,
  date,
  daysAgo,
  fillIn,
  method,
  party,
  pickDay,
  press,
  reference,
  setUp,
} from './testing/filled-form';

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
      _id: nextId(),
      transactionNo: 'KOL-2026-27-000007',
      date: '2026-11-02',
      type: 'income',
      amountPaise: 125_050,
      party: null,
      status: 'approved',
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
    ["without it where it can't be counted", () => failure('UNAVAILABLE'), 'KOL-2026-27-000012 saved'],
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
