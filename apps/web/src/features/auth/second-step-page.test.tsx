import { contract, type SecondStep } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../data/session';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { LoginPage } from './login-page';

const secondStep: SecondStep = {
  ticket: 'a-ticket',
  methods: ['authenticator', 'recovery'],
  expiresAt: '2026-11-26T12:05:00.000Z',
};

async function afterPassword(methods = secondStep.methods) {
  const api = fakeApi();
  api.on(contract.auth.login, () => failure('SECOND_FACTOR_REQUIRED', { secondStep: { ...secondStep, methods } }));
  renderApp(<LoginPage />);
  await userEvent.type(screen.getByLabelText('Email'), 'super@shifa.example');
  await userEvent.type(screen.getByLabelText('Password'), 'Shifa@2026');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Enter your code' });
  return api;
}

const enter = async (label: string, code: string) => {
  await userEvent.type(screen.getByLabelText(label), code);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
};

describe('the second step of a sign-in', () => {
  beforeEach(() => session.end('left'));

  it('signs in with the code, for which the ticket is sent along', async () => {
    const api = await afterPassword();
    expect(session.current().status).toBe('signed-out');
    api.on(contract.secondFactor.signIn, () => answer({ token: 'abc', user: sessionUser() }));
    expect(screen.getByLabelText('Code')).toHaveFocus();
    await enter('Code', '123 456');
    await waitFor(() => expect(session.current().status).toBe('signed-in'));
    expect(api.requests(contract.secondFactor.signIn).map(({ body }) => body)).toEqual([
      { ticket: 'a-ticket', code: '123 456' },
    ]);
  });

  it('marks the field when the code is wrong, and keeps the page', async () => {
    const api = await afterPassword();
    const message = 'This code is wrong, has expired or was already used';
    api.on(contract.secondFactor.signIn, () =>
      failure('SECOND_FACTOR_WRONG', { errors: [{ field: 'code', message }] }),
    );
    await enter('Code', '123456');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(message);
  });

  it('says when there were too many attempts', async () => {
    const api = await afterPassword();
    api.on(contract.secondFactor.signIn, () => failure('TOO_MANY_LOGINS'));
    await enter('Code', '123456');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Try again in a few minutes.');
  });

  it('takes a recovery code instead, where there are any', async () => {
    const api = await afterPassword();
    api.on(contract.secondFactor.signIn, () => answer({ token: 'abc', user: sessionUser() }));
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await enter('Recovery code', 'KV7M-RT4P-QW9E-2HXA');
    await waitFor(() => expect(session.current().status).toBe('signed-in'));
  });

  it('offers no recovery code where all are used', async () => {
    await afterPassword(['authenticator']);
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull();
  });

  it('begins again with the password when it took too long, and says so', async () => {
    const api = await afterPassword();
    api.on(contract.secondFactor.signIn, () => failure('SIGN_IN_EXPIRED'));
    await enter('Code', '123456');
    expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in took too long. Sign in again.');
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  it('leads back to the password', async () => {
    await afterPassword();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});
