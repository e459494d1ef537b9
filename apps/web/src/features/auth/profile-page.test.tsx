import { contract, type Session, type SessionUser } from '@shifa/contract';
import { laboratory, nextId, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ProfilePage } from './profile-page';

const { _id, name, code, timezone, contact, location } = laboratory({
  name: 'Shifa Kolkata',
  contact: { phone: '+91 33 2212 0000', email: null },
  location: { ...laboratory().location, address: '12 Park Street', city: 'Kolkata' },
});
const kolkata = { _id, name, code, timezone, contact, location };

const session = (overrides: Partial<Session>): Session => ({
  _id: nextId(),
  device: 'Chrome on Android',
  ipAddress: '203.0.113.7',
  createdAt: '2026-11-20T09:15:00.000Z',
  lastSeenAt: new Date().toISOString(),
  current: false,
  ...overrides,
});
const here = session({ device: 'Firefox on Linux', current: true });

function setUp(user: Partial<SessionUser> = {}, sessions: Session[] = [here]) {
  const api = fakeApi();
  let stored = sessions;
  const done = { status: 200 as const, body: { success: true as const, data: null, message: 'Done' } };
  api.on(contract.auth.listSessions, () => answer(stored));
  api.on(contract.auth.endSession, ({ params }) => {
    stored = stored.filter((one) => one._id !== params['id']);
    return done;
  });
  api.on(contract.auth.endOtherSessions, () => {
    stored = stored.filter(({ current }) => current);
    return done;
  });
  const signedIn = sessionUser({
    name: 'Asha Rao',
    email: 'asha@shifa.example',
    createdAt: '2026-01-05T06:30:00.000Z',
    ...user,
  });
  renderApp(<ProfilePage />, { user: signedIn });
  return api;
}

const card = (title: string) => within(screen.getByRole('region', { name: title }));
const fact = (title: string, label: string) => card(title).getByText(label).nextElementSibling?.textContent;

describe('the profile', () => {
  it('has a card with initial, name, email, role, status, laboratory and member since', () => {
    setUp({ role: 'super_admin', laboratoryId: kolkata });
    const you = card('You');
    expect(you.getByText('AR')).toBeVisible();
    expect(you.getByRole('heading', { name: 'Asha Rao' })).toBeVisible();
    expect(you.getByText('asha@shifa.example')).toBeVisible();
    expect(you.getByText('SUPER ADMIN')).toBeVisible();
    expect(fact('You', 'Status')).toBe('Active');
    expect(fact('You', 'Laboratory')).toBe('Shifa Kolkata');
    expect(fact('You', 'Member Since')).toBe('January 5, 2026');
    expect(you.getByRole('button', { name: 'Change Password' })).toBeVisible();
  });

  it.each([
    ['super_admin', 'SUPER ADMIN'],
    ['lab_admin', 'LAB ADMIN'],
    ['manager', 'MANAGER'],
    ['staff', 'STAFF'],
  ] as const)('shows the role %s as %s', (role, words) => {
    setUp({ role });
    expect(screen.getByText(words)).toBeVisible();
  });

  it('gives each role its own colour', () => {
    const colours = (['super_admin', 'lab_admin', 'staff', 'manager'] as const).map((role) => {
      const { unmount } = renderApp(<ProfilePage />, { user: sessionUser({ role }) });
      const chip = screen.getByText(role.replace('_', ' ').toUpperCase()).closest('.MuiChip-root');
      const classes = chip?.className;
      unmount();
      return classes;
    });
    expect(new Set(colours).size).toBe(4);
  });

  it('says what is not provided', () => {
    setUp({ phone: null, department: null, lastLogin: null, laboratoryId: null });
    expect(fact('Personal Information', 'Full Name')).toBe('Asha Rao');
    expect(fact('Personal Information', 'Email')).toBe('asha@shifa.example');
    expect(fact('Personal Information', 'Phone')).toBe('Not provided');
    expect(fact('Personal Information', 'Department')).toBe('Not assigned');
    expect(screen.queryByRole('region', { name: 'Laboratory Information' })).not.toBeInTheDocument();
    expect(screen.queryByText('Laboratory')).not.toBeInTheDocument();
    expect(fact('Account Activity', 'Account Created')).toBe('January 5, 2026');
    expect(screen.queryByText('Last Login')).not.toBeInTheDocument();
  });

  it('shows N/A when the date of creation is missing', () => {
    renderApp(<ProfilePage />, { user: { ...sessionUser(), createdAt: '' } });
    expect(fact('You', 'Member Since')).toBe('N/A');
  });

  it('shows the laboratory and the account', () => {
    setUp({
      laboratoryId: kolkata,
      phone: '+91 90000 00000',
      department: 'Pathology',
      lastLogin: new Date().toISOString(),
    });
    expect(fact('Personal Information', 'Phone')).toBe('+91 90000 00000');
    expect(fact('Personal Information', 'Department')).toBe('Pathology');
    expect(fact('Laboratory Information', 'Name')).toBe('Shifa Kolkata');
    expect(fact('Laboratory Information', 'Contact phone')).toBe('+91 33 2212 0000');
    expect(fact('Laboratory Information', 'Address')).toBe('12 Park Street, Kolkata');
    expect(fact('Account Activity', 'Last Login')).toBe('just now');
  });

  it('leaves out the phone and the address that a laboratory does not have', () => {
    const bare = { ...kolkata, contact: { phone: '' }, location: { address: '', city: 'Kolkata' } };
    setUp({ laboratoryId: bare });
    expect(screen.queryByText('Contact phone')).not.toBeInTheDocument();
    expect(fact('Laboratory Information', 'Address')).toBe('Kolkata');
  });
});

