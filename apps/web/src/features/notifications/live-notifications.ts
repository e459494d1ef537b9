import type { LiveNotification } from '@shifa/contract';

const LIVE_NOTIFICATIONS_KEPT = 50;

export type LiveNotificationItem = LiveNotification & { id: number; timestamp: string; read: boolean };

export type LivePanel = { items: readonly LiveNotificationItem[]; open: boolean };

/** Notifications since sign-in, newest first, 50 at most. Errors and warnings open the panel automatically. */
export class LiveNotificationStore {
  #panel: LivePanel = { items: [], open: false };
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly now: () => Date = () => new Date()) {}

  current = (): LivePanel => this.#panel;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(notification: LiveNotification): void {
    const item = { ...notification, id: ++this.#lastId, timestamp: this.now().toISOString(), read: false };
    const urgent = notification.type === 'error' || notification.type === 'warning';
    this.#set({
      items: [item, ...this.#panel.items].slice(0, LIVE_NOTIFICATIONS_KEPT),
      open: this.#panel.open || urgent,
    });
  }

  markRead(id: number): void {
    this.#change((items) => items.map((item) => (item.id === id ? { ...item, read: true } : item)));
  }

  markAllRead(): void {
    this.#change((items) => items.map((item) => ({ ...item, read: true })));
  }

  dismiss(id: number): void {
    this.#change((items) => items.filter((item) => item.id !== id));
  }

  clear(): void {
    this.#change(() => []);
  }

  setOpen(open: boolean): void {
    this.#set({ ...this.#panel, open });
  }

  #change(change: (items: readonly LiveNotificationItem[]) => readonly LiveNotificationItem[]): void {
    this.#set({ ...this.#panel, items: change(this.#panel.items) });
  }

  #set(panel: LivePanel): void {
    this.#panel = panel;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** `9+` above nine. */
export function badgeOf(unread: number): string {
  return unread > 9 ? '9+' : String(unread);
}
