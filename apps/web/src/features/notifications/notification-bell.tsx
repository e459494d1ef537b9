import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useRef, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { LivePanel } from './live-panel';
import { badgeOf, type LiveNotificationStore } from './live-notifications';

/** Link to the notifications page, for people without a live panel. */
export function NotificationsLink() {
  return (
    <IconButton component={Link} to={paths.notifications} aria-label="Notifications">
      <NotificationsOutlined />
    </IconButton>
  );
}

/** The bell with the number of unread notifications, and the panel below it. */
export function NotificationBell({ store }: { store: LiveNotificationStore }) {
  const bell = useRef<HTMLButtonElement>(null);
  const { items, open } = useSyncExternalStore(store.subscribe, store.current);
  const unread = items.filter(({ read }) => !read).length;
  return (
    <>
      <IconButton
        ref={bell}
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => store.setOpen(!open)}
      >
        <Badge badgeContent={badgeOf(unread)} invisible={unread === 0} color="error" className="tabular">
          <NotificationsOutlined />
        </Badge>
      </IconButton>
      <LivePanel store={store} items={items} open={open} bell={bell} />
    </>
  );
}
