import { contract, type InventoryImport } from '@shifa/contract';
import { nextId, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answer, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { ImportItems } from './import-items';

const sound: InventoryImport = { applied: false, rows: 3, faults: [], created: [] };
const faulty: InventoryImport = {
  ...sound,
  faults: [
    {
      row: 3,
      label: 'Urea reagent',
      cells: { Name: 'Urea reagent', Quantity: '12', 'Expiry date': '' },
      errors: [{ field: 'Expiry date', message: 'Expiry date is required, because this item tracks expiry' }],
    },
    { row: 4, label: '', cells: {}, errors: [{ field: '', message: 'This row is empty' }] },
  ],
};
const written = (...names: string[]): InventoryImport => ({
  ...sound,
  applied: true,
  created: names.map((name) => ({ _id: nextId(), name })),
});

async function setUp(...answers: InventoryImport[]) {
  const api = fakeApi();
  api.on(contract.inventory.import, () => answer(answers.shift() ?? sound));
  const onClose = vi.fn<() => void>();
  renderApp(<ImportItems onClose={onClose} />, { user: sessionUser({ role: 'lab_admin' }) });
  const file = new File(['Name,Quantity'], 'stock.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText(/^Choose/, { selector: 'input' }), file);
  return { onClose, sent: () => api.requests(contract.inventory.import) };
}

it('an import is checked first, and written once it is confirmed', async () => {
  const { sent, onClose } = await setUp(sound, written('Urea reagent', 'Nitrile gloves', 'Slides'));
  const confirm = await screen.findByRole('button', { name: 'Import 3 items' });
  expect(sent().map(({ body }) => body)).toMatchObject([{ fileName: 'stock.csv', dryRun: true }]);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(confirm);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await screen.findByText('3 items were created')).toBeVisible();
  expect(sent()[1]?.body).toMatchObject({ fileName: 'stock.csv', dryRun: false });
  expect(sent()[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

it('each error of a sheet is named with its row, and only the valid rows are imported', async () => {
  const { sent, onClose } = await setUp(faulty, { ...written('Slides'), faults: faulty.faults });
  const rows = within(await screen.findByRole('table', { name: 'Errors' })).getAllByRole('row');
  const texts = rows.map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  expect(texts.slice(1)).toEqual([
    ['3', 'Urea reagent', 'Expiry date', 'Blank', 'Expiry date is required, because this item tracks expiry'],
    ['4', 'No name', 'Whole row', '', 'This row is empty'],
  ]);
  expect(screen.getByRole('alert')).toHaveTextContent('2 of 3 rows have errors. Nothing has been imported yet.');
  await userEvent.click(screen.getByRole('button', { name: 'Import the valid row' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await screen.findByText('1 item was created. 2 rows with errors were left out.')).toBeVisible();
  expect(sent()[1]?.body).toMatchObject({ dryRun: false, validRowsOnly: true });
});
