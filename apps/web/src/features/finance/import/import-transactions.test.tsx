import { contract, type TransactionImport } from '@shifa/contract';
import { nextId, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { savedFiles } from '../../../testing/saved-files';
import { ImportTransactions } from './import-transactions';

const sound: TransactionImport = {
  applied: false,
  rows: 40,
  faults: [],
  incomePaise: 10_000_050,
  expensePaise: 450_000,
  duplicates: [],
  created: [],
};
const faulty: TransactionImport = {
  ...sound,
  faults: [
    {
      row: 7,
      label: 'Blood tests of the day',
      cells: { Date: '2026-11-20', Amount: '0', Reference: '', Description: '=1+1' },
      errors: [
        { field: 'Amount', message: 'Must be more than ₹0.00' },
        { field: 'Reference', message: 'Reference is required for UPI, bank transfer and cheque' },
      ],
    },
    { row: 12, label: 'Row 12', cells: {}, errors: [{ field: '', message: 'This row is empty' }] },
  ],
};
const written: TransactionImport = {
  ...sound,
  applied: true,
  created: [12, 13].map((number) => ({ _id: nextId(), transactionNo: `KOL-2026-27-0000${number}` })),
};

function setUp(answers: TransactionImport[]) {
  const api = fakeApi();
  const left = [...answers];
  api.on(contract.transactions.import, () => answer(left.shift() ?? sound));
  const onClose = vi.fn<() => void>();
  renderApp(<ImportTransactions onClose={() => onClose()} />, { user: sessionUser({ role: 'lab_admin' }) });
  const choose = (name: string) =>
    userEvent.upload(
      screen.getByLabelText(/^Choose/, { selector: 'input' }),
      new File(['Date,Type'], name, { type: 'text/csv' }),
    );
  return { api, onClose, choose, sent: () => api.requests(contract.transactions.import) };
}

describe('an import of entries', () => {
  it('shows each error with its value, and imports the valid rows if asked to', async () => {
    const { choose, sent } = setUp([faulty, { ...written, faults: faulty.faults }]);
    await choose('november.csv');
    const lines = within(await screen.findByRole('table', { name: 'Errors' })).getAllByRole('row');
    const texts = lines
      .map((line) => within(line).queryAllByRole('cell'))
      .map((cells) => cells.map((c) => c.textContent));
    expect(texts.slice(1)).toEqual([
      ['7', 'Blood tests of the day', 'Amount', '0', 'Must be more than ₹0.00'],
      ['7', 'Blood tests of the day', 'Reference', 'Blank', 'Reference is required for UPI, bank transfer and cheque'],
      ['12', 'No description', 'Whole row', '', 'This row is empty'],
    ]);
    expect(screen.getByRole('alert')).toHaveTextContent('2 of 40 rows have errors. Nothing has been imported yet.');
    expect(screen.getByText('Totals of the valid rows, for comparison with your records:')).toBeVisible();
    expect(sent().map(({ body }) => body)).toMatchObject([{ fileName: 'november.csv', dryRun: true }]);

    await userEvent.click(screen.getByRole('button', { name: 'Import the 38 valid rows' }));
    expect(await screen.findByText(/^2 rows weren't imported/)).toBeVisible();
    expect(sent()[1]?.body).toMatchObject({ dryRun: false, validRowsOnly: true });
  });

  it('offers the other rows as a file that explains each and runs no formula', async () => {
    const saved = savedFiles();
    const { choose } = setUp([faulty]);
    await choose('november.csv');
    await userEvent.click(await screen.findByRole('button', { name: 'Download the 2 other rows' }));
    const lines = (await saved[0]?.text())?.replace('\uFEFF', '').split('\r\n');
    expect(lines?.slice(0, 3)).toEqual([
      'Date,Amount,Reference,Description,Error',
      `2026-11-20,0,,'=1+1,"Amount: Must be more than ₹0.00; Reference: Reference is required for UPI, bank transfer and cheque"`,
      ',,,,This row is empty',
    ]);
  });

  it('names possible duplicates, which can still be imported', async () => {
    const duplicates = [
      { row: 7, label: 'Blood tests of the day', of: 'KOL-2026-27-000412' },
      { row: 9, label: '', of: 'row 8' },
    ];
    const { choose } = setUp([{ ...sound, duplicates }]);
    await choose('november.csv');
    const list = within(await screen.findByRole('list', { name: 'Possible duplicates' })).getAllByRole('listitem');
    expect(list.map(({ textContent }) => textContent)).toEqual([
      'Row 7 has the same date, amount, party and reference as KOL-2026-27-000412Blood tests of the day',
      'Row 9 has the same date, amount, party and reference as row 8',
    ]);
    expect(screen.getByRole('button', { name: 'Import 40 entries' })).toBeEnabled();
  });

  it('shows the sums before it writes, and the numbers after', async () => {
    const { choose, sent, onClose } = setUp([sound, written]);
    await choose('november.csv');
    expect(await screen.findByText('₹100,000.50')).toBeVisible();
    expect(screen.getByText('₹4,500.00')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Import 40 entries' }));

    const dialog = within(await screen.findByRole('dialog', { name: '2 entries imported' }));
    const numbers = within(dialog.getByRole('list', { name: 'Numbers' })).getAllByRole('listitem');
    expect(numbers.map(({ textContent }) => textContent)).toEqual(['KOL-2026-27-000012', 'KOL-2026-27-000013']);
    expect(sent().map(({ body }) => (body as { dryRun: boolean }).dryRun)).toEqual([true, false]);
    expect(sent()[0]?.headers.has('idempotency-key')).toBe(false);
    expect(sent()[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('says why a file cannot be read', async () => {
    const { api, choose } = setUp([]);
    api.on(contract.transactions.import, () => failure('SHEET_UNREADABLE'));
    await choose('photo.csv');
    expect(await screen.findByText('This file is neither CSV nor Excel')).toBeVisible();
  });
});
