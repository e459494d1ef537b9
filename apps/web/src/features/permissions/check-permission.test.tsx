import { contract } from '@shifa/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answerPage } from '../../testing/fake-api';
import { permissionsPage, table } from './testing/permissions-page';

describe('checking a permission', () => {
  it('answers with yes or no, scope, source, reason, and who can change it', async () => {
    const { api } = permissionsPage();
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Check a permission' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('combobox', { name: 'Person' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Asha Rao · Manager' }));
    await userEvent.type(dialog.getByRole('combobox', { name: 'Permission' }), 'move stock');
    await userEvent.click(await screen.findByRole('option', { name: 'Inventory: Move stock' }));
    expect(await dialog.findByText('Yes, Asha Rao can do this')).toBeVisible();
    expect(dialog.getByText('Scope').nextElementSibling).toHaveTextContent('Own laboratory');
    expect(dialog.getByText('Source').nextElementSibling).toHaveTextContent('Role default');
    expect(dialog.getByText('Managers can do this in their own laboratory.')).toBeVisible();
    expect(dialog.getByText('Super admins and lab admins can change this.')).toBeVisible();
    const sent = api.requests(contract.permissions.check)[0];
    expect([sent?.query.get('resource'), sent?.query.get('action')]).toEqual(['inventory', 'stock']);
  });

  it('says of which laboratory people are offered', async () => {
    const { api } = permissionsPage();
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Check a permission' }));
    const dialog = within(screen.getByRole('dialog'));
    const person = dialog.getByRole('combobox', { name: 'Person' });
    expect(person).toHaveAccessibleDescription(
      /^People of Shifa .*\. To find someone else, first choose their laboratory/,
    );
    api.on(contract.permissions.laboratory, () => answerPage([]));
    await userEvent.type(person, 'Nobody');
    expect(await screen.findByText(/^No matches at Shifa /)).toBeVisible();
  });
});