describe('the own sessions', () => {
  const phone = session({});
  const tablet = session({ device: 'Safari on iOS', lastSeenAt: '2026-11-01T09:15:00.000Z' });

  it('show device, address and last use, and which is the present one', async () => {
    setUp({}, [here, phone, tablet]);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Firefox on Linux203.0.113.7 · just nowThis device',
      'Chrome on Android203.0.113.7 · just nowEnd',
      'Safari on iOS203.0.113.7 · Nov 1, 2026End',
    ]);
  });

  it('end one by one, and the list is updated', async () => {
    const api = setUp({}, [here, phone, tablet]);
    await userEvent.click(await screen.findByRole('button', { name: 'End the session on Safari on iOS' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('Safari on iOS is signed out at once.');
    expect(api.requests(contract.auth.endSession)).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'End session' }));
    expect(await screen.findByText('Session ended')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument());
    expect(screen.getByText('Chrome on Android')).toBeVisible();
    expect(api.requests(contract.auth.endSession).map(({ params }) => params['id'])).toEqual([tablet._id]);
  });

  it('end all at once except the present one, after a question', async () => {
    const api = setUp({}, [here, phone, tablet]);
    await userEvent.click(await screen.findByRole('button', { name: 'End all others' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('2 other devices are signed out at once.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(api.requests(contract.auth.endOtherSessions)).toHaveLength(0);
    await userEvent.click(await screen.findByRole('button', { name: 'End all others' }));
    await userEvent.click(screen.getByRole('button', { name: 'End sessions' }));
    // It moves from the question, which closes, to the page.
    await waitFor(() => expect(screen.getByText('All other sessions ended')).toBeVisible());
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
  });

  it('show an error if one could not be ended', async () => {
    const api = setUp({}, [here, phone]);
    api.on(contract.auth.endSession, () => failure('SESSION_NOT_FOUND'));
    await userEvent.click(await screen.findByRole('button', { name: 'End the session on Chrome on Android' }));
    await userEvent.click(screen.getByRole('button', { name: 'End session' }));
    expect(await screen.findByText('This session has already ended')).toBeVisible();
  });

  it('cannot be ended if the present one is the only one', async () => {
    setUp();
    expect(await screen.findByText('This device')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
  });
});
