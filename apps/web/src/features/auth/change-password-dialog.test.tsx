import { sessionUser } from '@shifa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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

  it('reports missing input with the messages of the specification', async () => {
    await openDialog();
    await update();
    for (const words of ['Current password is required', 'New password is required', 'Please confirm your password']) {
      expect(await screen.findByText(words)).toBeVisible();
    }
  });

  it.each([
    ['Short1', 'Password must be at least 8 characters'],
    ['alllowercase1', 'Must contain uppercase, lowercase, and number'],
    ['ALLUPPERCASE1', 'Must contain uppercase, lowercase, and number'],
    ['NoDigitsHere', 'Must contain uppercase, lowercase, and number'],
  ])('refuses %s with the message of the specification', async (password, words) => {
    const calls = await openDialog();
    await fill('old', password);
    await update();
    expect(await screen.findByText(words)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('shows and hides each of the three passwords separately', async () => {
    await openDialog();
    const names = ['Current Password', 'New Password', 'Confirm New Password'];
    const types = () => names.map((name) => field(name).getAttribute('type'));
    const toggles = screen.getAllByRole('button', { name: 'Show password' });
    expect(toggles).toHaveLength(3);
    for (const [index, toggle] of toggles.entries()) {
      await userEvent.click(toggle);
      expect(types()).toEqual(names.map((_, place) => (place === index ? 'text' : 'password')));
      await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    }
    expect(types()).toEqual(['password', 'password', 'password']);
  });

  it.each([
    ['a', 0, 'Weak'],
    ['abcdefgh', 1, 'Weak'],
    ['Abcdefgh', 2, 'Fair'],
    ['Abcdefg1', 3, 'Good'],
    ['Abcdefghijk1', 4, 'Strong'],
    ['Abcdefghijk1!', 5, 'Very Strong'],
  ])('gives %s %i of 5: %s', async (password, score, label) => {
    await openDialog();
    fireEvent.change(field('New Password'), { target: { value: password } });
    const meter = screen.getByRole('meter', { name: 'Password strength' });
    expect(meter).toHaveAttribute('aria-valuenow', String(score));
    expect(screen.getByText(label)).toBeVisible();
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
      'Satisfied:8 characters',
      'Satisfied:uppercase',
      'Satisfied:lowercase',
      'Satisfied:number',
    ]);
  });

  it('refuses two different new passwords', async () => {
    await openDialog();
    await fill('old', 'Longer12', 'Longer13');
    await update();
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
  });

  it('confirms the success and closes after a moment', async () => {
    const calls = await openDialog();
    await fill('Shifa@2026', 'Longer12');
    await update();
    expect(await screen.findByText('Password Updated Successfully! Your password has been changed.')).toBeVisible();
    expect(screen.getByText('Password updated successfully')).toBeVisible();
    for (const name of ['Current Password', 'New Password', 'Confirm New Password']) expect(field(name)).toBeDisabled();
    for (const name of ['Cancel', 'Update Password']) expect(screen.getByRole('button', { name })).toBeDisabled();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currentPassword: 'Shifa@2026',
      newPassword: 'Longer12',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 3_000 });
  });

  it('stays for exactly 1.5 s and is empty when opened again', async () => {
    await openDialog();
    for (const name of ['Current Password', 'New Password', 'Confirm New Password']) {
      fireEvent.change(field(name), { target: { value: 'Longer12' } });
    }
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    // The dialog fades out before it is removed.
    const container = () => document.querySelector('.MuiDialog-container');
    fireEvent.click(screen.getByRole('button', { name: 'Update Password' }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Password Updated Successfully! Your password has been changed.')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(1_499));
    expect(container()).not.toHaveStyle({ opacity: 0 });
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(container()).toHaveStyle({ opacity: 0 });
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(container()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(field('New Password')).toHaveValue('');
    expect(field('New Password')).toBeEnabled();
  });

  it('shows the server’s message in a banner, in a toast and under its field', async () => {
    const words = 'Current password is incorrect';
    await openDialog(failure('CURRENT_PASSWORD_WRONG', { errors: [{ field: 'currentPassword', message: words }] }));
    await fill('wrong', 'Longer12');
    await update();
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(3));
    expect(field('Current Password')).toHaveAccessibleDescription(words);
  });

  it('has a default message when the server sends none', async () => {
    await openDialog({ status: 500, body: {} });
    await fill('old', 'Longer12');
    await update();
    expect(await screen.findAllByText('Failed to update password. Please try again.')).toHaveLength(2);
  });

  it.each([
    ['says success: false', { success: false, message: 'The directory is read-only' }],
    ['names an error', { success: false, error: 'The directory is read-only' }],
    ['lists texts', { success: false, message: 'The directory is read-only', errors: ['Nothing was saved'] }],
    ['lists fields', { success: false, message: 'The directory is read-only', errors: { nobody: ['Unknown'] } }],
  ])('is not done by an answer of 200 that %s', async (_, body) => {
    await openDialog({ status: 200, body });
    await fill('old', 'Longer12');
    await update();
    expect(await screen.findAllByText('The directory is read-only')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Update Password' })).toBeEnabled();
  });

  it('uses the error of a response without a message', async () => {
    await openDialog({ status: 502, body: { error: 'Bad Gateway' } });
    await fill('old', 'Longer12');
    await update();
    expect(await screen.findAllByText('Bad Gateway')).toHaveLength(2);
  });

  it('discards the input on a backdrop click', async () => {
    await openDialog();
    await userEvent.type(field('Current Password'), 'secret');
    const beside = screen.getByRole('dialog').closest('.MuiDialog-container');
    if (!beside) throw new Error('There is nothing beside the dialog');
    await userEvent.click(beside);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(field('Current Password')).toHaveValue('');
  });

  it('discards the input when cancelled', async () => {
    await openDialog();
    await userEvent.type(field('Current Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(field('Current Password')).toHaveValue('');
  });
});
