import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Info from '@mui/icons-material/InfoOutlined';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ClickAwayListener from '@mui/material/ClickAwayListener';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type RefObject } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EmptyState } from '../../ui/feedback/empty-state';
import { RelativeTime } from '../../ui/relative-time';
import { paths } from '../../config/paths';
import type { LiveNotificationItem, LiveNotificationStore } from './live-notifications';
import { useNotificationActions } from './use-notification-actions';

const icons = {
  success: <CheckCircle color="success" />,
  error: <ErrorOutline color="error" />,
  warning: <Warning color="warning" />,
  info: <Info color="info" />,
};

type LivePanelProps = {
  store: LiveNotificationStore;
  items: readonly LiveNotificationItem[];
  open: boolean;
  bell: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** Opens below the bell. As it may open automatically, it never takes the focus away from what someone is typing. */
export function LivePanel({ store, items, open, bell, onClose: close }: LivePanelProps) {
  const { readShown } = useNotificationActions();
  /** Also on the server, as far as they are stored there. */
  const read = async (shown: readonly LiveNotificationItem[]) => {
    const unread = shown.filter((item) => !item.read);
    const ids = unread.map(({ id }) => id);
    store.markRead(ids);
    const stored = unread.flatMap(({ _id }) => _id ?? []);
    if (stored.length > 0 && !(await readShown(stored))) store.markRead(ids, false);
  };
  const onClickAway = ({ target }: MouseEvent | TouchEvent) => {
    if (!(target instanceof Node && bell.current?.contains(target))) close();
  };
  return (
    <Popper
      open={open}
      anchorEl={() => bell.current ?? document.body}
      placement="bottom-end"
      modifiers={[{ name: 'preventOverflow', options: { padding: 12 } }]}
      sx={{ zIndex: 'modal' }}
    >
      <ClickAwayListener onClickAway={onClickAway}>
        <Paper
          role="dialog"
          aria-label="Notifications"
          sx={panelStyle}
          onKeyDown={({ key }) => {
            if (key !== 'Escape') return;
            close();
            bell.current?.focus();
          }}
        >
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1, px: 4, py: 2 }}>
            <Typography variant="h3" component="h2" sx={{ mr: 'auto' }}>
              Notifications
            </Typography>
            {items.length > 0 && (
              <>
                <Button size="small" disabled={items.every(({ read }) => read)} onClick={() => void read(items)}>
                  Mark all read
                </Button>
                <Button size="small" color="inherit" onClick={() => store.clear()}>
                  Clear all
                </Button>
              </>
            )}
          </Stack>
          <Box sx={{ overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
            {items.length === 0 ? (
              <EmptyState>No notifications yet</EmptyState>
            ) : (
              <Box component="ul" aria-live="polite" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {items.map((item) => (
                  <Item key={item.id} item={item} store={store} onRead={() => void read([item])} />
                ))}
              </Box>
            )}
          </Box>
          <Button component={Link} to={paths.notifications} onClick={close} sx={footStyle}>
            All notifications
          </Button>
        </Paper>
      </ClickAwayListener>
    </Popper>
  );
}

type ItemProps = { item: LiveNotificationItem; store: LiveNotificationStore; onRead: () => void };

function Item({ item, store, onRead }: ItemProps) {
  const navigate = useNavigate();
  const { id, type, title, message, sender, timestamp, read, action } = item;
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 3, px: 4, py: 3, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      {icons[type]}
      <Box sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: read ? 400 : 600 }}>{title}</Typography>
        <Typography variant="body2" color="textSecondary">
          {message}
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mt: 1, minHeight: 32 }}>
          <Typography variant="caption" color="textSecondary" sx={{ mr: 'auto' }}>
            {sender !== undefined && `${sender} · `}
            <RelativeTime instant={timestamp} />
          </Typography>
          {action && (
            <Button
              size="small"
              onClick={() => {
                onRead();
                store.setOpen(false);
                void navigate(action.path);
              }}
            >
              {action.label}
            </Button>
          )}
          {!read && (
            <Button size="small" onClick={onRead}>
              Mark read
            </Button>
          )}
        </Stack>
      </Box>
      <IconButton size="small" aria-label={`Dismiss ${title}`} onClick={() => store.dismiss(id)} sx={{ mr: -2 }}>
        <Close fontSize="small" />
      </IconButton>
    </Stack>
  );
}

const panelStyle = {
  display: 'flex',
  flexDirection: 'column',
  width: 'min(400px, calc(100vw - 24px))',
  maxHeight: 'min(560px, calc(100dvh - 140px))',
  mt: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  boxShadow: '0 1px 2px rgb(8 24 28 / 0.08), 0 8px 24px rgb(8 24 28 / 0.14)',
} as const;

const footStyle = { flexShrink: 0, minHeight: 44, borderTop: 1, borderColor: 'divider', borderRadius: 0 };
