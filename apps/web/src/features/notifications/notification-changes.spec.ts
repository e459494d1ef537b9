import { notification } from '@shifa/contract/testing';
import { expect, it } from 'vitest';
import { countedRead, markedAllRead, markedRead, removed, undone } from './notification-changes';
import type { NotificationPage } from './notification.queries';

const at = '2026-11-22T09:00:00.000Z';
const me = { _id: '65f0000000000000000000aa', name: 'Me' };
const mine = notification({ recipientId: me, createdAt: '2026-11-22T08:03:00.000Z' });
const another = notification({ recipientId: me, createdAt: '2026-11-22T08:02:00.000Z' });
const theirs = notification({ createdAt: '2026-11-22T08:01:00.000Z' });
const page: NotificationPage = {
  data: [mine, another, theirs],
  pagination: { page: 1, limit: 50, total: 3, pages: 1 },
  unreadCount: 2,
  asOf: at,
};
const read = (of: NotificationPage) => of.data.map(({ isRead }) => isRead);

it('marks one as read, with the time', () => {
  const changed = markedRead(mine._id, at)(page);
  expect(read(changed)).toEqual([true, false, false]);
  expect(changed.data[0]?.readAt).toBe(at);
  expect(countedRead(mine)(page).unreadCount).toBe(1);
});

it('never counts below 0', () => {
  const none = { ...page, unreadCount: 0 };
  expect(countedRead(mine)(none).unreadCount).toBe(0);
  expect(removed(mine, me._id)(none).unreadCount).toBe(0);
});

it('marks all of the viewer as read, and nobody else’s', () => {
  const changed = markedAllRead(me._id, at)(page);
  expect(read(changed)).toEqual([true, true, false]);
  expect(changed.unreadCount).toBe(0);
});

it('removes one, which is no longer counted if it was an unread one of the viewer', () => {
  const changed = removed(mine, me._id)(page);
  expect(changed.data).toEqual([another, theirs]);
  expect(changed).toMatchObject({ unreadCount: 1, pagination: { total: 2 } });
  expect(removed(theirs, me._id)(page)).toMatchObject({ unreadCount: 2, pagination: { total: 2 } });
});

it('undoes a change that failed, and keeps another that was made meanwhile', () => {
  const removing = removed(mine, me._id)(page);
  const both = countedRead(another)(markedRead(another._id, at)(removing));
  const rolledBack = undone(both, page, removing);
  expect(rolledBack.data.map(({ _id, isRead }) => [_id, isRead])).toEqual([
    [mine._id, false],
    [another._id, true],
    [theirs._id, false],
  ]);
  expect(rolledBack).toMatchObject({ unreadCount: 1, pagination: { total: 3 } });
  const reading = markedAllRead(me._id, at)(page);
  expect(undone(reading, page, reading)).toEqual(page);
});
