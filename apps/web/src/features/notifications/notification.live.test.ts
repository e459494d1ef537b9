import { contract, type LiveNotification, type Notification, type ServerEvent } from '@shifa/contract';
import { notification } from '@shifa/contract/testing';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { api } from '../../data/api';
import type { LiveNotices } from '../../data/live';
import { keyOf } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { until } from '../../testing/until';
import { LiveNotificationStore } from './live-notifications';
import { notificationListLive, notificationLive } from './notification.live';
import { broadcastProgress, notificationList, notificationPreferences } from './notification.queries';

const { list } = contract.notifications;

const people: LiveNotices = {
  'user:created': {
    one: ({ name }) => ({ type: 'info', title: 'New User Added', message: name }),
    many: (count) => ({ message: `${count} people were added` }),
  },
};

function listen() {
  const received: [LiveNotification, kind: string | undefined][] = [];
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  const receiver = {
    add: (arrived: LiveNotification, burst?: { kind: string }) => received.push([arrived, burst?.kind]),
  };
  notificationLive(receiver, { timeZone: 'UTC', notices: [people] })(socket as object as LiveSocket, queryClient);
  const messages = () => received.map(([{ message }]) => message);
  return { socket, queryClient, received, messages };
}

/** The server's list; `asOf` is a minute later with each request. */
function serve(rows: () => Notification[]) {
  const server = fakeApi();
  let minute = 0;
  server.on(list, () => {
    const data = rows();
    const pagination = { page: 1, limit: 20, total: data.length, pages: 1 };
    const asOf = `2026-11-22T09:0${minute++}:00.000Z`;
    return { status: 200 as const, body: { success: true as const, data, pagination, unreadCount: data.length, asOf } };
  });
  return server;
}

it('passes on what people did, the viewer too', () => {
  const { socket, received } = listen();
  socket.receive('user:created', { _id: '1', name: 'Asha', by: { _id: 'viewer', name: 'Me' } });
  socket.receive('user:created', { _id: '2', name: 'Ravi', by: { _id: 'other', name: 'Other' } });
  socket.receive('user:created', { _id: '3', name: 'Imported', by: null });
  expect(received).toEqual([
    [{ type: 'info', title: 'New User Added', message: 'Asha' }, 'user:created'],
    [{ type: 'info', title: 'New User Added', message: 'Ravi' }, 'user:created'],
    [{ type: 'info', title: 'New User Added', message: 'Imported' }, 'user:created'],
  ]);
});

it('passes on what others did silently in quiet hours', () => {
  const { socket, queryClient, received } = listen();
  const add = () => socket.receive('user:created', { _id: '2', name: 'Ravi', by: null });
  vi.setSystemTime('2026-11-22T23:30:00Z');
  queryClient.setQueryData(notificationPreferences.queryKey, {
    muted: [],
    quietHours: { from: '22:00', to: '07:00' },
  });
  add();
  vi.setSystemTime('2026-11-22T07:00:00Z');
  add();
  vi.useRealTimers();
  expect(received.map(([{ silent = false }]) => silent)).toEqual([true, false]);
});

it('passes on well-formed notifications, each once', () => {
  const { socket, received } = listen();
  const arrived = { _id: '65f000000000000000000001', type: 'info', message: 'Backup finished' };
  for (const payload of [arrived, arrived, { type: 'nonsense', message: 'Dropped' }]) {
    socket.receive('notification', payload);
  }
  expect(received).toEqual([[{ ...arrived, title: 'Notification' }, undefined]]);
});

describe('after a disconnect', () => {
  it('catches up once with what is not known yet, oldest first', async () => {
    const [broadcast, known, urgent] = [
      notification({ title: 'Broadcast', broadcastId: '65f0000000000000000000bb' }),
      notification({ title: 'Known' }),
      notification({ title: 'Urgent', level: 'warning', actionUrl: '/staff', actionLabel: null }),
    ].map((row, index) => ({ ...row, createdAt: `2026-11-22T09:0${index}:30.000Z` })) as [
      Notification,
      Notification,
      Notification,
    ];
    const before = { ...notification({ title: 'From before' }), createdAt: '2026-11-22T08:59:00.000Z' };
    let rows = [before];
    const server = serve(() => rows);
    const { socket, queryClient, received } = listen();
    socket.receive('connect');
    await until(() => expect(queryClient.getQueriesData({ queryKey: keyOf(api.notifications.list) })).toHaveLength(1));
    await until(() => expect(queryClient.isFetching()).toBe(0));
    socket.receive('notification', { _id: known._id, type: 'info', title: 'Known', message: known.message });
    received.length = 0;

    rows = [urgent, known, broadcast, before];
    socket.receive('disconnect');
    socket.receive('connect');
    await until(() => expect(received).toHaveLength(2));
    expect(received.map(([arrived]) => arrived)).toEqual([
      {
        _id: broadcast.broadcastId,
        type: 'info',
        title: 'Broadcast',
        message: broadcast.message,
        sender: 'Meera Nair',
      },
      {
        _id: urgent._id,
        type: 'warning',
        title: 'Urgent',
        message: urgent.message,
        sender: 'Meera Nair',
        action: { label: 'Open', path: '/staff' },
      },
    ]);
    socket.receive('connect');
    const asked = server.requests(list).map(({ query }) => query.get('since'));
    expect(asked).toEqual([null, '2026-11-22T09:00:00.000Z']);
  });

  it('tries again at the next connection when it fails', async () => {
    const server = serve(() => []);
    const { socket, queryClient } = listen();
    await queryClient.query(notificationList(false, {}));
    server.on(list, () => {
      throw new TypeError('Failed to fetch');
    });
    const asked = () => server.requests(list).flatMap(({ query }) => query.get('since') ?? []);
    socket.receive('disconnect');
    socket.receive('connect');
    await until(() => expect(asked()).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve));
    socket.receive('connect');
    await until(() => expect(asked()).toHaveLength(2));
    expect(asked()).toEqual(['2026-11-22T09:00:00.000Z', '2026-11-22T09:00:00.000Z']);
  });
});

it.each<ServerEvent>(['notification', 'notification:changed'])('reads lists and counters again at %s', (event) => {
  vi.useFakeTimers();
  const queryClient = new QueryClient();
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  const socket = new FakeSocket();
  notificationListLive(socket as object as LiveSocket, queryClient);
  socket.receive(event, {});
  vi.runAllTimers();
  vi.useRealTimers();
  expect(invalidated.mock.calls).toEqual([[{ queryKey: ['notifications'] }]]);
});

it('keeps the progress of a broadcast', () => {
  const queryClient = new QueryClient();
  const socket = new FakeSocket();
  notificationListLive(socket as object as LiveSocket, queryClient);
  socket.receive('broadcast:progressed', { broadcastId: '1', recipients: 10, delivered: 5 });
  expect(queryClient.getQueryData(broadcastProgress.queryKey)).toMatchObject({ recipients: 10, delivered: 5 });
});

it('marks what was read elsewhere in the panel, and leaves what is unread', async () => {
  const [read, unread] = [notification({ title: 'Read' }), notification({ title: 'Unread' })];
  const store = new LiveNotificationStore();
  const socket = new FakeSocket();
  notificationLive(store, { timeZone: 'UTC', notices: [] })(socket as object as LiveSocket, new QueryClient());
  serve(() => [unread]);
  for (const { _id, title } of [read, unread]) {
    socket.receive('notification', { _id, type: 'info', title, message: title });
  }
  socket.receive('notification:changed', { at: read.createdAt });
  await until(() => expect(store.unread()).toEqual([unread._id]));
});
