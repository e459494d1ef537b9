import { contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from './app';
import { providerAnswer } from '../data/provider-window';
import { session } from '../data/session';
import { openSite } from '../lib/open-site';
import { fakeApi, answer, failure } from '../testing/fake-api';
import { FakeSocket } from '../testing/fake-socket';
import { signOut } from '../features/auth/auth.actions';

vi.mock('../data/socket', () => ({ openSocket: () => new FakeSocket() }));
vi.mock('../lib/open-site', () => ({ openSite: vi.fn() }));

const url = 'https://id.example/authorize?state=s';
const returned = '/login/return?code=a-code&state=';
let states = 0;

function open(at: string, serve: (api: ReturnType<typeof fakeApi>) => void = () => undefined) {
  const api = fakeApi();
  api.on(contract.providerSignIn.offer, () => answer({ label: 'Example ID' }));
  api.on(contract.providerSignIn.start, () => answer({ url }));
  serve(api);
  window.history.replaceState(null, '', at);
  render(<App />);
  return api;
}

const newAnswer = () => {
  states += 1;
  return `${returned}state-${states}`;
};
const provider = () => screen.findByRole('button', { name: 'Sign in with Example ID' });

describe('the provider', () => {
  beforeEach(() => {
    session.end('left');
    vi.mocked(openSite).mockClear();
  });

  it('is offered beside the password, and is where the browser then goes', async () => {
    const api = open('/login');
    await userEvent.click(await provider());
    await waitFor(() => expect(openSite).toHaveBeenCalledWith(url));
    expect(api.requests(contract.providerSignIn.start)).toHaveLength(1);
  });

  it('is not offered where there is none', async () => {
    const api = fakeApi();
    api.on(contract.providerSignIn.offer, () => answer({ label: null }));
    window.history.replaceState(null, '', '/login');
    render(<App />);
    await waitFor(() => expect(api.requests(contract.providerSignIn.offer)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('says when it cannot be reached', async () => {
    const api = open('/login');
    api.on(contract.providerSignIn.start, () => failure('PROVIDER_UNAVAILABLE', { message: 'It cannot be reached' }));
    await userEvent.click(await provider());
    expect(await screen.findByText('It cannot be reached')).toBeVisible();
    expect(openSite).not.toHaveBeenCalled();
  });

  it('sends the browser back to where the person wanted to go, once, and its answer leaves the address', async () => {
    const user = sessionUser({ role: 'manager' });
    const from = { pathname: '/profile', search: '', hash: '' };
    sessionStorage.setItem('return-to', JSON.stringify({ from }));
    const api = open(newAnswer(), (api) => {
      api.on(contract.providerSignIn.complete, () => answer({ token: 'abc', user }));
      api.on(contract.auth.me, () => answer({ user }));
    });
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/profile'));
    expect(api.requests(contract.providerSignIn.complete).map(({ body }) => body)).toEqual([
      { code: 'a-code', state: `state-${states}` },
    ]);
    expect(sessionStorage.getItem('return-to')).toBeNull();

    const logout = `${url}/logout`;
    api.on(contract.providerSignIn.logout, () => answer({ url: logout }));
    signOut();
    await waitFor(() => expect(openSite).toHaveBeenCalledWith(logout));
    expect(session.current()).toMatchObject({ status: 'signed-out', reason: 'left' });
    expect(localStorage.getItem('provider')).toBeNull();
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
    'leads to no other place: %s',
    async (pathname) => {
      const user = sessionUser({ role: 'manager' });
      sessionStorage.setItem('return-to', JSON.stringify({ from: { pathname, search: '', hash: '' } }));
      open(newAnswer(), (api) => {
        api.on(contract.providerSignIn.complete, () => answer({ token: 'abc', user }));
        api.on(contract.auth.me, () => answer({ user }));
      });
      await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    },
  );

  it('may leave the second factor to be checked here', async () => {
    const user = sessionUser();
    const secondStep = {
      ticket: 'a-ticket',
      methods: ['authenticator' as const],
      expiresAt: '2026-11-26T12:05:00.000Z',
    };
    const api = open(newAnswer(), (api) => {
      api.on(contract.providerSignIn.complete, () => failure('SECOND_FACTOR_REQUIRED', { secondStep }));
      api.on(contract.secondFactor.signIn, () => answer({ token: 'abc', user }));
      api.on(contract.auth.me, () => answer({ user }));
    });
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(session.current().status).toBe('signed-in'));
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));

    // The provider has a session of its own all the same.
    const logout = `${url}/logout`;
    api.on(contract.providerSignIn.logout, () => answer({ url: logout }));
    signOut();
    await waitFor(() => expect(openSite).toHaveBeenCalledWith(logout));
  });

  it('is told to be refused, with a way back', async () => {
    const message = 'No account here has the verified email address of this sign-in. Ask your administrator.';
    open(newAnswer(), (api) => {
      api.on(contract.providerSignIn.complete, () => failure('PROVIDER_ACCOUNT_UNKNOWN', { message }));
    });
    expect(await screen.findByText(message)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Back to sign in' }));
    expect(await provider()).toBeVisible();
  });

  it('brings the answer of a confirmation to the tab that waits, and starts no session', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    const waiting = providerAnswer('confirm.one', new AbortController().signal);
    const api = open('/login/return?code=a-code&state=confirm.one');
    expect(await waiting).toEqual({ code: 'a-code', state: 'confirm.one' });
    expect(await screen.findByText('You can close this window')).toBeVisible();
    expect(close).toHaveBeenCalled();
    expect(window.location.search).toBe('');
    expect(api.requests(contract.providerSignIn.complete)).toHaveLength(0);
    expect(session.current().status).toBe('signed-out');
  });

  it('says that no tab waits for a confirmation', async () => {
    const api = open('/login/return?code=a-code&state=confirm.two');
    expect(await screen.findByText('This sign-in is no longer needed', undefined, { timeout: 10_000 })).toBeVisible();
    expect(window.location.search).toBe('');
    expect(api.requests(contract.providerSignIn.complete)).toHaveLength(0);
  });

  it('shows nothing that the provider writes when it refuses', async () => {
    open('/login/return?error=access_denied&error_description=Call+us+at+555&state=s');
    expect(await screen.findByText(/was cancelled or refused/)).toBeVisible();
    expect(screen.queryByText(/555/)).toBeNull();
  });
});
