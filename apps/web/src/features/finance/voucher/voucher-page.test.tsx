import { contract, type Role, type Transaction, transactionStatuses } from '@shifa/contract';
import { laboratory, nextId, sessionUser, transaction } from '@shifa/contract/testing';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { VoucherPage } from './voucher-page';

const kolkata = laboratory({ name: 'Kolkata Central' });

const approved = transaction({
  transactionNo: 'KOL-2026-27-000123',
  type: 'expense',
  category: 'rent',
  amountPaise: 12_505_050,
  paymentMethod: 'cheque',
  reference: 'CHQ 4471',
  party: 'Ganga Estates',
  description: 'Rent of November',
  status: 'approved',
  approvals: [
    { by: { _id: nextId(), name: 'Meera Nair', role: 'lab_admin' }, at: '2026-11-20T07:00:00.000Z' },
    { by: { _id: nextId(), name: 'Rohan Sen', role: 'super_admin' }, at: '2026-11-20T08:00:00.000Z' },
  ],
});

const seal = { seq: 1_412, hash: 'c0ffee00'.repeat(8), at: '2026-11-20T08:00:00.000Z' };

type SetUp = { entry?: Transaction; missing?: boolean; sealed?: boolean; role?: Role };

function setUp({ entry = approved, missing = false, sealed = true, role = 'lab_admin' }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.transactions.get, () => (missing ? failure('TRANSACTION_NOT_FOUND') : answer(entry)));
  api.on(contract.laboratories.get, () => answer(kolkata));
  api.on(contract.transactions.seal, () => answer({ seal: sealed ? seal : null }));
  const view = renderApp(
    <Routes>
      <Route path="/finances/transactions" element={<Link to={`/finances/vouchers/${entry._id}`}>Voucher</Link>} />
      <Route path="/finances/vouchers/:id" element={<VoucherPage />} />
    </Routes>,
    { user: sessionUser({ role }), at: `/finances/vouchers/${entry._id}` },
  );
  return { api, ...view };
}

const paper = () => screen.findByRole('article');

describe('a voucher', () => {
  it('states the link of the entry in the ledger, where it has one', async () => {
    setUp();
    expect(await within(await paper()).findByText(seal.hash)).toBeVisible();
    expect(await paper()).toHaveTextContent(/Link 1,412 of the laboratory’s ledger, Nov 20, 2026/);
    cleanup();
    setUp({ sealed: false });
    expect(await paper()).not.toHaveTextContent('ledger');
  });

  it('tells who was paid how much, in figures and in words, for what, and who answers for it', async () => {
    setUp();
    const sheet = await paper();
    expect(sheet).toHaveAccessibleName('Payment voucher KOL-2026-27-000123');
    expect(await within(sheet).findByText(kolkata.contact.phone, { exact: false })).toBeVisible();
    expect(sheet).toHaveTextContent('Kolkata Central');
    expect(sheet).toHaveTextContent('Paid toGanga Estates');
    expect(sheet).toHaveTextContent('Amount₹125,050.50');
    expect(sheet).toHaveTextContent('Rupees one lakh twenty-five thousand fifty and fifty paise only');
    expect(sheet).toHaveTextContent('CategoryExpense: Rent');
    expect(sheet).toHaveTextContent('Payment methodCheque');
    expect(sheet).toHaveTextContent('ReferenceCHQ 4471');
    expect(sheet).toHaveTextContent(/EnteredAsha RaoNov 20, 2026, 12:00\sPM GMT\+5:30/);
    expect(sheet).toHaveTextContent(/Approved \(2 of 2\)Rohan SenNov 20, 2026, 1:30\sPM/);
    expect(sheet).toHaveTextContent('Approved by Meera Nair, Rohan Sen');
    expect(sheet).not.toHaveTextContent('valid');
  });

  it('is called after what it is, also in the file that it is saved as', async () => {
    setUp({ entry: { ...approved, type: 'income', category: 'test_fees' } });
    expect(await paper()).toHaveTextContent('Received fromGanga Estates');
    expect(document.title).toMatch(/^Receipt voucher KOL-2026-27-000123/);
  });

  it('of a contra entry says what it takes back', async () => {
    setUp({ entry: { ...approved, reversalOf: { _id: nextId(), transactionNo: 'KOL-2026-27-000099' } } });
    const sheet = await paper();
    expect(sheet).toHaveAccessibleName('Reversal voucher KOL-2026-27-000123');
    expect(sheet).toHaveTextContent('ReversesKOL-2026-27-000099');
    expect(sheet).toHaveTextContent('CategoryReversal of expense: Rent');
    expect(sheet).toHaveTextContent('Amount−₹125,050.50');
    expect(sheet).toHaveTextContent('Minus rupees one lakh twenty-five thousand fifty and fifty paise only');
    expect(sheet).not.toHaveTextContent('Received by');
  });

  it.each(transactionStatuses.filter((status) => status !== 'approved'))(
    'that is %s says across the paper that it is not valid',
    async (status) => {
      setUp({ entry: { ...approved, status } });
      expect(await paper()).toHaveTextContent(/— (not|no longer) valid/);
    },
  );

  it('names the laboratory where its address is not the viewer’s to see', async () => {
    const { api } = setUp({ role: 'staff' });
    expect(await paper()).toHaveTextContent('Kolkata Central');
    expect(api.requests(contract.laboratories.get)).toHaveLength(0);
  });

  it('has the letterhead of today each time it is opened', async () => {
    const { api } = setUp();
    const sheet = await paper();
    expect(await within(sheet).findByText(kolkata.contact.phone, { exact: false })).toBeVisible();
    const moved = { ...kolkata, name: 'Kolkata South', contact: { ...kolkata.contact, phone: '+91 33 1111 2222' } };
    api.on(contract.laboratories.get, () => answer(moved));
    await userEvent.click(screen.getByRole('link', { name: 'Entry' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Voucher' }));
    expect(await screen.findByText('Kolkata South')).toBeVisible();
    expect(await paper()).toHaveTextContent('+91 33 1111 2222');
  });

  it('is printed by the browser', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    setUp();
    await paper();
    await screen.findByText(kolkata.contact.phone, { exact: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('of an entry that is not there says so', async () => {
    setUp({ missing: true });
    expect(await screen.findByText(/^This entry doesn't exist/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Entry' })).toHaveAttribute(
      'href',
      `/finances/transactions?entry=${approved._id}`,
    );
  });
});
