import AssignmentReturn from '@mui/icons-material/AssignmentReturnOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import LocalShipping from '@mui/icons-material/LocalShippingOutlined';
import { formatQuantity, type TransferLine, transferStatusLabels, plural } from '@shifa/contract';
import { chipOf } from '../../../ui/status-chip';
import { formatCount } from '../../../lib/format';

export const TransferStatusChip = chipOf(transferStatusLabels, {
  sent: { tone: 'info', icon: <LocalShipping /> },
  partly_received: { tone: 'warning', icon: <LocalShipping /> },
  received: { tone: 'success', icon: <CheckCircle /> },
  received_short: { tone: 'warning', icon: <CheckCircle /> },
  partly_returned: { tone: 'neutral', icon: <AssignmentReturn /> },
  returned: { tone: 'neutral', icon: <AssignmentReturn /> },
});

/** `Glucose reagent, 12 bottles` or, of several items, `Glucose reagent and 2 others` */
export function describeGoods(lines: readonly TransferLine[]): string {
  const names = [...new Set(lines.map(({ item }) => item.name))];
  const [first] = lines;
  if (!first) return '';
  if (names.length > 1) {
    const others = names.length - 1;
    return `${first.item.name} and ${plural(others, '1 other item', `${formatCount(others)} other items`)}`;
  }
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  return `${first.item.name}, ${formatQuantity(quantity, first.item.unit)}`;
}
