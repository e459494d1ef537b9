import Archive from '@mui/icons-material/Inventory2Outlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import { type LaboratoryStatus, laboratoryStatusLabels } from '@shifa/contract';
import { StatusChip } from '../../ui/status-chip';

const looks = {
  active: { tone: 'success', icon: <CheckCircle /> },
  suspended: { tone: 'warning', icon: <PauseCircle /> },
  archived: { tone: 'neutral', icon: <Archive /> },
} as const;

export function LaboratoryStatusChip({ status }: { status: LaboratoryStatus }) {
  return <StatusChip {...looks[status]} label={laboratoryStatusLabels[status]} />;
}
