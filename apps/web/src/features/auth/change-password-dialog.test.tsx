import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../testing/fake-api';
import { fakeFetch, success } from '../../testing/fake-fetch';
import { renderApp } from '../../testing/render-app';
import { ProfilePage } from './profile-page';

const field = (name: string) => screen.getByLabelText(name);

async function openDialog(answer: Parameters<typeof fakeFetch>[0][string] = success(null)) {
  const calls = fakeFetch({ 'PUT /api/auth/password': answer, 'GET /api/auth/sessions': success([]) });
  renderApp(<ProfilePage />, { user: sessionUser({ name: 'Asha Rao' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
  return calls;
}

async function fill(current: string, next: string, again = next) {
  await userEvent.type(field('Current Password'), current);
  await userEvent.type(field('New Password'), next);
  await userEvent.type(field('Confirm New Password'), again);
}

const update = () => userEvent.click(screen.getByRole('button', { name: 'Update Password' }));

describe('changing the password', () => {
  beforeEach(() => localStorage.clear());

  it('says what is missing in the words of the specification', async () => {
    await openDialog();
    await update();
    for (const words of ['Current password is required', 'New password is required', 'Please confirm your password']) {
      expect(await screen.findByText(words)).toBeVisible();
    }
  });

  it('measures the new password as it is typed', async () => {
    await openDialog();
    const meter = () => screen.getByRole('meter', { name: 'Password strength' });
    await userEvent.type(field('New Password'), 'abcdefgh');
    expect(meter()).toHaveAttribute('aria-valuetext', 'Weak');
    await userEvent.type(field('New Password'), 'IJKL9!');
    expect(meter()).toHaveAttribute('aria-valuetext', 'Very Strong');
    expect(meter()).toHaveAttribute('aria-valuenow', '5');
    const rules = within(screen.getByRole('list', { name: 'Password rules' })).getAllByRole('listitem');
    expect(rules.map((rule) => rule.textContent)).toEqual([
      'Kept:8 characters',
      'Kept:uppercase',
      'Kept:lowercase',
      'Kept:number',
    ]);
  });

  it('refuses two different new passwords', async () => {
    await openDialog();
    await fill('old', 'Longer12', 'Longer13');
    await update();
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
  });

  it('says that it worked and goes away after a moment', async () => {
    const calls = await openDialog();
    await fill('Shifa@2026', 'Longer12');
    await update();
    expect(await screen.findByText('Password Updated Successfully! Your password has been changed.')).toBeVisible();
    expect(screen.getByText('Password updated successfully')).toBeVisible();
    expect(field('New Password')).toBeDisabled();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currentPassword: 'Shifa@2026',
      newPassword: 'Longer12',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 3_000 });
  });

  it('puts the server’s word in a banner, in a toast and under its field', async () => {
    const words = 'Current password is incorrect';
    await openDialog(failure('CURRENT_PASSWORD_WRONG', { errors: [{ field: 'currentPassword', message: words }] }));
    await fill('wrong', 'Longer12');
    await update();
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(3));
    expect(field('Current Password')).toHaveAccessibleDescription(words);
  });

  it('has words of its own when the server has none', async () => {
    await openDialog({ status: 500, body: {} });
    await fill('old', 'Longer12');
    await update();
    expect(await screen.findAllByText('Failed to update password. Please try again.')).toHaveLength(2);
  });

  it('forgets what was typed when it is cancelled', async () => {
    await openDialog();
    await userEvent.type(field('Current Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(field('Current Password')).toHaveValue('');
  });
});
