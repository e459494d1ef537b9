import { contract, type LiveNotification } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { LiveSocket } from '../../data/socket';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render-app';
import { notificationListLive } from './notification.live';
import { useLiveNotifications } from './use-live-notifications';

function renderBell(role: 'staff' | 'super_admin') {
  const state = { unread: 2 };
  const server = fakeApi();
  server.on(contract.notifications.preferences, () => answer({ muted: [], quietHours: null }));
  server.on(contract.notifications.list, () => {
    const { status, body } = answerPage([]);
    return { status, body: { ...body, unreadCount: state.unread, asOf: '2026-11-22T09:00:00.000Z' } };
  });
  const socket = new FakeSocket();
  let listen: ReturnType<typeof useLiveNotifications>['live'] = () => undefined;
  function Bell() {
    const { live, bell } = useLiveNotifications([]);
    listen = live;
    return bell;
  }
  const view = renderApp(<Bell />, { user: sessionUser({ role }) });
  for (const each of [listen, notificationListLive]) each(socket as object as LiveSocket, view.queryClient);
  const notify = (...arrived: LiveNotification[]) => {
    act(() => {
      for (const each of arrived) socket.receive('notification', each);
    });
  };
  return { ...view, server, state, notify };
}

const info = (title: string, more: Partial<LiveNotification> = {}): LiveNotification => {
  return { type: 'info', title, message: 'From 10 to 12', ...more };
};

it('counts what is unread, anew when a notification arrives, and leads to the page', async () => {
  const { state, notify } = renderBell('staff');
  expect(await screen.findByRole('link', { name: 'Notifications, 2 unread' })).toHaveAttribute(
    'href',
    '/notifications',
  );
  state.unread = 10;
  notify(info('Power cut'));
  expect(await screen.findByRole('link', { name: 'Notifications, 9+ unread' })).toHaveTextContent('9+');
});

it('announces one notification with its action, and several in one toast', async () => {
  const { notify, address } = renderBell('staff');
  notify(info('Power cut', { action: { label: 'Open', path: '/attendance' } }));
  const toast = await screen.findByRole('alert');
  expect(toast).toHaveTextContent('Power cut: From 10 to 12');
  await userEvent.click(within(toast).getByRole('button', { name: 'Open' }));
  expect(address()).toBe('/attendance');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());

  notify(info('One'), info('Two'));
  await screen.findByText('2 new notifications');
  notify(info('Three'));
  await screen.findByText('3 new notifications');
  await waitFor(() => expect(screen.queryByText('2 new notifications')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'View' }));
  expect(address()).toBe('/notifications');
});

it('only counts in quiet hours', async () => {
  const { state, notify } = renderBell('staff');
  await screen.findByRole('link', { name: 'Notifications, 2 unread' });
  state.unread = 3;
  notify(info('At night', { silent: true }));
  await screen.findByRole('link', { name: 'Notifications, 3 unread' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('opens the panel of a super admin for a warning, without a toast', async () => {
  const { notify } = renderBell('super_admin');
  notify(info('Fridge', { type: 'warning', action: { label: 'View', path: '/inventory' } }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  expect(panel.getByText('Fridge')).toBeVisible();
  expect(panel.getByRole('link', { name: 'All notifications' })).toHaveAttribute('href', '/notifications');
  await userEvent.click(panel.getByRole('button', { name: 'Mark read' }));
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await userEvent.click(panel.getByRole('button', { name: 'Dismiss Fridge' }));
  expect(panel.getByText('No notifications yet')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('marks what is read in the panel on the server, as far as it is stored there, and takes a failure back', async () => {
  const { server, notify } = renderBell('super_admin');
  const { readAll } = contract.notifications;
  server.on(readAll, () => answer({ marked: 1, unreadCount: 0 }));
  const stored = ['65f000000000000000000001', '65f000000000000000000002', '65f000000000000000000003'];
  notify(info('Not stored'), ...stored.map((_id, index) => info(`Stored ${index + 1}`, { _id })));
  await userEvent.click(screen.getByRole('button', { name: 'Notifications, 4 unread' }));
  await screen.findByRole('dialog', { name: 'Notifications' });
  const item = (title: string) => within(screen.getByText(title).closest('li') ?? document.body);
  for (const title of ['Not stored', 'Stored 1']) {
    await userEvent.click(item(title).getByRole('button', { name: 'Mark read' }));
  }
  await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(server.requests(readAll)).toHaveLength(2));
  expect(server.requests(readAll).map(({ body }) => body)).toEqual([
    { ids: [stored[0]] },
    { ids: [stored[2], stored[1]] },
  ]);
  server.on(readAll, () => failure('UNAVAILABLE'));
  notify(info('Stored 4', { _id: '65f000000000000000000004' }));
  await userEvent.click(item('Stored 4').getByRole('button', { name: 'Mark read' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(item('Stored 4').getByRole('button', { name: 'Mark read' })).toBeVisible();
});
