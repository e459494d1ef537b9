import { contract } from '@shifa/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerDone, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ForgotPasswordPage } from './forgot-password-page';
import { ResetPasswordPage } from './reset-password-page';

const TOKEN = 'q3'.padEnd(43, 'Zb7');
const sent = 'If an account has confirmed this email address, it gets a link within a few minutes';

describe('a forgotten password', () => {
  function open(byEmail: boolean) {
    const api = fakeApi();
    api.on(contract.passwordResets.offer, () => answer({ byEmail }));
    api.on(contract.passwordResets.request, () => answerDone(sent));
    renderApp(<ForgotPasswordPage />, { at: '/forgot-password' });
    return api;
  }

  it('is replaced by a link, asked for with the address', async () => {
    const api = open(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Email'), 'asha@shifa.example');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(`${sent}.`)).toBeVisible();
    expect(api.requests(contract.passwordResets.request).map(({ body }) => body)).toEqual([
      { email: 'asha@shifa.example' },
    ]);
  });

  it('is replaced by an administrator where no email is sent', async () => {
    open(false);
    expect(await screen.findByText(/issue a temporary password/)).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login');
  });

  it('says when the server cannot be reached, and tries again', async () => {
    const api = fakeApi();
    api.on(contract.passwordResets.offer, () => failure('UNAVAILABLE'));
    renderApp(<ForgotPasswordPage />, { at: '/forgot-password' });
    expect(await screen.findByText("Couldn't load this page")).toBeVisible();
    api.on(contract.passwordResets.offer, () => answer({ byEmail: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
  });
});

describe('the link that sets a new password', () => {
  async function fill(password: string, again = password) {
    await userEvent.type(screen.getByLabelText('New Password'), password);
    await userEvent.type(screen.getByLabelText('Confirm New Password'), again);
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  }

  it('accepts two equal passwords, and leads to the sign-in', async () => {
    const api = fakeApi();
    api.on(contract.passwordResets.complete, () => answerDone('Your password was changed. Sign in with the new one.'));
    renderApp(<ResetPasswordPage />, { at: `/reset-password#${TOKEN}` });
    await fill('Longer123', 'Longer124');
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Confirm New Password'));
    await userEvent.type(screen.getByLabelText('Confirm New Password'), 'Longer123');
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    expect(api.requests(contract.passwordResets.complete).map(({ body }) => body)).toEqual([
      { token: TOKEN, newPassword: 'Longer123' },
    ]);
  });

  it('leads to a new one when it is used up, or incomplete', async () => {
    const api = fakeApi();
    api.on(contract.passwordResets.complete, () => failure('LINK_INVALID'));
    const { unmount } = renderApp(<ResetPasswordPage />, { at: `/reset-password#${TOKEN}` });
    await fill('Longer123');
    expect(await screen.findByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
    unmount();
    renderApp(<ResetPasswordPage />, { at: '/reset-password' });
    expect(screen.getByText(/This link is invalid/)).toBeVisible();
  });
});
