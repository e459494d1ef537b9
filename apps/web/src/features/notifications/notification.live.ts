import {
  isQuiet,
  type LiveNotification,
  LiveNotificationSchema,
  type Notification,
  type ServerEvent,
} from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../data/api';
import { live, type LiveNotice, type LiveNotices } from '../../data/live';
import { keyOfAll } from '../../data/queries';
import type { Live } from '../../data/socket';
import { localTimeIn } from '../../lib/time-zone';
import type { Burst } from './live-notifications';
import { broadcastProgress, lastRead, notificationPreferences, ownUnread } from './notification.queries';

/** Shows what arrives: in the live panel, or as a toast. */
export type Receiver = {
  add: (notification: LiveNotification, burst?: Burst) => void;
  /** Marks the shown notifications as read, except those that are still unread on the server. */
  readElsewhere?: (shown: readonly string[], unread: ReadonlySet<string>) => void;
  /** The ids of the stored notifications that are shown as unread. */
  unread?: () => readonly string[];
};

type Viewer = {
  /** Of the clocks that the quiet hours are read on. */
  timeZone: string;
  notices: readonly LiveNotices[];
};

/** The most notifications that a client catches up with; the rest is in the list. */
const MOST_MISSED = 100;
const MOST_KNOWN = 500;

/** Passes on the notices of the sections, notifications as they arrive, and those missed without a connection. */
export function notificationLive(receiver: Receiver, { timeZone, notices }: Viewer): Live {
  return (socket, queryClient) => {
    for (const [kind, notice] of notices.flatMap((of) => Object.entries(of))) {
      const { one, many } = notice as LiveNotice<object>;
      socket.on(kind as ServerEvent, (payload: { count?: number }) => {
        // One event for everyone, so that the server cannot mark it as silent for some.
        const silent = isQuietHour(queryClient, timeZone);
        receiver.add({ ...one(payload), ...(silent && { silent }) }, { kind, many, count: payload.count });
      });
    }

    const known = new KnownNotifications();
    socket.on('notification', (payload) => {
      const notification = LiveNotificationSchema.safeParse(payload);
      if (notification.success && known.isNew(notification.data)) receiver.add(notification.data);
    });

    socket.on('notification:changed', () => {
      // What arrives during the request is not in its answer.
      const shown = receiver.unread?.() ?? [];
      if (shown.length === 0) return;
      unreadOf({})
        .then((unread) => {
          const ids = unread.flatMap((row) => toLiveNotification(row)._id ?? []);
          receiver.readElsewhere?.(shown, new Set(ids));
        })
        // The next change asks again.
        .catch(() => undefined);
    });

    let startedAt: string | undefined;
    let missedSince: string | undefined;
    socket.on('disconnect', () => {
      missedSince ??= lastRead(queryClient);
    });
    socket.on('connect', () => {
      const since = missedSince;
      if (startedAt === undefined) void firstRead(queryClient).then((asOf) => (startedAt ??= asOf));
      if (since === undefined) return;
      missedSince = undefined;
      missedNotifications(since)
        .then((missed) => {
          // The server adds a few minutes before `since`, which this client had from the start.
          for (const notification of missed.filter(({ createdAt }) => createdAt >= (startedAt ?? since))) {
            const arrived = toLiveNotification(notification);
            if (known.isNew(arrived)) receiver.add(arrived);
          }
        })
        .catch(() => {
          missedSince = since;
        });
    });
  };
}

/** Counters and lists of notifications, and the progress of a broadcast. */
export const notificationListLive: Live = (socket, queryClient) => {
  const stale = () => [keyOfAll('notifications')];
  live({ notification: stale, 'notification:changed': stale })(socket, queryClient);
  socket.on('broadcast:progressed', (progress) => {
    queryClient.setQueryData(broadcastProgress.queryKey, progress);
  });
};

/** What this client has shown, by id. A notification that sums up events is new whenever its message changes. */
class KnownNotifications {
  readonly #messages = new Map<string, string>();

  isNew({ _id, message }: LiveNotification): boolean {
    if (_id === undefined) return true;
    if (this.#messages.get(_id) === message) return false;
    this.#messages.set(_id, message);
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > MOST_KNOWN && oldest !== undefined) this.#messages.delete(oldest);
    return true;
  }
}

function isQuietHour(queryClient: QueryClient, timeZone: string): boolean {
  const preferences = queryClient.getQueryData(notificationPreferences.queryKey);
  return preferences !== undefined && isQuiet(preferences, localTimeIn(timeZone, new Date()).slice(11));
}

function firstRead(queryClient: QueryClient): Promise<string | undefined> {
  return queryClient.query(ownUnread).then(
    ({ asOf }) => asOf,
    () => undefined,
  );
}

/** Oldest first. */
async function missedNotifications(since: string): Promise<Notification[]> {
  return (await unreadOf({ since })).toReversed();
}

async function unreadOf(part: { since?: string }): Promise<readonly Notification[]> {
  const query = { ...part, isRead: 'false', limit: MOST_MISSED } as const;
  return (await bodyOf(api.notifications.list.query({ query }))).data;
}

/** A stored notification as the server would have announced it. */
function toLiveNotification(notification: Notification): LiveNotification {
  const { _id, broadcastId, level, title, message, sender, actionUrl, actionLabel } = notification;
  return {
    _id: broadcastId ?? _id,
    type: level,
    title,
    message,
    ...(sender && { sender: sender.name }),
    ...(actionUrl !== null && { action: { label: actionLabel ?? 'Open', path: actionUrl } }),
  };
}
