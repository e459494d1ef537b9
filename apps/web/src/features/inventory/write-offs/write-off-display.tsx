import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import { writeOffStatusLabels } from '@shifa/contract';
import { chipOf } from '../../../ui/status-chip';

export const WriteOffStatusChip = chipOf(writeOffStatusLabels, {
  pending: { tone: 'warning', icon: <HourglassEmpty /> },
  approved: { tone: 'success', icon: <CheckCircle /> },
  rejected: { tone: 'neutral', icon: <Undo /> },
  withdrawn: { tone: 'neutral', icon: <Undo /> },
});
