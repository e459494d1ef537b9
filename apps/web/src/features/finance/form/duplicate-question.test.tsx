import { contract, type DuplicateEntry } from '@shifa/contract';
import { periodClose, sessionUser, transaction } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, answerCreated, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { EditTransaction } from './edit-transaction';
import { NewTransaction } from './new-transaction';

const own = transaction({ transactionNo: 'KOL-2026-27-000012', party: 'City Clinic' });
const other: DuplicateEntry = {
  ...transaction({ transactionNo: 'KOL-2026-27-000007', party: 'City Clinic', reference: 'UTR 7' }),
  createdBy: { _id: '7'.repeat(24), name: 'Meera Nair' },
};
const conflict = { current: other, changedBy: other.createdBy.name, changedAt: other.createdAt };
const message = `${other.transactionNo}, entered by Meera Nair, has the same party, day and amount`;
const refused = () => failure('DUPLICATE_ENTRY', { message, conflict });

function setUp() {
  const api = fakeApi();
  // Before the routes that its path would match as well.
  api.on(contract.transactions.get, () => answer(own));
  api.on(contract.transactions.periodClose, () => answer(periodClose()));
  api.on(contract.transactions.parties, () => answer([]));
  const isConfirmed = (body: unknown) => (body as { confirmDuplicate?: boolean }).confirmDuplicate === true;
  api.on(contract.transactions.create, ({ body }) => (isConfirmed(body) ? answerCreated(own) : refused()));
  api.on(contract.transactions.update, ({ body }) => (isConfirmed(body) ? answer(own) : refused()));
  return api;
}

const user = sessionUser({ role: 'lab_admin' });
const question = () => screen.findByRole('alertdialog', { name: 'Save this entry again?' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fillIn() {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '1250.50');
  await userEvent.click(screen.getByRole('combobox', { name: 'Category' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Test fees' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Blood tests');
}

describe('an entry that looks like another one', () => {
  it('is saved with the same key once that is confirmed, and the other one can be opened before', async () => {
    const api = setUp();
    const onClose = vi.fn<() => void>();
    renderApp(<NewTransaction onClose={() => onClose()} onShow={() => undefined} />, { user });
    await fillIn();
    await press('Save');
    const asked = within(await question());
    expect(asked.getByText(/^Meera Nair entered/)).toHaveTextContent(/KOL-2026-27-000007/);
    expect(asked.getByText('Income of ₹1,250.50 · City Clinic · Nov 20, 2026 · Reference UTR 7')).toBeVisible();
    const link = asked.getByRole('link', { name: 'Open the other entry' });
    expect(link).toHaveAttribute('href', `/finances/transactions?entry=${other._id}`);
    expect(link).toHaveAttribute('target', '_blank');
    expect(asked.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await userEvent.click(asked.getByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const sent = api.requests(contract.transactions.create);
    expect(sent.map(({ body }) => (body as { confirmDuplicate?: boolean }).confirmDuplicate)).toEqual([
      undefined,
      true,
    ]);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('is the same request again after a lost answer, and another question after a change', async () => {
    const api = setUp();
    renderApp(<NewTransaction onClose={() => undefined} onShow={() => undefined} />, { user });
    await fillIn();
    await press('Save');
    await question();
    api.on(contract.transactions.create, () => failure('UNAVAILABLE'));
    await press('Save anyway');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await press('Save');
    const sent = () => api.requests(contract.transactions.create).map(({ body }) => body);
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[2]).toEqual(sent()[1]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), ' of Mr. Sen');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(4));
    expect(sent()[3]).not.toHaveProperty('confirmDuplicate');
  });

  it('keeps what was typed where it is not saved', async () => {
    const api = setUp();
    renderApp(<NewTransaction onClose={() => undefined} onShow={() => undefined} />, { user });
    await fillIn();
    await press('Save');
    await question();
    await press('Keep editing');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Blood tests');
    expect(api.requests(contract.transactions.create)).toHaveLength(1);
  });

  it('is asked about when it is edited', async () => {
    const api = setUp();
    const onClose = vi.fn<() => void>();
    renderApp(<EditTransaction id={own._id} onClose={() => onClose()} />, { user });
    const description = await screen.findByRole('textbox', { name: 'Description' });
    await userEvent.type(description, ' again');
    await press('Save changes');
    await question();
    await press('Save anyway');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.requests(contract.transactions.update).at(-1)?.body).toMatchObject({
      confirmDuplicate: true,
      version: 1,
    });
  });
});
