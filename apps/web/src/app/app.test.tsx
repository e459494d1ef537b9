import type { Role, SessionUser } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { installOffer } from '../lib/install-offer';
import { heldWrites } from '../data/held-writes';
import { connection } from '../lib/connection';
import { session } from '../data/session';
import { failure } from '../testing/fake-api';
import { fakeFetch, pageOf, success } from '../testing/fake-fetch';
import { FakeSocket } from '../testing/fake-socket';
import { onPhone } from '../testing/on-phone';
import { App } from './app';

const sockets: FakeSocket[] = [];
vi.mock('../data/socket', () => ({
  openSocket: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  },
}));

/** What needs the viewer. */
const suspended = {
  name: 'laboratories suspended',
  count: 2,
  level: 'info',
  resource: 'laboratories',
  filter: { status: ['suspended'] },
};

function openApp(path: string, answers: Parameters<typeof fakeFetch>[0] = {}) {
  window.history.pushState(null, '', path);
  const calls = fakeFetch({
    'GET /api/laboratories': pageOf([], 7),
    'GET /api/dashboard': success({ asOf: '2026-11-22T09:00:00.000Z', attention: [suspended] }),
    'POST /api/auth/logout': success(null),
    ...answers,
  });
  return { calls, ...render(<App />) };
}

function openSignedIn(
  path: string,
  who: Role | SessionUser = 'super_admin',
  answers: Parameters<typeof fakeFetch>[0] = {},
) {
  const user = typeof who === 'string' ? sessionUser({ role: who, name: 'Asha Rao' }) : who;
  session.start('abc', user);
  return openApp(path, { 'GET /api/auth/me': success({ user }), ...answers });
}

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

beforeEach(() => {
  session.end('left');
  sockets.length = 0;
});

describe('who is not signed in', () => {
  it('is sent to sign in and comes back to the page they wanted', async () => {
    const user = sessionUser({ role: 'super_admin' });
    const { calls } = openApp('/inventory?page=2', {
      'POST /api/auth/login': success({ token: 'abc', user }),
      'GET /api/auth/me': success({ user }),
    });
    await heading('Sign in');
    expect(window.location.pathname).toBe('/login');
    await userEvent.type(screen.getByLabelText('Email'), 'super@shifa.example');
    await userEvent.type(screen.getByLabelText('Password'), 'Shifa@2026{Enter}');
    await heading('Inventory Management');
    expect(window.location.pathname + window.location.search).toBe('/inventory?page=2');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'super@shifa.example',
      password: 'Shifa@2026',
    });
    expect(localStorage.getItem('token')).toBe('abc');
  });

  it('is offered to install the product only after signing in', async () => {
    const stop = installOffer.listen();
    onTestFinished(stop);
    const user = sessionUser({ role: 'super_admin' });
    openApp('/login', { 'GET /api/auth/me': success({ user }) });
    await heading('Sign in');
    const prompt = vi.fn(() => Promise.resolve());
    act(() => {
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
    });
    expect(screen.queryByText('Install Shifa MS')).toBeNull();
    act(() => session.start('abc', user));
    await userEvent.click(await screen.findByRole('button', { name: 'Install' }));
    expect(prompt).toHaveBeenCalledOnce();
  });

  it('waits while a stored token is checked', async () => {
    localStorage.setItem('token', 'abc');
    const stop = session.followOtherTabs();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
    openApp('/dashboard', { 'GET /api/auth/me': failure('UNAUTHENTICATED') });
    expect(screen.getByText('Checking authentication...')).toBeVisible();
    await heading('Sign in');
    expect(screen.getByText('Your session has ended. Sign in to continue.')).toBeVisible();
    expect(localStorage).toHaveLength(0);
    stop();
  });
});

describe('a stored token that no server checks', () => {
  it('opens the product with the stored person, and is checked when the server answers', async () => {
    localStorage.setItem('token', 'abc');
    localStorage.setItem('user', JSON.stringify(sessionUser({ name: 'Asha Rao' })));
    const stop = session.followOtherTabs();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
    window.history.pushState(null, '', '/dashboard');
    fakeFetch({ 'GET /api/auth/me': failure('UNAUTHENTICATED') });
    const answering = window.fetch.bind(window);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    render(<App />);
    await heading('Welcome back, Asha Rao');
    expect(localStorage.getItem('token')).toBe('abc');
    vi.stubGlobal('fetch', answering);
    act(() => connection.report(true));
    await heading('Sign in');
    expect(localStorage.getItem('user')).toBeNull();
    stop();
  });

  it('leads to sign in where no person is stored', async () => {
    localStorage.setItem('token', 'abc');
    const stop = session.followOtherTabs();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
    openApp('/dashboard', { 'GET /api/auth/me': new TypeError('Failed to fetch') });
    await heading('Sign in');
    expect(localStorage.getItem('token')).toBeNull();
    stop();
  });
});

