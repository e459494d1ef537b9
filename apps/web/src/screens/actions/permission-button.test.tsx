import { resolvePermissions } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { PermissionButton } from './permission-button';
import { PermissionSection } from './permission-section';

const press = () => userEvent.click(screen.getByRole('button', { name: 'Archive' }));

describe('a button that knows its permission', () => {
  it('works for who holds it', async () => {
    const onClick = vi.fn();
    const button = (
      <PermissionButton permission="laboratories.archive" onClick={onClick}>
        Archive
      </PermissionButton>
    );
    renderApp(button, { user: sessionUser({ role: 'super_admin' }) });
    await press();
    expect(onClick).toHaveBeenCalledOnce();
  });

  it.each([
    [
      'a missing permission',
      resolvePermissions('super_admin', { 'laboratories.archive': false }, new Date()),
      undefined,
      'Revoked for you. By default, super admins can do this.',
    ],
    ['another reason', resolvePermissions('super_admin'), 'It is archived already', 'It is archived already'],
  ])('is locked by %s, can be reached and says why', async (_, permissions, disabledReason, reason) => {
    const onClick = vi.fn();
    const button = (
      <PermissionButton permission="laboratories.archive" disabledReason={disabledReason} onClick={onClick}>
        Archive
      </PermissionButton>
    );
    renderApp(button, { user: sessionUser({ role: 'super_admin', permissions }) });
    expect(screen.getByRole('button', { name: 'Archive' })).toHaveAccessibleDescription(reason);
    await press();
    expect(onClick).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Archive' })).toHaveAttribute('aria-disabled', 'true');
    expect(await screen.findByRole('tooltip')).toHaveTextContent(reason);
  });

  it('says so at a tap, where no pointer can rest, and sends no form', async () => {
    const onSubmit = vi.fn();
    const form = (
      <form onSubmit={onSubmit}>
        <PermissionButton permission="staff.create" type="submit">
          Create
        </PermissionButton>
      </form>
    );
    renderApp(form, { user: sessionUser({ role: 'manager' }) });
    await userEvent.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Create' }) });
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      "Managers can't do this. Super admins and lab admins can.",
    );
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('a page that needs a further permission', () => {
  const page = <PermissionSection permission="leave.approve">The page</PermissionSection>;

  it('is shown to who holds it', () => {
    renderApp(page, { user: sessionUser({ role: 'super_admin' }) });
    expect(screen.getByText('The page')).toBeVisible();
  });

  it('says why it is locked, and leads on', () => {
    renderApp(page, { user: sessionUser({ role: 'staff' }) });
    expect(screen.queryByText('The page')).toBeNull();
    expect(screen.getByText("Staff can't do this. Super admins, lab admins and managers can.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(document.title).toContain('Not allowed');
  });
});
