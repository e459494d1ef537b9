import { describe, expect, it, vi } from 'vitest';
import { badgeOf, LiveNotificationStore } from './live-notifications';

const info = (title: string) => ({ type: 'info', title, message: 'A message' }) as const;

describe('live notifications', () => {
  it('keeps the fifty newest, newest first', () => {
    const store = new LiveNotificationStore();
    for (let number = 1; number <= 53; number++) store.add(info(`No. ${number}`));
    const { items } = store.current();
    expect(items).toHaveLength(50);
    expect(items[0]?.title).toBe('No. 53');
    expect(items.at(-1)?.title).toBe('No. 4');
  });

  it('opens automatically for errors and warnings only', () => {
    const store = new LiveNotificationStore();
    store.add(info('Quiet'));
    store.add({ type: 'success', title: 'Quiet', message: '' });
    expect(store.current().open).toBe(false);
    store.add({ type: 'warning', title: 'Low Stock Alert', message: '' });
    expect(store.current().open).toBe(true);
    store.setOpen(false);
    store.add({ type: 'error', title: 'Failed', message: '' });
    expect(store.current().open).toBe(true);
  });

  it('can be read, dismissed and cleared', () => {
    const store = new LiveNotificationStore(() => new Date('2026-11-21T09:00:00Z'));
    const listener = vi.fn();
    store.subscribe(listener);
    for (const title of ['one', 'two', 'three']) store.add(info(title));
    const [three, two] = store.current().items;
    expect(three).toMatchObject({ title: 'three', read: false, timestamp: '2026-11-21T09:00:00.000Z' });
    store.markRead([two?.id ?? 0]);
    expect(store.current().items.map(({ read }) => read)).toEqual([false, true, false]);
    store.dismiss(three?.id ?? 0);
    expect(store.current().items.map(({ title }) => title)).toEqual(['two', 'one']);
    store.markRead(store.current().items.map(({ id }) => id));
    expect(store.current().items.every(({ read }) => read)).toBe(true);
    store.clear();
    expect(store.current().items).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(7);
  });

  it('does not open in quiet hours', () => {
    const store = new LiveNotificationStore();
    store.add({ type: 'warning', title: 'Low stock', message: '', silent: true });
    expect(store.current()).toMatchObject({ open: false, items: [{ title: 'Low stock', read: false }] });
  });

  it('shows a notification that was continued once, as new', () => {
    const store = new LiveNotificationStore();
    const _id = '65f000000000000000000001';
    store.add({ ...info('Waiting'), _id, message: '1 entry waits' });
    store.add(info('Other'));
    store.markRead(store.current().items.map(({ id }) => id));
    store.add({ ...info('Waiting'), _id, message: '2 entries wait' });
    expect(store.current().items.map(({ message, read }) => [message, read])).toEqual([
      ['2 entries wait', false],
      ['A message', true],
    ]);
  });

  it('shows a burst of events of a kind as one notification', () => {
    let now = new Date('2026-11-21T09:00:00Z');
    const store = new LiveNotificationStore(() => now);
    const messages = () => store.current().items.map(({ message }) => message);
    const added = { kind: 'user:created', many: (count: number) => ({ message: `${count} people were added` }) };
    for (let number = 1; number <= 20; number++) store.add(info('New User Added'), added);
    store.add(info('Laboratory Created'), { ...added, kind: 'laboratory:created' });
    expect(messages()).toEqual(['A message', '20 people were added']);
    store.add(info('New User Added'), added);
    expect(messages()).toEqual(['21 people were added', 'A message']);
    now = new Date('2026-11-21T09:00:11Z');
    store.add(info('New User Added'), added);
    expect(messages()).toEqual(['A message', '21 people were added', 'A message']);
    store.markRead(store.current().items.map(({ id }) => id));
    store.add(info('New User Added'), added);
    expect(messages()).toHaveLength(4);
  });

  it('counts all that one event stands for, as after an import', () => {
    const store = new LiveNotificationStore();
    const added = { kind: 'user:created', many: (count: number) => ({ message: `${count} people were added` }) };
    store.add(info('New User Added'), { ...added, count: 1000 });
    store.add(info('New User Added'), added);
    expect(store.current().items.map(({ message }) => message)).toEqual(['1001 people were added']);
  });

  it('shows 9+ above nine', () => {
    expect([0, 1, 9, 10, 50].map(badgeOf)).toEqual(['0', '1', '9', '9+', '9+']);
  });
});
