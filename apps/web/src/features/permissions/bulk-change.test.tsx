import { contract, permissions } from '@shifa/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer } from '../../testing/fake-api';
import { typePartly, typeWhole } from '../../testing/type-partly';
import { asha, openBulk, permissionsPage, previewOf, ravi, table, tick } from './testing/permissions-page';

describe('a bulk change', () => {
  it('needs people and permissions, and excludes people whom the viewer cannot change', async () => {
    permissionsPage();
    await table();
    expect(screen.getByRole('checkbox', { name: 'Select Nita Das' })).toBeDisabled();
    await tick('Select everyone on this page');
    expect(screen.getByRole('status')).toHaveTextContent('2 people, no permissions');
    const button = screen.getByRole('button', { name: 'Change permissions' });
    expect(button).toHaveAccessibleDescription('Select permissions in the header of the table');
    await tick('Select all of Inventory');
    const ofInventory = permissions.filter((permission) => permission.startsWith('inventory.'));
    expect(screen.getByRole('status')).toHaveTextContent(`2 people, ${ofInventory.length} permissions`);
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  });

  it('previews each change before anything is written', async () => {
    const { api } = permissionsPage();
    const dialog = await openBulk();
    const people = await dialog.findAllByRole('listitem');
    expect(people.map(({ textContent }) => textContent)).toEqual([
      'Asha RaoInventory: EditNot allowed Override → Own laboratory Override',
      'Ravi SenInventory: EditNot allowed Role default → Own laboratory Override',
    ]);
    await userEvent.click(dialog.getByRole('radio', { name: 'Role default' }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('→ Own laboratory Role default'));
    expect(api.requests(contract.permissions.bulk).map(({ body }) => body)).toMatchObject([
      { dryRun: true, updates: [{ permissions: { 'inventory.edit': true } }, {}] },
      { dryRun: true, updates: [{ permissions: { 'inventory.edit': null } }, {}] },
    ]);
  });

  it('can have a last day, which “Role default” does not have', async () => {
    const { api } = permissionsPage();
    const dialog = await openBulk();
    await dialog.findAllByRole('listitem');
    // As a browser reports a year that is typed.
    for (const year of ['0002', '0029', '0299', '2999']) {
      fireEvent.change(dialog.getByLabelText('Last day (optional)'), { target: { value: `${year}-12-08` } });
    }
    const asked = () => api.requests(contract.permissions.bulk).at(-1)?.body;
    typePartly(dialog.getByLabelText('Last day (optional)'));
    expect(dialog.getByRole('button', { name: 'Change permissions' })).toBeDisabled();
    typeWhole(dialog.getByLabelText('Last day (optional)'), '2999-12-08');
    const timed = { 'inventory.edit': { allowed: true, until: '2999-12-08' } };
    await waitFor(() => expect(asked()).toMatchObject({ dryRun: true, updates: [{ permissions: timed }, {}] }));
    const preview = await dialog.findAllByRole('listitem');
    expect(preview[0]).toHaveTextContent('→ Own laboratory Override until Dec 8, 2999');
    expect(JSON.stringify(api.requests(contract.permissions.bulk))).not.toContain('"until":"0');
    await userEvent.click(dialog.getByRole('radio', { name: 'Role default' }));
    await waitFor(() => expect(asked()).toMatchObject({ updates: [{ permissions: { 'inventory.edit': null } }, {}] }));
    expect(dialog.queryByLabelText('Last day (optional)')).not.toBeInTheDocument();
  });

  it('is written once as a whole, and confirmed', async () => {
    const { api } = permissionsPage();
    const dialog = await openBulk();
    await dialog.findAllByRole('listitem');
    await userEvent.click(dialog.getByRole('button', { name: 'Change 2 people' }));
    expect(await screen.findByText('The permissions of 2 people were changed')).toBeVisible();
    const sent = api.requests(contract.permissions.bulk).at(-1);
    expect(sent?.body).toEqual({
      updates: [asha, ravi].map(({ user }) => ({ userId: user._id, permissions: { 'inventory.edit': true } })),
      dryRun: false,
    });
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  });

  it('applies to everyone or to nobody: people who cannot be changed are named and can be left out', async () => {
    const { api } = permissionsPage();
    api.on(contract.permissions.bulk, ({ body }) => {
      const results = previewOf([asha, ravi], body).map((result) =>
        result.name === 'Ravi Sen'
          ? { ...result, fault: { code: 'PERMISSION_NOT_HELD' as const, message: 'You can only give what you hold' } }
          : result,
      );
      return answer({ applied: false, results });
    });
    const dialog = await openBulk();
    expect(
      await dialog.findByText(/^1 person can't be changed. The change applies to everyone or to no one./),
    ).toBeVisible();
    expect(dialog.getByText('You can only give what you hold')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Change 1 person' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
    expect(dialog.getByRole('button', { name: 'Change 1 person' })).toBeEnabled();
  });
});
