import { contract, type Notification, type Role } from '@shifa/contract';
import { laboratory, notification, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { doubleTap } from '../../testing/double-tap';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { onPhone } from '../../testing/on-phone';
import { renderApp } from '../../testing/render-app';
import { NotificationsPage } from './notifications-page';

const me = { _id: '65f0000000000000000000aa', name: 'Asha Rao' };
const { list, listAll, read, readAll, remove, preferences, setPreferences } = contract.notifications;

const kolkata = laboratory({ name: 'Shifa Diagnostics Kolkata' });

const own = (more: Partial<Notification> = {}) => notification({ recipientId: me, ...more });

type Options = { role?: Role; at?: string; rows?: Notification[]; unreadCount?: number };

function open({ role = 'staff', at = '/notifications', rows = [own()], unreadCount = 1 }: Options = {}) {
  const server = fakeApi();
  const state = { rows, unreadCount };
  server.on(contract.laboratories.options, () => answer([kolkata]));
  for (const route of [list, listAll]) {
    server.on(route, () => {
      const { status, body } = answerPage(state.rows);
      return { status, body: { ...body, unreadCount: state.unreadCount, asOf: '2026-11-22T09:00:00.000Z' } };
    });
  }
  const user = sessionUser({ role, ...me, id: me._id });
  return { ...renderApp(<NotificationsPage />, { user, at }), server, state };
}

const card = (title: string) => screen.findByRole('listitem', { name: title });
const never = () => new Promise<never>(() => undefined);

describe('the list', () => {
  it('names the laboratory for those who see several', async () => {
    const rows = [
      own({ title: '13 entries', laboratoryId: kolkata._id }),
      own({ title: 'Backup', laboratoryId: null }),
    ];
    const { unmount } = open({ role: 'super_admin', rows });
    expect(await within(await card('13 entries')).findByText(kolkata.name)).toBeVisible();
    expect(within(await card('Backup')).queryByText(kolkata.name)).toBeNull();
    unmount();
    open({ role: 'manager', rows });
    expect(within(await card('13 entries')).queryByText(kolkata.name)).toBeNull();
  });

  it('shows who it is for, its priority and its state', async () => {
    open({
      unreadCount: 2,
      rows: [
        own({ title: 'Mine', priority: 'urgent', actionUrl: '/inventory', actionLabel: 'View stock' }),
        own({ title: 'Of the system', isRead: true, isSystemGenerated: true, sender: null, type: 'absent' }),
      ],
    });
    expect(screen.getByText('Loading notifications...')).toBeVisible();
    const mine = within(await card('Mine'));
    expect(screen.getByText('2 unread notifications')).toBeVisible();
    for (const text of ['Urgent', 'For Me', 'Nov 20, 2026', 'From Meera Nair'])
      expect(mine.getByText(text)).toBeVisible();
    expect(mine.getByRole('img', { name: 'Unread' })).toBeVisible();
    expect(mine.getByRole('link', { name: 'View stock' })).toHaveAttribute('href', '/inventory');
    expect(mine.queryByRole('button', { name: /Delete/ })).toBeNull();
    const other = within(await card('Of the system'));
    expect(other.getByText('System')).toBeVisible();
    expect(other.queryByRole('button', { name: 'Mark as Read' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create Notification' })).toBeNull();
  });

  it('asks the server for what is chosen, and only for that', async () => {
    const { server, address } = open();
    await card('Power cut on Saturday');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Read state' }), 'Unread Only');
    await userEvent.click(screen.getByRole('button', { name: 'Absent' }));
    await waitFor(() => expect(server.requests(list)).toHaveLength(3));
    const asked = server.requests(list).map(({ query }) => [query.get('isRead'), query.get('type')]);
    expect(asked).toEqual([
      [null, null],
      ['false', null],
      ['false', 'absent'],
    ]);
    expect(address()).toBe('/notifications?isRead=false&type=absent');
    expect(screen.getByRole('button', { name: 'Absent' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('searches title and message of what is loaded', async () => {
    const { server } = open({
      rows: [own({ title: 'Power cut' }), own({ title: 'Water', message: 'No power either' })],
    });
    await card('Power cut');
    await userEvent.type(screen.getByRole('searchbox'), 'POWER');
    await userEvent.type(screen.getByRole('searchbox'), ' either');
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Power cut' })).toBeNull());
    expect(screen.getByRole('listitem', { name: 'Water' })).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), ' none');
    expect(await screen.findByText('No notifications found')).toBeVisible();
    expect(server.requests(list)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await card('Power cut');
  });

  it('accepts an answer of rows and the number of unread ones alone', async () => {
    const { createdAt: _, recipientId: __, ...row } = own({ title: 'Sparse' });
    fakeApi().onOffContract(list, () => ({ status: 200, body: { data: [row], unreadCount: 3 } }));
    renderApp(<NotificationsPage />, { user: sessionUser({ role: 'staff', ...me, id: me._id }) });
    const sparse = within(await card('Sparse'));
    expect(screen.getByText('3 unread notifications')).toBeVisible();
    expect(sparse.getByText('For Me')).toBeVisible();
  });

  it('says why it is empty, or that it could not be loaded', async () => {
    const { server } = open({ rows: [] });
    expect(await screen.findByText('No notifications found')).toBeVisible();
    server.on(list, () => failure('UNAVAILABLE', { message: 'The network rests' }));
    await userEvent.click(screen.getByRole('button', { name: 'Late arrival' }));
    expect(await screen.findByText('The network rests')).toBeVisible();
    expect(screen.queryByText('Failed to fetch notifications')).toBeNull();
    server.on(list, () => failure('UNAVAILABLE', { message: '' }));
    await userEvent.click(screen.getByRole('button', { name: 'System' }));
    expect(await screen.findByText('Failed to fetch notifications')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Failed to fetch notifications(Reference .*)?Try again$/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('collapses the filters on a phone', async () => {
    onPhone();
    open();
    await card('Power cut on Saturday');
    expect(screen.queryByRole('button', { name: 'Absent' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    expect(screen.getByRole('button', { name: 'Absent' })).toBeVisible();
  });
});

describe('reading', () => {
  it('is shown at once', async () => {
    const { server } = open();
    server.on(read, never);
    const shown = within(await card('Power cut on Saturday'));
    await userEvent.click(shown.getByRole('button', { name: 'Mark as Read' }));
    expect(shown.queryByRole('button', { name: 'Mark as Read' })).toBeNull();
    expect(screen.getByText('0 unread notifications')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark All as Read' })).toBeNull();
  });

  it.each([
    ['Mark as Read', read, failure('UNAVAILABLE', { message: '' }), 'Failed to mark as read'],
    ['Mark All as Read', readAll, failure('UNAVAILABLE', { message: '' }), 'Failed to mark all as read'],
    ['Mark as Read', read, failure('UNAVAILABLE', { message: 'The server is busy' }), 'The server is busy'],
  ])('is taken back when it fails: %s', async (name, route, refusal, text) => {
    const { server } = open();
    server.on(route, () => refusal as never);
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('1 unread notification')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mark as Read' })).toBeVisible();
  });

  it('reads one by a double tap, and not the one that follows in its place', async () => {
    const { server, state } = open({
      at: '/notifications?isRead=false',
      rows: [
        own({ _id: '65f0000000000000000000b1', title: 'First' }),
        own({ _id: '65f0000000000000000000b2', title: 'Second' }),
      ],
    });
    server.on(read, () => {
      state.rows = state.rows.slice(1);
      return answer(own({ isRead: true }));
    });
    const markAsRead = (title: string) =>
      card(title).then((shown) => within(shown).getByRole('button', { name: 'Mark as Read' }));
    const first = await card('First');
    await doubleTap(await markAsRead('First'), async () => {
      await waitFor(() => expect(first).not.toBeInTheDocument());
      return markAsRead('Second');
    });
    expect(await card('Second')).toBeVisible();
    expect(server.requests(read)).toHaveLength(1);
  });

  it('of all leaves nothing unread', async () => {
    const { server, state } = open({ rows: [own(), own({ title: 'Other' })], unreadCount: 2 });
    server.on(readAll, () => answer({ marked: 2, unreadCount: 0 }));
    await card('Other');
    Object.assign(state, { rows: state.rows.map((row) => ({ ...row, isRead: true })), unreadCount: 0 });
    await userEvent.click(screen.getByRole('button', { name: 'Mark All as Read' }));
    expect(screen.getByText('0 unread notifications')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark as Read' })).toBeNull();
  });
});

describe('a super admin', () => {
  it('sees everyone’s notifications, whose readers alone can mark them', async () => {
    const { server } = open({
      role: 'super_admin',
      rows: [notification({ recipientId: { _id: '65f0000000000000000000bb', name: 'Ravi Iyer' } })],
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Everyone' }));
    await waitFor(() => expect(server.requests(listAll)).toHaveLength(1));
    const shown = within(await card('Power cut on Saturday'));
    expect(shown.getByText('Ravi Iyer')).toBeVisible();
    const locked = shown.getByRole('button', { name: 'Not Allowed' });
    expect(locked).toHaveAttribute('aria-disabled', 'true');
    expect(locked).toHaveAccessibleDescription('Only Ravi Iyer can mark it as read.');
    expect(screen.getByRole('button', { name: 'Create Notification' })).toBeVisible();
  });

  it('narrows everyone’s notifications to a laboratory, and not the own ones', async () => {
    const { server, address } = open({ role: 'super_admin', at: '/notifications?of=everyone' });
    await screen.findByRole('option', { name: kolkata.name });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Laboratory' }), kolkata.name);
    await waitFor(() => expect(server.requests(listAll)).toHaveLength(2));
    expect(server.requests(listAll)[1]?.query.get('laboratoryId')).toBe(kolkata._id);
    await userEvent.click(screen.getByRole('radio', { name: 'For me' }));
    await waitFor(() => expect(server.requests(list)).toHaveLength(1));
    expect(screen.queryByRole('combobox', { name: 'Laboratory' })).toBeNull();
    expect(address()).toBe('/notifications');
  });

  it('deletes after being asked; a failure brings it back', async () => {
    const { server } = open({ role: 'super_admin' });
    server.on(remove, () => failure('UNAVAILABLE', { message: '' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Power cut on Saturday' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Delete notification' }));
    expect(server.requests(remove)).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    // The toast moves to the page when the dialog has closed.
    await waitFor(() => expect(screen.getByText('Failed to delete notification')).toBeVisible());
    expect(await card('Power cut on Saturday')).toBeVisible();
    expect(screen.getByText('1 unread notification')).toBeVisible();
  });

  it('says nothing of a failure where someone else has deleted it', async () => {
    const { server } = open({ role: 'super_admin' });
    server.on(remove, () => failure('NOTIFICATION_NOT_FOUND'));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Power cut on Saturday' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.requests(remove)).toHaveLength(1);
    expect(screen.queryByText(/notification (not found|doesn't exist)|Failed to delete/i)).toBeNull();
  });
});

it('saves which notifications are wanted, and quiet hours', async () => {
  const { server } = open();
  server.on(preferences, () => answer({ muted: ['absent'], quietHours: null }));
  server.on(setPreferences, ({ body }) => answer(body as never));
  await userEvent.click(screen.getByRole('button', { name: 'Notification preferences' }));
  expect(await screen.findByRole('switch', { name: 'Absent' })).not.toBeChecked();
  const form = within(screen.getByRole('dialog', { name: 'Notification preferences' }));
  await userEvent.click(form.getByRole('switch', { name: 'Overtime' }));
  await userEvent.click(form.getByRole('switch', { name: 'Absent' }));
  await userEvent.click(form.getByRole('switch', { name: 'Quiet hours' }));
  expect(form.getByLabelText('From')).toHaveValue('22:00');
  await userEvent.click(form.getByRole('button', { name: 'Save preferences' }));
  expect(await screen.findByText('Notification preferences saved')).toBeVisible();
  expect(server.requests(setPreferences)[0]?.body).toEqual({
    muted: ['overtime'],
    quietHours: { from: '22:00', to: '07:00' },
  });
});
