import Block from '@mui/icons-material/BlockOutlined';
import Cancel from '@mui/icons-material/CancelOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import HowToReg from '@mui/icons-material/HowToRegOutlined';
import LockClock from '@mui/icons-material/LockClockOutlined';
import TrendingUp from '@mui/icons-material/TrendingUpOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import {
  type TransactionFlag,
  transactionFlagLabels,
  type TransactionStatus,
  transactionStatusLabels,
} from '@shifa/contract';
import { StatusChip } from '../../components/status-chip';

const looks = {
  pending: { tone: 'warning', icon: <HourglassEmpty /> },
  partially_approved: { tone: 'info', icon: <HowToReg /> },
  approved: { tone: 'success', icon: <CheckCircle /> },
  rejected: { tone: 'error', icon: <Cancel /> },
  cancelled: { tone: 'neutral', icon: <Block /> },
  reversed: { tone: 'neutral', icon: <Undo /> },
} as const;

export function TransactionStatusChip({ status }: { status: TransactionStatus }) {
  return <StatusChip {...looks[status]} label={transactionStatusLabels[status]} />;
}

export const flagIcons = { above_limit: <TrendingUp />, back_dated: <EventBusy />, locked_period: <LockClock /> };

/** What is out of the ordinary about an entry. */
export function TransactionFlagChip({ flag }: { flag: TransactionFlag }) {
  return <StatusChip tone="warning" icon={flagIcons[flag]} label={transactionFlagLabels[flag]} />;
}
