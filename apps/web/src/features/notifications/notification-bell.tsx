import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { lazyPart } from '../../ui/lazy-part';
import { paths } from '../../config/paths';
import { useStore } from '../../lib/store';
import { usePreloaded } from '../../lib/use-preloaded';
import { usePermission } from '../../data/use-session';
import { badgeOf, type LiveNotificationStore } from './live-notifications';
import { ownUnread } from './notification.queries';

const LivePanel = lazyPart(async () => (await import('./live-panel')).LivePanel);

/** Link to the notifications page with the number of unread ones, for people without a live panel. */
export function NotificationsLink() {
  const { allowed } = usePermission('notifications.view');
  const { data } = useQuery({ ...ownUnread, enabled: allowed });
  const unread = data?.unreadCount ?? 0;
  return (
    <IconButton component={Link} to={paths.notifications} aria-label={labelOf(unread)}>
      <BellIcon unread={unread} />
    </IconButton>
  );
}

/** The bell with the number of unread notifications, and the panel below it. */
export function NotificationBell({ store }: { store: LiveNotificationStore }) {
  const bell = useRef<HTMLButtonElement>(null);
  const { items, open } = useStore(store);
  const unread = items.filter(({ read }) => !read).length;
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  usePreloaded(LivePanel);
  return (
    <>
      <IconButton
        ref={bell}
        aria-label={labelOf(unread)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => store.setOpen(!open)}
      >
        <BellIcon unread={unread} />
      </IconButton>
      {wasOpen && (
        <Suspense fallback={null}>
          <LivePanel store={store} items={items} open={open} bell={bell} onClose={() => store.setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function BellIcon({ unread }: { unread: number }) {
  return (
    <Badge overlap="circular" badgeContent={unread === 0 ? null : badgeOf(unread)} color="error" className="tabular">
      <NotificationsOutlined />
    </Badge>
  );
}

/** Contains the number as it is shown, so that people who speak to the screen can name the button by it. */
function labelOf(unread: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${badgeOf(unread)} unread`;
}
