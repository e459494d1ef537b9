import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { LiveNotification } from '@shifa/contract';
import { closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack';
import { paths } from '../../config/paths';
import { batched } from '../../lib/batched';
import { formatCount } from '../../lib/format';
import type { Receiver } from './notification.live';

/** Announces notifications to people without a live panel, in one toast for those that arrive together. */
export function arrivalToasts(open: (path: string) => void): Receiver {
  let shown: { key: SnackbarKey; count: number } | undefined;
  let arrived = 0;

  const show = batched<LiveNotification>(
    (arrivals) => {
      const count = arrivals.length + (shown?.count ?? 0);
      if (shown) closeSnackbar(shown.key);
      const [first] = arrivals;
      const only = count === 1 ? first : undefined;
      const action = only ? only.action : { label: 'View', path: paths.notifications };
      const key = enqueueSnackbar(<Lines>{only ? textOf(only) : `${formatCount(count)} new notifications`}</Lines>, {
        variant: only?.type ?? 'info',
        onClose: () => {
          if (shown?.key === key) shown = undefined;
        },
        action: action && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              closeSnackbar(key);
              open(action.path);
            }}
          >
            {action.label}
          </Button>
        ),
      });
      shown = { key, count };
    },
    ({ _id }) => _id ?? `arrived ${++arrived}`,
  );

  return {
    add: (notification) => {
      if (!notification.silent) show(notification);
    },
  };
}

/** With the person who sent it, if a person did. */
function textOf({ title, message, sender }: LiveNotification): string {
  return `${title}: ${message}${sender === undefined ? '' : ` (${sender})`}`;
}

/** A message may be long; all of it is on the page. */
const Lines = styled('span')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  maxWidth: 420,
  overflowWrap: 'anywhere',
});
