import { sessionUser } from '@shifa/contract/testing';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../data/session';
import { failure } from '../../testing/fake-api';
import { fakeFetch, success } from '../../testing/fake-fetch';
import { renderApp } from '../../testing/render-app';
import { LoginPage } from './login-page';

async function signInWith(answer: Parameters<typeof fakeFetch>[0][string], email = 'super@shifa.example') {
  const calls = fakeFetch({ 'POST /api/auth/login': answer });
  renderApp(<LoginPage />);
  if (email) await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), 'Shifa@2026');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  // The page also asks whether a provider is configured, whenever it gets to it.
  return { sent: () => calls.filter(({ method }) => method === 'POST') };
}

const json = { headers: { 'content-type': 'application/json' } };
const html = { headers: { 'content-type': 'text/html' } };

describe('signing in', () => {
  beforeEach(() => session.end('left'));

  it('names the browser by the same secret each time, and another browser by another', async () => {
    const named = async () =>
      (await signInWith(failure('INVALID_CREDENTIALS'))).sent().at(-1)?.headers.get('x-browser-id');
    const first = await named();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    cleanup();
    expect(await named()).toBe(first);
    cleanup();
    localStorage.clear();
    expect(await named()).not.toBe(first);
  });

  it('leaves no stale user behind when the password is refused', async () => {
    localStorage.setItem('user', JSON.stringify(sessionUser()));
    await signInWith(failure('INVALID_CREDENTIALS'));
    await screen.findByText('Invalid email or password');
    expect(Object.keys(localStorage)).toEqual(['browser-id']);
  });

  it.each([
    ['the server says no', failure('INVALID_CREDENTIALS'), 'Invalid email or password'],
    ['there is no token', success({ user: sessionUser() }), 'No token received from server'],
    ['there is no user', success({ token: 'abc' }), 'No user data received from server'],
    ['there is nothing', success(undefined), 'No token received from server'],
    ['the body is empty', () => new Response(''), 'No token received from server'],
    ['the body is empty JSON', () => new Response('', json), 'No token received from server'],
    ['the body is null', { status: 200, body: null }, 'No token received from server'],
    ['the body is a list', { status: 200, body: [] }, 'No token received from server'],
    ['the body is a text', { status: 200, body: 'welcome' }, 'No token received from server'],
    ['the data is a text', success('welcome'), 'No token received from server'],
    ['the body is a page', () => new Response('<p>hi</p>', html), 'No token received from server'],
    ['the user is nobody', success({ token: 'abc', user: {} }), 'No user data received from server'],
    ['a success is none', { status: 200, body: { success: false, message: 'Closed for today' } }, 'Closed for today'],
    ['the server says nothing', { status: 500, body: {} }, 'Login failed'],
  ])('says why when %s', async (_, answer, words) => {
    await signInWith(answer);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(Object.keys(localStorage)).toEqual(['browser-id']);
    expect(screen.getByLabelText('Password')).toHaveValue('Shifa@2026');
  });

  it('marks invalid fields, focuses the first and sends nothing', async () => {
    const { sent } = await signInWith(success(null), 'nonsense');
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Invalid email address');
    expect(screen.getByLabelText('Email')).toBeInvalid();
    expect(sent()).toEqual([]);
  });

  it('requires both fields', async () => {
    fakeFetch({});
    renderApp(<LoginPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
  });

  it('shows and hides the password', async () => {
    renderApp(<LoginPage />);
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });
});
