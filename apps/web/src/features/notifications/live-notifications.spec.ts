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
    store.markRead(two?.id ?? 0);
    expect(store.current().items.map(({ read }) => read)).toEqual([false, true, false]);
    store.dismiss(three?.id ?? 0);
    expect(store.current().items.map(({ title }) => title)).toEqual(['two', 'one']);
    store.markAllRead();
    expect(store.current().items.every(({ read }) => read)).toBe(true);
    store.clear();
    expect(store.current().items).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(7);
  });

  it('shows 9+ above nine', () => {
    expect([0, 1, 9, 10, 50].map(badgeOf)).toEqual(['0', '1', '9', '9+', '9+']);
  });
});
