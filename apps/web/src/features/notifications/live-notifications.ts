import type { LiveNotification } from '@shifa/contract';
import type { LiveNotice } from '../../data/live';
import { Store } from '../../lib/store';

const LIVE_NOTIFICATIONS_KEPT = 50;
/** Events of a kind that follow each other more closely, as those of an import do, are one notification. */
const MERGED_WITHIN_MS = 10_000;

export type LiveNotificationItem = LiveNotification & {
  id: number;
  timestamp: string;
  read: boolean;
  /** The event that it is about. */
  kind: string | undefined;
  /** The number of events that it stands for. */
  count: number;
};

/** What many events of a kind are called together, and the number of those that this one stands for. */
export type Burst = { kind: string; many: LiveNotice<never>['many']; count?: number | undefined };

export type LivePanel = { items: readonly LiveNotificationItem[]; open: boolean };

/** Notifications since sign-in, newest first, 50 at most. Errors and warnings open the panel automatically. */
export class LiveNotificationStore extends Store<LivePanel> {
  #lastId = 0;

  constructor(private readonly now: () => Date = () => new Date()) {
    super({ items: [], open: false });
  }

  /** Adds a notification, or replaces the one that it continues: with the same `_id`, or of the same burst. */
  add(notification: LiveNotification, burst?: Burst): void {
    const now = this.now();
    const before = this.current().items.find(
      (item) =>
        (notification._id !== undefined && item._id === notification._id) ||
        (item.kind !== undefined && item.kind === burst?.kind && !item.read && isRecent(item, now)),
    );
    const count = (burst?.count ?? 1) + (burst && before ? before.count : 0);
    const item = {
      ...notification,
      ...(burst && count > 1 && burst.many(count)),
      id: before?.id ?? ++this.#lastId,
      timestamp: now.toISOString(),
      read: false,
      kind: burst?.kind,
      count,
    };
    const opens = !notification.silent && (notification.type === 'error' || notification.type === 'warning');
    this.set({
      items: [item, ...this.current().items.filter((other) => other !== before)].slice(0, LIVE_NOTIFICATIONS_KEPT),
      open: this.current().open || opens,
    });
  }

  markRead(ids: readonly number[], read = true): void {
    this.#change((items) => items.map((item) => (ids.includes(item.id) ? { ...item, read } : item)));
  }

  unread(): readonly string[] {
    return this.current().items.flatMap(({ _id, read }) => (read ? [] : (_id ?? [])));
  }

  readElsewhere(shown: readonly string[], unread: ReadonlySet<string>): void {
    const isRead = (id: string) => shown.includes(id) && !unread.has(id);
    this.#change((items) =>
      items.map((item) => (item._id !== undefined && isRead(item._id) ? { ...item, read: true } : item)),
    );
  }

  dismiss(id: number): void {
    this.#change((items) => items.filter((item) => item.id !== id));
  }

  clear(): void {
    this.#change(() => []);
  }

  setOpen(open: boolean): void {
    this.set({ ...this.current(), open });
  }

  #change(change: (items: readonly LiveNotificationItem[]) => readonly LiveNotificationItem[]): void {
    this.set({ ...this.current(), items: change(this.current().items) });
  }
}

function isRecent({ timestamp }: LiveNotificationItem, now: Date): boolean {
  return now.getTime() - Date.parse(timestamp) < MERGED_WITHIN_MS;
}

/** `9+` above nine. */
export function badgeOf(unread: number): string {
  return unread > 9 ? '9+' : String(unread);
}
