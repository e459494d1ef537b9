import Block from '@mui/icons-material/BlockOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import LocalShipping from '@mui/icons-material/LocalShippingOutlined';
import MoveToInbox from '@mui/icons-material/MoveToInboxOutlined';
import Typography from '@mui/material/Typography';
import { plural, type PurchaseOrderListItem, purchaseOrderStatusLabels } from '@shifa/contract';
import { formatCount, formatDay } from '../../../lib/format';
import { chipOf } from '../../../ui/status-chip';

export const OrderStatusChip = chipOf(purchaseOrderStatusLabels, {
  draft: { tone: 'neutral', icon: <Edit /> },
  pending_approval: { tone: 'warning', icon: <HourglassEmpty /> },
  approved: { tone: 'info', icon: <CheckCircle /> },
  sent: { tone: 'info', icon: <LocalShipping /> },
  partly_received: { tone: 'warning', icon: <MoveToInbox /> },
  received: { tone: 'success', icon: <CheckCircle /> },
  closed: { tone: 'neutral', icon: <CheckCircle /> },
  closed_short: { tone: 'neutral', icon: <CheckCircle /> },
  cancelled: { tone: 'neutral', icon: <Block /> },
});

/** `3 lines` */
export function formatLines(count: number): string {
  return plural(count, '1 line', `${formatCount(count)} lines`);
}

type ExpectedProps = {
  order: Pick<PurchaseOrderListItem, 'nextExpected' | 'isOverdue'>;
  /** Only the day, where a heading says what it is. */
  short?: boolean;
};

/** When the next goods are expected, and whether that day is over. */
export function Expected({ order: { nextExpected, isOverdue }, short = false }: ExpectedProps) {
  if (nextExpected === null) return null;
  const label = isOverdue ? 'Overdue since ' : 'Expected ';
  return (
    <Typography component="span" variant="body2" color={isOverdue ? 'error' : undefined}>
      {short && !isOverdue ? '' : label}
      {formatDay(nextExpected)}
    </Typography>
  );
}
