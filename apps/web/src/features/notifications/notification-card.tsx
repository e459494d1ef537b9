import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type Notification, notificationTypeLabels } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { ActionButton } from '../../screens/actions/permission-button';
import { formatDate, formatInstant } from '../../lib/format';
import { formatTimeIn } from '../../lib/time-zone';
import { PriorityChip, TypeIcon } from './notification-display';

type NotificationCardProps = {
  notification: Notification;
  /** The name of the laboratory that it is about, for viewers of several. */
  laboratory: string | undefined;
  /** Whether the viewer is the recipient, who alone can mark it as read. */
  isOwn: boolean;
  onRead: () => void;
  /** Without it, the viewer cannot delete it. */
  onDelete: (() => void) | undefined;
};

export function NotificationCard({ notification, laboratory, isOwn, onRead, onDelete }: NotificationCardProps) {
  const { title, message, type, isRead, priority, createdAt, recipientId, isSystemGenerated, sender } = notification;
  return (
    <Card component="li" aria-label={title} sx={{ display: 'flex', gap: 3, p: 4 }}>
      <TypeIcon type={type} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', minHeight: 36 }}>
          <Typography component="h2" sx={{ fontSize: '0.9375rem', fontWeight: isRead ? 500 : 600, minWidth: 0 }}>
            {title}
          </Typography>
          {!isRead && <Box role="img" aria-label="Unread" sx={dotStyle} />}
          <PriorityChip priority={priority} />
          {isSystemGenerated && <Chip size="small" variant="outlined" label="System" />}
        </Stack>
        <Typography color={isRead ? 'textSecondary' : 'textPrimary'} sx={messageStyle}>
          {message}
        </Typography>
        <Stack direction="row" useFlexGap sx={footStyle}>
          <Typography component="div" variant="body2" color="textSecondary" className="tabular" sx={factsStyle}>
            <span>{notificationTypeLabels[type]}</span>
            {laboratory !== undefined && <span>{laboratory}</span>}
            {createdAt !== '' && (
              <>
                <Tooltip title={formatInstant(createdAt)}>
                  <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                </Tooltip>
                <span>{formatTimeIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(createdAt))}</span>
              </>
            )}
            {sender && <span>From {sender.name}</span>}
            <Chip size="small" label={isOwn ? 'For Me' : recipientId.name} sx={{ maxWidth: 240 }} />
          </Typography>
          <Actions {...{ notification, isOwn, onRead, onDelete }} />
        </Stack>
      </Box>
    </Card>
  );
}

function Actions({ notification, isOwn, onRead, onDelete }: Omit<NotificationCardProps, 'laboratory'>) {
  const { title, isRead, recipientId, actionUrl, actionLabel } = notification;
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ gap: { xs: 1, sm: 2 }, ml: 'auto', alignItems: 'center', justifyContent: 'flex-end', flexWrap: 'wrap' }}
    >
      {actionUrl !== null && (
        <Button size="small" component={Link} to={actionUrl} onClick={() => isOwn && !isRead && onRead()}>
          {actionLabel ?? 'Open'}
        </Button>
      )}
      {!isRead &&
        (isOwn ? (
          <Button size="small" variant="outlined" color="inherit" data-decisive onClick={onRead}>
            Mark as Read
          </Button>
        ) : (
          <ActionButton
            size="small"
            variant="outlined"
            disabledReason={`Only ${recipientId.name} can mark it as read.`}
          >
            Not Allowed
          </ActionButton>
        ))}
      {onDelete && (
        <Button size="small" color="error" aria-label={`Delete ${title}`} onClick={onDelete}>
          Delete
        </Button>
      )}
    </Stack>
  );
}

const dotStyle = { flexShrink: 0, width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main' };

const messageStyle = { mt: 1, maxWidth: 760, whiteSpace: 'pre-line' };

const footStyle = { mt: 3, gap: 2, flexWrap: 'wrap', alignItems: 'center', minHeight: 32 };

const factsStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, minWidth: 0 };
