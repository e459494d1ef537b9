import { contract } from '@shifa/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../lib/format';
import { answerCreated, failure } from '../../../testing/fake-api';

import {
  amount,
  category,
  date,
  daysAgo,
  dubai,
  fillIn,
  kolkata,
  made,
  pickDay,
  press,
  reason,
  setUp,
  today,
} from './testing/filled-form';
import { typePartly } from '../../../testing/type-partly';

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
    expect(await screen.findByText('Enter an amount above zero with at most two decimals')).toBeVisible();
    expect(amount()).toHaveValue(typed);
    await press('Save');
    expect(bodies()).toEqual([]);
  });

  it('above the limit of the laboratory tells who approves as well', async () => {
    setUp();
    await userEvent.type(amount(), '50000');
    expect(await screen.findByText('₹50,000.00')).toBeVisible();
    expect(screen.queryByText(/must also approve/)).not.toBeInTheDocument();
    await userEvent.type(amount(), '.01');
    expect(await screen.findByText('Above ₹50,000.00: a super admin must also approve it.')).toBeVisible();
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
    expect(screen.queryByText(/must also approve/)).not.toBeInTheDocument();
    await pickDay(daysAgo(8));
    expect(screen.getByText('A super admin must also approve it.')).toBeVisible();
  });

  it('is judged once it is typed whole, or left', async () => {
    setUp();
    typePartly(date());
    expect(screen.queryByText('Complete the date.')).not.toBeInTheDocument();
    fireEvent.blur(date());
    expect(await screen.findByText('Complete the date.')).toBeVisible();
    expect(screen.queryByText(/^Must not be after today/)).not.toBeInTheDocument();
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
    expect(await screen.findByText('This period is closed. The entry will be listed as an exception.')).toBeVisible();
  });
});
