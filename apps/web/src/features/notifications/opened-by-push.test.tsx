import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { contract } from '@shifa/contract';
import { notification, sessionUser } from '@shifa/contract/testing';
import { act, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { OpenNotificationPage } from './open-notification-page';
import { useOpenedByPush } from './use-opened-by-push';

const id = 'a'.repeat(24);
const address = `/notifications/open?id=${id}&to=%2Finventory`;

/** Taps a message while windows are open of which some answer. */
async function tap(answering: boolean[]) {
  const listeners = new Map<string, (event: object) => void>();
  const windows = answering.map((answers) => ({
    focus: vi.fn(),
    postMessage: vi.fn((_: object, ports: MessagePort[]) => {
      if (answers) ports[0]?.postMessage('opened');
    }),
  }));
  const openWindow = vi.fn();
  const self = {
    addEventListener: (type: string, listen: (event: object) => void) => listeners.set(type, listen),
    clients: { matchAll: () => Promise.resolve(windows), openWindow },
  };
  const code = readFileSync('public/sw-push.js', 'utf8');
  runInNewContext(code, { self, URLSearchParams, MessageChannel, setTimeout });
  let done: Promise<unknown> = Promise.resolve();
  const notification = { close: () => undefined, data: { notificationId: id, path: '/inventory' } };
  listeners.get('notificationclick')?.({ notification, waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
  return { windows, openWindow };
}

it('a tapped message opens in the window where someone is signed in', async () => {
  const { windows, openWindow } = await tap([false, true]);
  expect(windows.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1]);
  expect(openWindow).not.toHaveBeenCalled();
});

it.each([[[]], [[false]]])('a tapped message opens a window where none of %j answers', async (answering) => {
  const { windows, openWindow } = await tap(answering);
  expect(openWindow).toHaveBeenCalledWith(address);
  for (const { focus } of windows) expect(focus).not.toHaveBeenCalled();
});

it.each([
  [1_000, true],
  [-1_000, false],
])('a page follows a tap only as long as the service worker waits for it (%i ms left)', (left, follows) => {
  const workers = new EventTarget();
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: workers } }));
  const Page = () => {
    useOpenedByPush();
    return null;
  };
  const view = renderApp(<Page />, { user: sessionUser() });
  const { port1, port2 } = new MessageChannel();
  const answered = vi.spyOn(port2, 'postMessage');
  const data = { type: 'open', address, until: Date.now() + left };
  act(() => void workers.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port2] })));
  expect(answered.mock.calls).toEqual(follows ? [['opened']] : []);
  expect(view.address().includes(id)).toBe(follows);
  port1.close();
});

it('the number of unread notifications is fetched again once the tapped one is read', async () => {
  const api = fakeApi();
  let respond = () => {};
  const responded = new Promise<void>((resolve) => (respond = resolve));
  api.on(contract.notifications.read, async () => {
    await responded;
    return answer(notification({ isRead: true }));
  });
  const { queryClient } = renderApp(<OpenNotificationPage />, { user: sessionUser(), at: address });
  queryClient.setQueryData(['notifications', 'unread'], { unreadCount: 1 });
  const isStale = () => queryClient.getQueryState(['notifications', 'unread'])?.isInvalidated;
  expect(isStale()).toBe(false);
  respond();
  await waitFor(() => expect(isStale()).toBe(true));
});
