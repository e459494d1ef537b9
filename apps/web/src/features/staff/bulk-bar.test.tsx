import { type Blocker, type BulkAnswer, contract, type IssuePasswordsBody, type StaffBulkBody } from '@shifa/contract';
import { laboratory, nextId, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { BulkBar } from './bulk-bar';

const [meera, rohan] = [nextId(), nextId()];
const howrah = laboratory({ name: 'Shifa Howrah' });
const suspended = { field: 'status', before: 'active', after: 'suspended' };

function setUp({
  role = 'super_admin',
  results,
  ids = [meera, rohan],
  openWork = [],
}: { role?: 'super_admin' | 'lab_admin'; results?: BulkAnswer['results']; ids?: string[]; openWork?: Blocker[] } = {}) {
  const api = fakeApi();
  const all = results ?? [
    { _id: meera, name: 'Meera Nair', changes: [suspended], fault: null },
    { _id: rohan, name: 'Rohan Das', changes: [], fault: null },
  ];
  api.on(contract.laboratories.options, () => answer([howrah]));
  api.on(contract.staff.bulk, ({ body }) => {
    const { ids, dryRun } = body as StaffBulkBody;
    const chosen = all.filter(({ _id }) => ids.includes(_id));
    const applied = !dryRun && chosen.every(({ fault }) => fault === null);
    return answer({ applied, results: chosen, openWork });
  });
  api.on(contract.staff.issuePasswords, ({ body }) => {
    const { ids, dryRun } = body as IssuePasswordsBody;
    const chosen = ids.map((_id, index) => ({ _id, name: `Person ${index}` }));
    return answer({
      applied: !dryRun,
      results: chosen.map((person) => ({ ...person, changes: [{ field: 'temporaryPassword' }], fault: null })),
      issued: dryRun
        ? []
        : chosen.map((person, index) => ({
            ...person,
            email: `${index}@shifa.example`,
            employeeCode: `KOL-000${index}`,
            temporaryPassword: `secret-${index}`,
            temporaryPasswordExpiresAt: '2026-11-25T06:00:00.000Z',
          })),
    });
  });
  const onDone = vi.fn<() => void>();
  const selection = {
    rows: [],
    ids: new Set(ids),
    select: () => undefined,
    drop: () => undefined,
    toggle: () => undefined,
    clear: () => onDone(),
  };
  renderApp(<BulkBar selection={selection} />, { user: sessionUser({ role }) });
  return { api, onDone, sent: () => api.requests(contract.staff.bulk).map(({ body }) => body as StaffBulkBody) };
}

describe('a bulk change', () => {
  it('is previewed for each person and then applied', async () => {
    const { onDone, sent } = setUp();
    expect(screen.getByText('2 selected')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    const preview = await screen.findByRole('list', { name: 'What would change' });
    const lines = within(preview).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual(['Meera NairStatusActive → Suspended', 'Rohan DasUnchanged']);
    expect(sent()).toEqual([{ ids: [meera, rohan], action: 'suspend', dryRun: true }]);
    await userEvent.click(screen.getByRole('button', { name: 'Suspend 1 person' }));
    expect(await screen.findByText('1 person was suspended')).toBeVisible();
    expect(sent().at(-1)).toEqual({ ids: [meera, rohan], action: 'suspend', dryRun: false });
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('says what the people would leave for others to settle', async () => {
    setUp({ openWork: [{ name: 'entries waiting for approval', count: 12 }] });
    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('They have open work that others need to settle:')).toBeVisible();
    expect(screen.getByText('entries waiting for approval')).toHaveTextContent('12 entries waiting for approval');
  });

  it('names people who cannot be changed, applies nothing, and can leave them out', async () => {
    const fault = { code: 'OWN_ACCOUNT', message: "You can't change your own role, status or permissions" } as const;
    const { sent } = setUp({
      results: [
        { _id: meera, name: 'Meera Nair', changes: [suspended], fault: null },
        { _id: rohan, name: 'Rohan Das', changes: [], fault },
      ],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText(fault.message)).toBeVisible();
    expect(
      within(screen.getByRole('list', { name: 'What would change' })).getAllByRole('listitem')[0],
    ).toHaveTextContent('Rohan Das');
    expect(screen.getByRole('button', { name: 'Suspend 1 person' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Suspend 1 person' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Suspend 1 person' }));
    await waitFor(() => expect(sent().at(-1)).toEqual({ ids: [meera], action: 'suspend', dryRun: false }));
  });

  it('shows the target laboratory by name, never by id', async () => {
    const moved = { field: 'laboratoryId', before: 'Shifa Kolkata', after: 'Shifa Howrah' };
    const ended = { field: 'permissionOverrides.reports.view', before: true };
    const { sent } = setUp({ results: [{ _id: meera, name: 'Meera Nair', changes: [moved, ended], fault: null }] });
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('combobox', { name: 'Move to' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Shifa Howrah' }));
    expect(await screen.findByRole('list', { name: 'What would change' })).toHaveTextContent(
      'Shifa Kolkata → Shifa Howrah',
    );
    expect(screen.getByRole('list', { name: 'What would change' })).toHaveTextContent('Reports: View');
    expect(screen.getByText(/permission overrides are removed/)).toBeVisible();
    expect(sent()[0]).toMatchObject({ action: 'move', laboratoryId: howrah._id, dryRun: true });
  });

  it('issues temporary passwords, shown once, and asks before Back or Escape discards them', async () => {
    window.history.replaceState({ idx: 0 }, '');
    window.history.pushState({ idx: 1 }, '');
    const { api, onDone } = setUp({ role: 'lab_admin' });
    await userEvent.click(screen.getByRole('button', { name: 'Temporary passwords' }));
    expect(await screen.findByText(/signed out everywhere at once, and their current passwords/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Issue passwords to 2 people' }));
    const table = await screen.findByRole('table', { name: 'Temporary passwords' });
    expect(within(table).getAllByText(/^secret-/)).toHaveLength(2);
    expect(onDone).toHaveBeenCalledOnce();
    expect(api.requests(contract.staff.issuePasswords).map(({ body }) => body)).toEqual([
      { ids: [meera, rohan], dryRun: true },
      { ids: [meera, rohan], dryRun: false },
    ]);
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog', { name: 'Close without saving' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the passwords' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    act(() => window.history.back());
    await screen.findByRole('alertdialog', { name: 'Close without saving' });
    await userEvent.click(screen.getByRole('button', { name: 'Back to the passwords' }));
    expect(table).toBeVisible();
  });

  it('issues at most fifty temporary passwords at once', () => {
    setUp({ ids: Array.from({ length: 51 }, () => nextId()) });
    expect(screen.getByRole('button', { name: 'Temporary passwords' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Suspend' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('between laboratories is disabled for viewers who see only one, with the reason', async () => {
    setUp({ role: 'lab_admin' });
    const move = screen.getByRole('button', { name: 'Move' });
    expect(move).toHaveAttribute('aria-disabled', 'true');
    await userEvent.hover(move);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'Only super admins can move people between laboratories',
    );
  });
});
