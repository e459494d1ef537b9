import { contract, type Receipt, type Transaction } from '@shifa/contract';
import { nextId, sessionUser, transaction } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { ReceiptList } from './receipt-list';

const receipt = (overrides: Partial<Receipt> = {}): Receipt => ({
  _id: nextId(),
  fileName: 'bill.jpg',
  contentType: 'image/jpeg',
  sizeBytes: 245_760,
  uploadedBy: { _id: nextId(), name: 'Asha Rao' },
  uploadedAt: '2026-11-20T06:30:00.000Z',
  ...overrides,
});
const user = sessionUser({ role: 'lab_admin' });

/** Counts the addresses that are given to files, and those that are taken back. */
function objectUrls() {
  const living = new Set<string>();
  let last = 0;
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const address = `blob:${++last}`;
    living.add(address);
    return address;
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void living.delete(address));
  onTestFinished(() => {
    create.mockRestore();
    revoke.mockRestore();
  });
  return living;
}

describe('the receipts of an entry', () => {
  function setUp(receipts: Receipt[], overrides: Partial<Transaction> = {}) {
    const api = fakeApi();
    const entry = transaction({ receipts, ...overrides });
    api.on(contract.transactions.receipt, () => ({ status: 200, body: new Blob(['content'], { type: 'image/jpeg' }) }));
    api.on(contract.transactions.removeReceipt, () => answer(entry));
    const view = renderApp(<ReceiptList transaction={entry} />, { user });
    return { api, entry, ...view };
  }

  it('say their size, who attached them and when', () => {
    objectUrls();
    setUp([receipt()]);
    expect(screen.getByRole('button', { name: /^bill\.jpg/ })).toHaveTextContent('240 KB · Asha Rao, ');
  });

  it('open as an image over the page, at the size of the window or their own, and leave nothing behind', async () => {
    const living = objectUrls();
    const { api, unmount } = setUp([receipt()]);
    await waitFor(() => expect(living.size).toBe(1));
    await userEvent.click(screen.getByRole('button', { name: /^bill\.jpg/ }));
    const image = await screen.findByRole('img', { name: 'bill.jpg' });
    expect(image).toHaveAttribute('src', 'blob:2');
    const zoom = screen.getByRole('button', { name: 'Actual size' });
    expect(zoom).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(zoom);
    expect(zoom).toHaveAttribute('aria-pressed', 'true');
    expect(api.requests(contract.transactions.receipt)[0]?.headers.get('authorization')).toBe('Bearer token');
    expect(api.requests(contract.transactions.receipt)).toHaveLength(1);
    unmount();
    expect(living.size).toBe(0);
  });

  it('open as a PDF in a window of their own, and are not fetched before', async () => {
    objectUrls();
    const opened = vi.spyOn(window, 'open').mockReturnValue(window);
    const { api } = setUp([receipt({ fileName: 'bill.pdf', contentType: 'application/pdf' })]);
    expect(api.requests(contract.transactions.receipt)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /^bill\.pdf/ }));
    await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith('blob:1', '_blank'));
    opened.mockRestore();
  });

  it('are removed after a question, and only while that is allowed', async () => {
    objectUrls();
    const { api, entry } = setUp([receipt({ uploadedBy: { _id: user._id, name: user.name } })]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove bill.jpg' }));
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(api.requests(contract.transactions.removeReceipt).map(({ params }) => params)).toEqual([
      { id: entry._id, receiptId: entry.receipts[0]?._id },
    ]);
  });

  it('are removed also where the answer to the first request was lost, or someone else removed them', async () => {
    objectUrls();
    const { api } = setUp([receipt({ uploadedBy: { _id: user._id, name: user.name } })]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove bill.jpg' }));
    api.on(contract.transactions.removeReceipt, () => failure('UNAVAILABLE'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    api.on(contract.transactions.removeReceipt, () => failure('RECEIPT_NOT_FOUND'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  });

  it('that are damaged say so in place of the image, and can be downloaded', async () => {
    objectUrls();
    setUp([receipt()]);
    await userEvent.click(screen.getByRole('button', { name: /^bill\.jpg/ }));
    fireEvent.error(await screen.findByRole('img', { name: 'bill.jpg' }));
    const viewer = within(screen.getByRole('dialog', { name: 'bill.jpg' }));
    expect(viewer.getByText(/^This image can't be shown\. The file may be damaged/)).toBeVisible();
    expect(viewer.queryByRole('img', { name: 'bill.jpg' })).not.toBeInTheDocument();
    expect(viewer.getByRole('button', { name: 'Download' })).toBeVisible();
  });

  it('stay while someone else’s entry is pending, and go with its author', () => {
    objectUrls();
    const { unmount } = setUp([receipt()]);
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
    unmount();
    setUp([receipt()], { createdBy: { _id: user._id, name: user.name } });
    expect(screen.getByRole('button', { name: 'Remove bill.jpg' })).toBeVisible();
  });

  it('say that they were added after approval, and stay', () => {
    objectUrls();
    setUp([receipt(), receipt({ fileName: 'late.jpg', afterApproval: true })], { status: 'approved' });
    const [early, late] = screen.getAllByRole('listitem');
    expect(early).not.toHaveTextContent('after approval');
    expect(late).toHaveTextContent('added after approval');
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  });

  it('stay where they are in an entry that no longer changes', () => {
    objectUrls();
    const attach = { allowed: false, reason: 'An approved entry never changes: reverse it instead' };
    setUp([receipt()], { actions: { ...transaction().actions, attach } });
    expect(screen.queryByRole('button', { name: 'Remove bill.jpg' })).not.toBeInTheDocument();
  });
});
