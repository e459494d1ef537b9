import { contract, type Transaction } from '@shifa/contract';
import { periodClose, sessionUser, transaction } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, answerCreated, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { NewTransaction } from '../form/new-transaction';
import { failureToasts } from '../../../lib/failure-toasts';
import { AddReceipt } from './receipt-input';

const jpeg = (name: string, size = 2_048) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });
const user = sessionUser({ role: 'lab_admin' });

/** A drop takes what the browser's dialog would not offer. */
const choose = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText('Choose receipts', { selector: 'input' }), files, { applyAccept: false });

describe('attaching receipts', () => {
  function setUp(entry: Transaction = transaction()) {
    const api = fakeApi();
    api.on(contract.transactions.attachReceipt, () => answerCreated(entry));
    const { unmount } = renderApp(<AddReceipt transaction={entry} />, { user });
    return { api, entry, unmount, sent: () => api.requests(contract.transactions.attachReceipt) };
  }

  it('reports a failure also after its entry was closed', async () => {
    const { api, entry, unmount } = setUp();
    let refuse: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    api.on(contract.transactions.attachReceipt, async () => {
      await refused;
      return failure('TOO_MANY_RECEIPTS', { message: 'An entry has at most 10 receipts' });
    });
    await choose(new File(['x'], 'bill.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(api.requests(contract.transactions.attachReceipt)).toHaveLength(1));
    unmount();
    const show = vi.spyOn(failureToasts, 'show');
    refuse();
    await waitFor(() => expect(show).toHaveBeenCalledOnce());
    const text = `bill.pdf wasn't attached to ${entry.transactionNo}: An entry has at most 10 receipts`;
    expect(show).toHaveBeenCalledWith(expect.any(String), expect.any(Error), text);
    show.mockRestore();
  });

  it('sends each file in the field of the contract, one after the other', async () => {
    const { api, entry, sent } = setUp();
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    api.on(contract.transactions.attachReceipt, async () => {
      await arrived;
      return answerCreated(entry);
    });
    await choose(jpeg('one.jpg'), jpeg('two.jpg'));
    expect(await screen.findByRole('progressbar', { name: 'Uploading one.jpg' })).toBeVisible();
    expect(screen.getByText('Waiting')).toBeVisible();
    expect(sent()).toHaveLength(1);
    arrive();
    await waitFor(() => expect(sent()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument());
    expect(sent().map(({ params }) => params['id'])).toEqual([entry._id, entry._id]);
    expect(sent().map(({ body }) => (body as { file: File }).file.name)).toEqual(['one.jpg', 'two.jpg']);
    expect(sent()[0]?.headers.has('content-type')).toBe(false);
  });

  it('says beforehand that a receipt restarts an approval that has begun', () => {
    setUp(transaction({ status: 'partially_approved' }));
    expect(screen.getByText(/Adding a receipt restarts the approval/)).toBeVisible();
  });

  it('says beforehand that a receipt of an approved entry stays, marked as added after approval', () => {
    setUp(transaction({ status: 'approved' }));
    expect(screen.getByText(/marked as added after approval and can't be removed/)).toBeVisible();
  });

  it('tells at once what cannot be a receipt', async () => {
    const { sent } = setUp();
    await choose(
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
      new File([new Uint8Array(5 * 1_048_576 + 1)], 'huge.pdf', { type: 'application/pdf' }),
      Object.defineProperty(jpeg('huge.jpg'), 'size', { value: 41 * 1_048_576 }),
      jpeg('none.jpg', 0),
    );
    const told = screen.getByRole('alert');
    expect(told).toHaveTextContent('notes.txt: A receipt must be a JPEG, PNG or WebP image, or a PDF');
    expect(told).toHaveTextContent('huge.pdf: This file is 5.0 MB. The limit is 5 MB.');
    expect(told).toHaveTextContent('huge.jpg: This image is 41.0 MB. The limit is 40 MB.');
    expect(told).toHaveTextContent('none.jpg: This file is empty');
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('scales a photo above the limit down before it is sent', async () => {
    const { sent } = setUp();
    vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 4_000, height: 3_000, close: () => undefined }));
    const context = { fillRect: () => undefined, drawImage: () => undefined };
    const canvas = HTMLCanvasElement.prototype;
    vi.spyOn(canvas, 'getContext').mockReturnValue(context as unknown as CanvasRenderingContext2D);
    vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob(['small'], { type: 'image/jpeg' })));
    await choose(jpeg('photo.jpg', 5 * 1_048_576 + 1));
    await waitFor(() => expect(sent()).toHaveLength(1));
    const { file } = sent()[0]?.body as { file: File };
    expect(file).toMatchObject({ name: 'photo.jpg', size: 5, type: 'image/jpeg' });
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument());
  });

  it('says what to do with a photo that cannot be scaled down', async () => {
    const { sent } = setUp();
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No image')));
    await choose(jpeg('photo.jpg', 5 * 1_048_576 + 1));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This photo can't be scaled down\. Take another one/);
    expect(sent()).toEqual([]);
  });

  it('refuses an image that nobody could open, before it counts as a receipt', async () => {
    const { sent } = setUp();
    const read = vi.fn<(image: File) => Promise<unknown>>();
    vi.stubGlobal('createImageBitmap', read);
    read.mockRejectedValueOnce(new Error('No image')).mockResolvedValue({ close: () => undefined });
    await choose(jpeg('damaged.jpg'), jpeg('photo.jpg'));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This image can't be opened\. The file may be damaged/);
    await waitFor(() => expect(sent().map(({ body }) => (body as { file: File }).file.name)).toEqual(['photo.jpg']));
  });

  it('keeps what failed with its reason, to try again or to leave out', async () => {
    const { api, entry, sent } = setUp();
    api.on(contract.transactions.attachReceipt, () => failure('RECEIPT_TYPE_UNSUPPORTED'));
    await choose(jpeg('one.jpg'), jpeg('two.jpg'));
    await userEvent.click(await screen.findByRole('button', { name: 'Skip two.jpg' }));
    expect(screen.getByRole('alert')).toHaveTextContent('A receipt must be a JPEG, PNG or WebP image, or a PDF');
    api.on(contract.transactions.attachReceipt, () => answerCreated(entry));
    await userEvent.click(screen.getByRole('button', { name: 'Try one.jpg again' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument());
    expect(sent()).toHaveLength(3);
  });

  it('says why nothing can be attached', () => {
    const attach = { allowed: false, reason: 'An approved entry never changes: reverse it instead' };
    setUp(transaction({ actions: { ...transaction().actions, attach } }));
    expect(screen.getByText(attach.reason)).toBeVisible();
    expect(screen.queryByLabelText('Choose receipts')).not.toBeInTheDocument();
  });
});

describe('receipts of a new entry', () => {
  const made = transaction({ transactionNo: 'KOL-2026-27-000012' });

  async function setUp() {
    const api = fakeApi();
    api.on(contract.transactions.periodClose, () => answer(periodClose()));
    api.on(contract.transactions.create, () => answerCreated(made));
    api.on(contract.transactions.attachReceipt, () => answerCreated(made));
    const onClose = vi.fn<() => void>();
    renderApp(<NewTransaction onClose={() => onClose()} onShow={() => undefined} />, { user });
    await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '5');
    await userEvent.type(screen.getByRole('combobox', { name: 'Category' }), 'test');
    await userEvent.tab();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Tests');
    return { api, onClose, sent: () => api.requests(contract.transactions.attachReceipt) };
  }
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  it('wait as chips, go up once it is entered, and the form goes with the last of them', async () => {
    const { sent, onClose } = await setUp();
    await choose(jpeg('one.jpg'), jpeg('two.jpg', 1_572_864));
    expect(screen.getByText('one.jpg · 2 KB')).toBeVisible();
    expect(screen.getByText('two.jpg · 1.5 MB')).toBeVisible();
    screen.getByRole('button', { name: 'Remove one.jpg' }).focus();
    await userEvent.keyboard('{Delete}');
    expect(sent()).toEqual([]);
    await press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent().map(({ params, body }) => [params['id'], (body as { file: File }).file.name])).toEqual([
      [made._id, 'two.jpg'],
    ]);
  });

  it('that fail lose nothing of the entry, which is not entered again', async () => {
    const { api, sent, onClose } = await setUp();
    api.on(contract.transactions.attachReceipt, () => failure('UNAVAILABLE'));
    await choose(jpeg('one.jpg'));
    await press('Save');
    const drawer = within(await screen.findByRole('dialog', { name: 'Receipts' }));
    expect(await drawer.findByRole('alert')).toHaveTextContent('The service is busy. Try again in a moment.');
    expect(drawer.getByText(/^The entry was saved/)).toBeVisible();
    expect(drawer.getByText(/KOL-2026-27-000012: one.jpg/)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    api.on(contract.transactions.attachReceipt, () => answerCreated(made));
    await userEvent.click(drawer.getByRole('button', { name: 'Try one.jpg again' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toHaveLength(2);
    expect(api.requests(contract.transactions.create)).toHaveLength(1);
  });

  it('of one entry go up while the next is typed, and are seen to before the form goes', async () => {
    const { api, onClose } = await setUp();
    api.on(contract.transactions.attachReceipt, () => failure('UNAVAILABLE'));
    await choose(jpeg('one.jpg'));
    await press('Save and enter another');
    expect(await screen.findByRole('button', { name: 'Try one.jpg again' })).toBeVisible();
    expect(screen.queryByText('one.jpg · 2 KB', { selector: '.MuiChip-label' })).not.toBeInTheDocument();
    await press('Cancel');
    expect(onClose).not.toHaveBeenCalled();
    const drawer = within(await screen.findByRole('dialog', { name: 'Receipts' }));
    await userEvent.click(drawer.getByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
