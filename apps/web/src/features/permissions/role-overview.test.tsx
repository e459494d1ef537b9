import { labelledStructure, permissions } from '@shifa/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { permissionsPage } from './testing/permissions-page';

describe('the roles', () => {
  it('are a printable table of default permissions', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    permissionsPage({ at: '/staff/permissions?view=roles' });
    const roles = within(await screen.findByRole('table', { name: 'Permissions by role' }));
    // Wider, it would widen the page on a phone.
    expect(screen.getByText('Permissions by role')).toHaveStyle({ width: '1px' });
    const close = roles.getByRole('row', { name: /^Close a period/ });
    expect(close).toHaveTextContent('Close a periodAll laboratories–––');
    expect(roles.getAllByRole('row')).toHaveLength(1 + labelledStructure.resources.length + permissions.length);
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
