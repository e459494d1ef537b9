import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import { type WriteOff, writeOffStatusLabels } from '@shifa/contract';
import { StatusChip } from '../../../ui/status-chip';

const looks = {
  pending: { tone: 'warning', icon: <HourglassEmpty /> },
  approved: { tone: 'success', icon: <CheckCircle /> },
  rejected: { tone: 'neutral', icon: <Undo /> },
  withdrawn: { tone: 'neutral', icon: <Undo /> },
} as const;

export function WriteOffStatusChip({ writeOff: { status } }: { writeOff: Pick<WriteOff, 'status'> }) {
  return <StatusChip {...looks[status]} label={writeOffStatusLabels[status]} />;
}
