import { sessionUser } from '@shifa/contract/testing';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../data/session';
import { fakeFetch, pageOf, success } from '../testing/fake-fetch';
import { FakeSocket } from '../testing/fake-socket';
import { App } from './app';

vi.mock('../data/socket', () => ({ openSocket: () => new FakeSocket() }));

const user = sessionUser({ name: 'Asha Rao' });
const laboratory = { _id: '65f000000000000000000001', name: 'Shifa Kolkata' };

/** Opens the product with a stored token, whose owner the server describes like this. */
function open(path: string, me: Parameters<typeof fakeFetch>[0][string]) {
  localStorage.setItem('token', 'abc');
  // As if another tab had signed in, which is checked like a stored token at start.
  const stop = session.followOtherTabs();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
  stop();
  window.history.pushState(null, '', path);
  fakeFetch({ 'GET /api/auth/me': me, 'GET /api/auth/sessions': success([]), 'GET /api/laboratories': pageOf([], 7) });
  render(<App />);
}

beforeEach(() => session.end('left'));

describe.each([
  ['/profile', 'My Profile'],
  ['/dashboard', 'Welcome back, Asha Rao'],
])('%s', (path, title) => {
  it.each([
    ['the role admin', { role: 'admin' }],
    ['an unknown role', { role: 'auditor' }],
    ['a laboratory that is an id', { laboratoryId: laboratory._id }],
    ['a laboratory without contact and location', { laboratoryId: laboratory }],
    ['a laboratory whose contact is null', { laboratoryId: { ...laboratory, contact: null, location: null } }],
    ['an unknown time zone', { laboratoryId: { ...laboratory, timezone: 'Moon/Crater' } }],
    ['an invalid date', { createdAt: 'yesterday', lastLogin: 'never' }],
    ['no permissions', { permissions: undefined }],
    ['nothing but an id and a name', Object.fromEntries(Object.keys(user).map((field) => [field, undefined]))],
  ])('is shown to a person with %s', async (_, changes) => {
    open(path, success({ user: { ...user, ...changes, _id: user._id, name: user.name } }));
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible();
  });
});

it('names the role as the server does', async () => {
  open('/profile', success({ user: { ...user, role: 'admin', createdAt: 'yesterday' } }));
  expect(await screen.findByText('ADMIN')).toBeVisible();
  expect(screen.getAllByText('N/A')).toHaveLength(2);
});

describe('a stored token', () => {
  it.each<[string, Parameters<typeof fakeFetch>[0][string]]>([
    ['names nobody', success({})],
    ['has no body', () => new Response('')],
    ['is null', { status: 200, body: null }],
    ['is a page', () => new Response('<p>hi</p>', { headers: { 'content-type': 'text/html' } })],
    ['is a refusal under a status of success', { status: 200, body: { success: false } }],
  ])('is discarded with the stored user when the answer %s', async (_, answer) => {
    localStorage.setItem('user', 'undefined');
    open('/dashboard', answer);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it('may be followed by anything in the place of the user', async () => {
    localStorage.setItem('user', '{"name":');
    open('/dashboard', success({ user }));
    expect(await screen.findByRole('heading', { name: 'Welcome back, Asha Rao' })).toBeVisible();
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  });
});
