import { contract, type SupplierImport } from '@shifa/contract';
import { nextId, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { SupplierListPage } from './supplier-list-page';

const sound: SupplierImport = { applied: false, rows: 2, faults: [], created: [] };
const message = 'Omega Glass (OMEGA) has this GSTIN';
const faulty: SupplierImport = {
  ...sound,
  faults: [{ row: 3, label: 'Omega', cells: { GSTIN: '27AAPFU0939F1ZV' }, errors: [{ field: 'GSTIN', message }] }],
};
const written: SupplierImport = {
  ...sound,
  applied: true,
  created: ['Alpha', 'Omega'].map((name) => ({ _id: nextId(), name })),
};

async function upload(...answers: SupplierImport[]) {
  const api = fakeApi();
  api.on(contract.suppliers.list, () => answerPage([]));
  api.on(contract.suppliers.import, () => answer(answers.shift() ?? sound));
  renderApp(<SupplierListPage tabs={null} />, { user: sessionUser({ role: 'super_admin' }), at: '/suppliers' });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import suppliers' }));
  const file = new File(['Name,Laboratory codes'], 'suppliers.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText(/^Choose/, { selector: 'input' }), file);
  return () => api.requests(contract.suppliers.import).map(({ body }) => body);
}

it('an import of suppliers is checked first, and written once it is confirmed', async () => {
  const sent = await upload(sound, written);
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 suppliers' }));
  expect(await screen.findByText('2 suppliers were created')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent()).toMatchObject([{ fileName: 'suppliers.csv', dryRun: true }, { dryRun: false }]);
});

it('an import of suppliers names the row and the column of an error', async () => {
  const sent = await upload(faulty, { ...written, created: written.created.slice(0, 1), faults: faulty.faults });
  const table = await screen.findByRole('table', { name: 'Errors' });
  const cells = within(table).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['3', 'Omega', 'GSTIN', '27AAPFU0939F1ZV', message]);
  await userEvent.click(screen.getByRole('button', { name: 'Import the valid row' }));
  expect(await screen.findByText('1 supplier was created. 1 row with errors was left out.')).toBeVisible();
  expect(sent()[1]).toMatchObject({ dryRun: false, validRowsOnly: true });
});