describe('a page that is left while the token is checked', () => {
  it('keeps the token, and checks it again when it is restored', async () => {
    localStorage.setItem('token', 'abc');
    const stop = session.followOtherTabs();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
    let isLeft = false;
    const { calls } = openApp('/dashboard', {
      'GET /api/auth/me': () => {
        if (isLeft) return success({ user: sessionUser() });
        isLeft = true;
        // As browsers do it: first the request is aborted, then the page is told that it is left.
        setTimeout(() => window.dispatchEvent(new Event('pagehide')), 10);
        throw new TypeError('Failed to fetch');
      },
    });
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/auth/me')).toHaveLength(1));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(localStorage.getItem('token')).toBe('abc');
    act(() => void window.dispatchEvent(new Event('pageshow')));
    expect(await screen.findByRole('heading', { name: /^Welcome back/ })).toBeVisible();
    stop();
  });
});

describe('who is signed in', () => {
  it('has no business at /login', async () => {
    openSignedIn('/login');
    await heading('Welcome back, Asha Rao');
    expect(window.location.pathname).toBe('/dashboard');
    await waitFor(() => expect(document.title).toBe('Dashboard · Shifa MS'));
  });

  it('starts at the dashboard', async () => {
    openSignedIn('/');
    await heading('Welcome back, Asha Rao');
    expect(await screen.findByRole('link', { name: /2 laboratories suspended/ })).toHaveAttribute(
      'href',
      '/laboratories?status=suspended',
    );
  });

  it.each([
    ['/staff', 'Staff Management'],
    ['/finances', 'Financial Overview'],
    ['/inventory', 'Inventory Management'],
    ['/attendance', 'Attendance Tracking'],
    ['/reports', 'Reports & Analytics'],
    ['/settings', 'Settings'],
    ['/profile', 'My Profile'],
    ['/notifications', 'Notifications'],
    ['/help-support', 'Help & Support'],
  ])('finds %s under its title', async (path, title) => {
    openSignedIn(path);
    await heading(title);
    // A tab of the page may stand before its title.
    await waitFor(() => expect(document.title.endsWith(`${title} · Shifa MS`)).toBe(true));
  });

  it('finds the laboratories under /labs too', async () => {
    openSignedIn('/labs?status=active');
    await heading('Laboratory Management');
    expect(window.location.pathname + window.location.search).toBe('/laboratories?status=active');
  });

  it.each(['/laboratories/no/such', '/staff/directory/none', '/finances/nowhere'])(
    'finds the 404 page at %s, below a section',
    async (path) => {
      openSignedIn(path);
      await heading('Page Not Found');
      expect(screen.getByText(path)).toBeVisible();
      expect(screen.getByRole('navigation', { name: 'Sections' })).toBeInTheDocument();
    },
  );

  it('has the sections at the bottom of a phone, and nowhere else', async () => {
    onPhone();
    openSignedIn('/settings');
    await heading('Settings');
    expect(screen.getByRole('navigation', { name: 'Main sections' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull();
  });

  it('is told when a section is not open to them', async () => {
    openSignedIn('/finances', 'staff');
    await heading("You don't have access to this section");
    expect(within(screen.getByRole('navigation', { name: 'Sections' })).queryByText('Finances')).toBeNull();
  });

  it('sees nothing but the change of a temporary password', async () => {
    openSignedIn('/dashboard', sessionUser({ mustChangePassword: true }));
    await heading('Choose your own password');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(sockets).toHaveLength(0);
  });

  it('sees nothing but how to add a second factor where the time for it is over, and then what they wanted', async () => {
    const waiting = sessionUser({
      role: 'manager',
      secondFactorNeeded: { dueAt: '2026-11-20T05:30:00.000Z', isOverdue: true },
    });
    let user = waiting;
    session.start('old', waiting);
    session.end('expired');
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    openApp('/inventory?page=2', {
      'POST /api/auth/login': success({ token: 'abc', user: waiting }),
      'GET /api/auth/me': () => success({ user }),
      'POST /api/auth/second-factor/authenticator': success({ secret, address: `otpauth://totp/a?secret=${secret}` }),
      'PUT /api/auth/second-factor/authenticator': () => {
        user = { ...waiting, secondFactorNeeded: null };
        return success({ recoveryCodes: ['KV7M-RT4P-QW9E-2HXA'] });
      },
    });
    await userEvent.type(await screen.findByLabelText('Email'), 'manager@shifa.example');
    await userEvent.type(screen.getByLabelText('Password'), 'Correct-horse-1{Enter}');
    await heading('Add a second factor');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(sockets).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Add authenticator app' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('KV7M-RT4P-QW9E-2HXA')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await heading('Inventory Management');
    expect(window.location.pathname + window.location.search).toBe('/inventory?page=2');
  });

  it('keeps nothing of the laboratory, the page or the bell that they had before a move or a promotion', async () => {
    const before = sessionUser({ role: 'manager' });
    let user: SessionUser = before;
    const { calls } = openSignedIn('/inventory', before, { 'GET /api/auth/me': () => success({ user }) });
    await heading('Inventory Management');
    await waitFor(() => expect(sockets).toHaveLength(1));
    const asked = () => calls.filter(({ path }) => path.startsWith('/api/inventory')).length;
    await waitFor(() => expect(asked()).toBeGreaterThan(0));
    const first = asked();
    expect(screen.getByRole('link', { name: 'Notifications' })).toBeVisible();

    user = sessionUser({ role: 'super_admin', _id: before._id });
    act(() => sockets[0]?.receive('user:updated', { _id: before._id }));
    const bell = await screen.findByRole('button', { name: 'Notifications' });
    await waitFor(() => expect(sockets).toHaveLength(2));
    expect(sockets[0]?.closed).toBe(true);
    await waitFor(() => expect(asked()).toBeGreaterThan(first));
    act(() => sockets[1]?.receive('notification', { type: 'info', message: 'Backup finished' }));
    await waitFor(() => expect(bell).toHaveAccessibleName('Notifications, 1 unread'));
  });

  it('is told by when to add a second factor, on every page', async () => {
    const secondFactorNeeded = { dueAt: '2026-12-20T05:30:00.000Z', isOverdue: false };
    openSignedIn('/inventory', sessionUser({ role: 'manager', secondFactorNeeded }));
    await heading('Inventory Management');
    expect(await screen.findByText(/Add one by .*20/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add second factor' })).toHaveAttribute('href', '/settings/security');
  });

  it('chooses a password of their own on a phone, lands where they wanted to go and sees only what is theirs', async () => {
    const waiting = sessionUser({ role: 'manager', mustChangePassword: true });
    let user = waiting;
    // Who left on purpose would not be led anywhere; this person has followed a link.
    session.start('old', waiting);
    session.end('expired');
    const { calls } = openApp('/inventory?page=2', {
      'POST /api/auth/login': success({ token: 'abc', user: waiting }),
      'GET /api/auth/me': () => success({ user }),
      'PUT /api/auth/password': () => {
        user = { ...waiting, mustChangePassword: false };
        return success(null);
      },
    });
    await userEvent.type(await screen.findByLabelText('Email'), 'manager@shifa.example');
    await userEvent.type(screen.getByLabelText('Password'), 'Temporary1{Enter}');
    await heading('Choose your own password');
    expect(screen.queryByRole('navigation')).toBeNull();
    await userEvent.click(screen.getByLabelText('Temporary Password'));
    await userEvent.paste('Temporary1');
    await userEvent.click(screen.getByLabelText('New Password'));
    await userEvent.paste('OwnWords12');
    await userEvent.click(screen.getByLabelText('Confirm New Password'));
    await userEvent.paste('OwnWords12');
    await userEvent.keyboard('{Enter}');
    await heading('Inventory Management');
    expect(window.location.pathname + window.location.search).toBe('/inventory?page=2');
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currentPassword: 'Temporary1',
      newPassword: 'OwnWords12',
    });
    const sections = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link');
    expect(sections.map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Approvals',
      'Inventory',
      'Attendance',
      'Settings',
    ]);
  });

  it('signs out whatever the server answers, without leading the next person anywhere', async () => {
    const { calls } = openSignedIn('/inventory', 'super_admin', { 'POST /api/auth/logout': failure('UNAVAILABLE') });
    await heading('Inventory Management');
    await waitFor(() => expect(sockets).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Sign in');
    const farewell = calls.find(({ path }) => path === '/api/auth/logout');
    expect(farewell?.headers.get('authorization')).toBe('Bearer abc');
    expect(localStorage).toHaveLength(0);
    expect(sockets[0]?.closed).toBe(true);
    expect(screen.queryByText('Your session has ended. Sign in to continue.')).toBeNull();

    act(() => session.start('def', sessionUser({ name: 'Next Person' })));
    await heading('Welcome back, Next Person');
  });

  it('sends what can still be undone before signing out, as it needs the session', async () => {
    openSignedIn('/inventory');
    await heading('Inventory Management');
    const tokens: (string | null)[] = [];
    const send = () => Promise.resolve(tokens.push(session.token()));
    heldWrites.hold('1', 'approve', { send, onDropped: vi.fn() });
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Sign in');
    expect(tokens).toEqual(['abc']);
  });

  it('is signed out by a 401 to any call', async () => {
    openSignedIn('/dashboard', 'super_admin', { 'GET /api/dashboard': failure('UNAUTHENTICATED') });
    await heading('Sign in');
    expect(screen.getByText('Your session has ended. Sign in to continue.')).toBeVisible();
  });
});

describe('the live panel', () => {
  it('shows what arrives to a super admin and counts what is unread', async () => {
    openSignedIn('/settings');
    await waitFor(() => expect(sockets).toHaveLength(1));
    act(() => {
      sockets[0]?.receive('laboratory:created', { name: 'North Wing', code: 'NOR' });
      sockets[0]?.receive('transaction:approved', {
        _id: '65f000000000000000000001',
        transactionNo: 'KOL-2026-27-000123',
        type: 'expense',
        amountPaise: 125_050,
      });
      sockets[0]?.receive('user:created', { _id: '65f000000000000000000002', name: 'Ravi Iyer', role: 'lab_admin' });
      sockets[0]?.receive('notification', { type: 'info', message: 'Backup finished' });
      sockets[0]?.receive('notification', { type: 'nonsense', message: 'Dropped' });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Notifications, 4 unread' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(panel.getByText('Laboratory Created')).toBeVisible();
    expect(panel.getByText('Transaction Approved')).toBeVisible();
    expect(panel.getByText('KOL-2026-27-000123: Expense of ₹1,250.50')).toBeVisible();
    expect(panel.getByText('New User Added')).toBeVisible();
    expect(panel.getByText('Ravi Iyer · Lab admin')).toBeVisible();
    expect(panel.getByText('Notification')).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Mark all read' }));
    await userEvent.click(panel.getByRole('button', { name: 'Clear all' }));
    expect(panel.getByText('No notifications yet')).toBeVisible();
  });

  it('is a link to the notifications for everyone else', async () => {
    openSignedIn('/settings', 'manager');
    // The settings have a page of the same name.
    const links = () => screen.getAllByRole('link', { name: 'Notifications' });
    await waitFor(() => expect(links().map((link) => link.getAttribute('href'))).toContain('/notifications'));
  });

  it('fetches again what is shown after the connection was lost', async () => {
    const { calls } = openSignedIn('/dashboard');
    await screen.findByRole('link', { name: /2 laboratories suspended/ });
    const counted = () => calls.filter(({ path }) => path === '/api/dashboard').length;
    act(() => sockets[0]?.receive('connect'));
    const before = counted();
    act(() => sockets[0]?.receive('connect'));
    await waitFor(() => expect(counted()).toBe(before * 2));
  });

  it('fetches again what was shown for long before the first connection', async () => {
    const { calls } = openSignedIn('/dashboard');
    await screen.findByRole('link', { name: /2 laboratories suspended/ });
    const counted = () => calls.filter(({ path }) => path === '/api/dashboard').length;
    const before = counted();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_000);
    act(() => sockets[0]?.receive('connect'));
    await waitFor(() => expect(counted()).toBe(before * 2));
  });
});

describe('any other address', () => {
  it('is a page that says so and leads on', async () => {
    openApp('/no/such/page');
    await heading('Page Not Found');
    expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
    expect(screen.getByText('/no/such/page')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    const links = within(screen.getByRole('navigation', { name: 'Quick links' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Laboratories', '/laboratories'],
      ['Staff', '/staff'],
      ['Finances', '/finances'],
      ['Inventory', '/inventory'],
      ['Attendance', '/attendance'],
    ]);
  });
});
