import { contract, type StaffImport } from '@shifa/contract';
import { nextId, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { formatInstant } from '../../../lib/format';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { onPhone } from '../../../testing/on-phone';
import { renderApp } from '../../../testing/render-app';
import { savedFiles } from '../../../testing/saved-files';
import { ImportStaff } from './import-staff';

const nothing: StaffImport = { applied: false, rows: 300, faults: [], created: [] };
const seven: StaffImport = {
  ...nothing,
  faults: [4, 17, 42, 99, 150, 201, 300].map((row) => ({
    row,
    label: `Person ${row}`,
    cells: { Email: 'nobody' },
    errors: [{ field: 'Email', message: 'Invalid email address' }],
  })),
};
const made: StaffImport = {
  ...nothing,
  applied: true,
  created: [
    {
      _id: nextId(),
      name: '=Asha Rao',
      email: 'asha@shifa.example',
      employeeCode: 'KOL-0100',
      temporaryPassword: 'a-b',
      temporaryPasswordExpiresAt: '2026-11-25T06:00:00.000Z',
    },
    {
      _id: nextId(),
      name: 'Rohan, Das',
      email: 'rohan@shifa.example',
      employeeCode: 'KOL-0101',
      temporaryPassword: 'c-d',
      temporaryPasswordExpiresAt: '2026-11-25T06:00:00.000Z',
    },
  ],
};

const sheet = (name = 'people.csv') => new File(['Name,Email\r\nAsha,asha@shifa.example'], name, { type: 'text/csv' });

function setUp(answers: StaffImport[]) {
  const api = fakeApi();
  const left = [...answers];
  api.on(contract.staff.import, () => answer(left.shift() ?? nothing));
  const onClose = vi.fn<() => void>();
  renderApp(<ImportStaff onClose={() => onClose()} />, { user: sessionUser({ role: 'super_admin' }) });
  const sent = () => api.requests(contract.staff.import);
  const choose = (file: File) => userEvent.upload(screen.getByLabelText(/^Choose/, { selector: 'input' }), file);
  return { api, onClose, sent, choose };
}

describe('an import', () => {
  it('lists seven faults in seven rows and writes nothing; the corrected sheet is imported', async () => {
    const { sent, choose } = setUp([seven, nothing, made]);
    await choose(sheet());
    const table = within(await screen.findByRole('table', { name: 'Errors' }));
    const lines = table.getAllByRole('row').slice(1);
    expect(lines).toHaveLength(7);
    expect(
      within(lines[0] ?? document.body)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['4', 'Person 4', 'Email', 'nobody', 'Invalid email address']);
    expect(screen.getByRole('alert')).toHaveTextContent('7 of 300 rows have errors. Nothing has been imported yet.');
    expect(screen.getByRole('button', { name: 'Import the 293 valid rows' })).toBeEnabled();
    expect(sent().map(({ body }) => body)).toMatchObject([{ fileName: 'people.csv', dryRun: true }]);

    await choose(sheet('corrected.csv'));
    expect(await screen.findByText('All 300 rows are valid. Nothing has been imported yet.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Import 300 people' }));
    expect(await screen.findByRole('table', { name: 'Temporary passwords' })).toBeVisible();
    expect(sent().map(({ body }) => (body as { dryRun: boolean }).dryRun)).toEqual([true, true, false]);
    expect(sent().at(-1)?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(atob((sent().at(-1)?.body as { content: string }).content)).toContain('Asha,asha@shifa.example');
  });

  it('saves the passwords as a file without formulas, and asks before they are lost', async () => {
    const { choose, onClose } = setUp([nothing, made]);
    const saved = savedFiles();
    await choose(sheet());
    await userEvent.click(await screen.findByRole('button', { name: 'Import 300 people' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
    expect(screen.getByRole('alertdialog', { name: 'Close without saving' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the passwords' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save as CSV' }));
    const lines = (await saved[0]?.text())?.split('\r\n');
    const validUntil = formatInstant('2026-11-25T06:00:00.000Z');
    expect(screen.getByRole('dialog')).toHaveTextContent(`at the first sign-in, by ${validUntil}.`);
    const address = `${window.location.origin}/login`;
    expect(lines?.[1]).toBe(`'=Asha Rao,asha@shifa.example,KOL-0100,a-b,${address},"${validUntil}"`);
    expect(lines?.[2]).toMatch(/^"Rohan, Das",/);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('shows one card for each invalid row on a phone, and a sheet without valid rows cannot be imported', async () => {
    onPhone();
    const { choose } = setUp([{ ...seven, rows: 7 }]);
    await choose(sheet());
    const cards = within(await screen.findByRole('list', { name: 'Errors' })).getAllByRole('listitem');
    expect(cards).toHaveLength(7);
    expect(cards[0]).toHaveTextContent('Row 4 · Person 4Email: nobodyInvalid email address');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Download the rows with errors' })).toBeEnabled();
  });

  it('says after the valid rows how many are missing', async () => {
    const { choose, sent } = setUp([seven, { ...made, faults: seven.faults }]);
    await choose(sheet());
    await userEvent.click(await screen.findByRole('button', { name: 'Import the 293 valid rows' }));
    expect(await screen.findByText(/7 rows weren't imported/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download the 7 other rows' })).toBeEnabled();
    expect(sent().at(-1)?.body).toMatchObject({ dryRun: false, validRowsOnly: true });
  });

  it('asks before Back discards passwords that were not saved', async () => {
    window.history.replaceState({ idx: 0 }, '');
    window.history.pushState({ idx: 1 }, '');
    const { choose, onClose } = setUp([nothing, made]);
    await choose(sheet());
    await userEvent.click(await screen.findByRole('button', { name: 'Import 300 people' }));
    await screen.findByRole('table', { name: 'Temporary passwords' });
    act(() => window.history.back());
    expect(await screen.findByRole('alertdialog', { name: 'Close without saving' })).toBeVisible();
    await waitFor(() => expect(window.history.state).toEqual({ idx: 1 }));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('prints a slip for each person and nothing else, and still asks before the passwords are lost', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    const { choose, onClose } = setUp([nothing, made]);
    await choose(sheet());
    await userEvent.click(await screen.findByRole('button', { name: 'Import 300 people' }));
    await screen.findByRole('table', { name: 'Temporary passwords' });
    const slips = within(screen.getByLabelText('Password slips')).getAllByRole('listitem', { hidden: true });
    const validUntil = formatInstant('2026-11-25T06:00:00.000Z');
    expect(slips.map((slip) => slip.querySelector('dl')?.textContent)).toEqual([
      `Sign in at${window.location.origin}/loginEmailasha@shifa.exampleTemporary passworda-bValid until${validUntil}`,
      `Sign in at${window.location.origin}/loginEmailrohan@shifa.exampleTemporary passwordc-dValid until${validUntil}`,
    ]);
    expect(screen.getByLabelText('Password slips').parentElement).toBe(document.body);
    expect(screen.getByLabelText('Password slips')).not.toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Print slips' }));
    expect(print).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog', { name: 'Close without saving' })).toHaveTextContent(
      'Check that all slips were printed.',
    );
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says why a file cannot be read', async () => {
    const { api, choose } = setUp([]);
    api.on(contract.staff.import, () => failure('SHEET_UNREADABLE'));
    await choose(sheet('photo.csv'));
    expect(await screen.findByText('This file is neither CSV nor Excel')).toBeVisible();
  });
});
