import Add from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Notification } from '@shifa/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { EmptyDish } from '../../ui/drawings';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { lazyForm } from '../../ui/drawers/lazy-form';
import { Spinner } from '../../ui/loading/indicators';
import { PageHeader } from '../../ui/page-header';
import { PageTurner } from '../../screens/list/page-turner';
import { useNewByLink } from '../../ui/use-new-by-link';
import { messageOf } from '../../lib/api-error';
import { laboratoryOptions } from '../../data/laboratory-options';
import { usePermission, useUser } from '../../data/use-session';
import { useExistingPage, useUrlState } from '../../data/use-url-state';
import { usePreloaded } from '../../lib/use-preloaded';
import { NotificationCard } from './notification-card';
import { NotificationFilters, NotificationsState } from './notification-filters';
import { notificationList, type NotificationPage } from './notification.queries';
import { deletionText, unreadText } from './notifications.messages';
import { useNotificationActions } from './use-notification-actions';

const CreateNotification = lazyForm(
  () => 'Create Notification',
  async () => (await import('./create/create-notification')).CreateNotification,
);
const PreferencesForm = lazyForm(
  () => 'Notification preferences',
  async () => (await import('./preferences-form')).PreferencesForm,
);

/** More than on other pages, because the search covers what is loaded. */
const SHOWN_AT_ONCE = 50;

export function NotificationsPage() {
  const [state, change] = useUrlState(NotificationsState);
  const mayCreate = usePermission('notifications.create').allowed;
  const seesEveryone = usePermission('notifications.view').scope === 'all';
  const [open, setOpen] = useState<'create' | 'preferences'>();
  useNewByLink(mayCreate ? () => setOpen('create') : undefined);
  const { read, readAll, remove } = useNotificationActions();
  const { isRead, type, laboratory, page } = state;
  const query = useQuery(
    notificationList(seesEveryone && state.of === 'everyone', {
      laboratoryId: laboratory,
      ...(isRead && { isRead }),
      ...(type && { type }),
      page,
      limit: SHOWN_AT_ONCE,
    }),
  );
  useExistingPage(query);
  usePreloaded(mayCreate ? CreateNotification : undefined);
  const unread = query.data?.unreadCount ?? 0;
  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle={
          <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 2 }}>
            {query.data && <span className="tabular">{unreadText(unread)}</span>}
            {unread > 0 && (
              <Button size="small" onClick={() => void readAll()}>
                Mark All as Read
              </Button>
            )}
            <Button
              size="small"
              color="inherit"
              onClick={() => setOpen('preferences')}
              sx={{ ml: { xs: -2, sm: 'auto' }, px: { xs: 2, sm: 2.5 } }}
            >
              Notification preferences
            </Button>
          </Stack>
        }
        action={
          mayCreate && (
            <Button variant="contained" startIcon={<Add />} onClick={() => setOpen('create')}>
              Create Notification
            </Button>
          )
        }
      />
      <NotificationFilters state={state} onChange={change} seesEveryone={seesEveryone} />
      <NotificationCards
        query={query}
        state={state}
        onChange={change}
        onRead={(notification) => void read(notification)}
        onDelete={(notification) => void remove(notification)}
      />
      {open === 'create' && <CreateNotification onClose={() => setOpen(undefined)} />}
      {open === 'preferences' && <PreferencesForm onClose={() => setOpen(undefined)} />}
    </>
  );
}

type NotificationCardsProps = {
  query: UseQueryResult<NotificationPage>;
  state: NotificationsState;
  onChange: (patch: Partial<NotificationsState>) => void;
  onRead: (notification: Notification) => void;
  onDelete: (notification: Notification) => void;
};

function NotificationCards({ query, state, onChange, onRead, onDelete }: NotificationCardsProps) {
  const { _id: viewerId } = useUser();
  const mayDelete = usePermission('notifications.remove').allowed;
  const seesNetwork = usePermission('laboratories.view').scope === 'all';
  const { data: laboratories } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  const [deleting, setDeleting] = useState<Notification>();
  // The dialog keeps its text while it fades out.
  const [asked, setAsked] = useState(deleting);
  if (deleting && asked !== deleting) setAsked(deleting);
  if (!query.data) {
    if (query.error) {
      return (
        <ErrorState
          title={messageOf(query.error, 'Failed to fetch notifications')}
          titleOnly
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      );
    }
    return (
      <Stack sx={{ alignItems: 'center', gap: 4, py: 14 }}>
        <Spinner size="lg" />
        <Typography color="textSecondary">Loading notifications...</Typography>
      </Stack>
    );
  }
  const { data, pagination } = query.data;
  const shown = matching(data, state.search);
  return (
    <Box sx={{ position: 'relative' }} aria-busy={query.isPlaceholderData}>
      {query.isPlaceholderData && (
        <LinearProgress aria-label="Loading" sx={{ position: 'absolute', insetInline: 0, top: -6, height: 2 }} />
      )}
      {shown.length === 0 ? (
        <NothingFound state={state} isPartSearched={pagination.pages > 1} onChange={onChange} />
      ) : (
        <Stack component="ul" aria-label="Notifications" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
          {shown.map((notification) => (
            <NotificationCard
              key={notification._id}
              notification={notification}
              laboratory={laboratories?.find(({ _id }) => _id === notification.laboratoryId)?.name}
              isOwn={[viewerId, ''].includes(notification.recipientId._id)}
              onRead={() => onRead(notification)}
              onDelete={mayDelete ? () => setDeleting(notification) : undefined}
            />
          ))}
        </Stack>
      )}
      {pagination.pages > 1 && (
        <PageTurner
          pagination={pagination}
          things={{ one: 'notification', many: 'notifications' }}
          onPage={(page) => onChange({ page })}
        />
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        title="Delete notification"
        verb="Delete"
        destructive
        onCancel={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) onDelete(deleting);
          setDeleting(undefined);
        }}
      >
        {asked && deletionText(asked.title, asked.recipientId.name)}
      </ConfirmDialog>
    </Box>
  );
}

/** Those of the loaded notifications whose title or message contains the text. */
function matching(notifications: readonly Notification[], search: string): readonly Notification[] {
  const text = search.toLowerCase();
  return notifications.filter(({ title, message }) => `${title}\n${message}`.toLowerCase().includes(text));
}

type NothingFoundProps = Pick<NotificationCardsProps, 'state' | 'onChange'> & { isPartSearched: boolean };

function NothingFound({ state, isPartSearched, onChange }: NothingFoundProps) {
  const { search, isRead, type, laboratory } = state;
  const isNarrowed = search !== '' || [isRead, type, laboratory].some((value) => value !== undefined);
  return (
    <EmptyState
      drawing={isNarrowed ? <EmptyDish /> : undefined}
      action={
        isNarrowed && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => onChange({ search: '', isRead: undefined, type: undefined, laboratory: undefined })}
          >
            Clear search and filters
          </Button>
        )
      }
    >
      No notifications found
      {search !== '' && isPartSearched && (
        <>
          <br />
          Only the notifications on this page are searched.
        </>
      )}
    </EmptyState>
  );
}
