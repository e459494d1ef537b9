import Archive from '@mui/icons-material/Inventory2Outlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import { laboratoryStatusLabels } from '@shifa/contract';
import { chipOf } from '../../ui/status-chip';

export const LaboratoryStatusChip = chipOf(laboratoryStatusLabels, {
  active: { tone: 'success', icon: <CheckCircle /> },
  suspended: { tone: 'warning', icon: <PauseCircle /> },
  archived: { tone: 'neutral', icon: <Archive /> },
});
