import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import { type StaffListItem, staffStatusLabels } from '@shifa/contract';
import { chipOf, StatusChip } from '../../ui/status-chip';

export const StaffStatusChip = chipOf(staffStatusLabels, {
  active: { tone: 'success', icon: <CheckCircle /> },
  suspended: { tone: 'warning', icon: <PauseCircle /> },
  exited: { tone: 'neutral', icon: <Logout /> },
});

/** Whether the temporary password has not been changed yet. */
export function hasTemporaryPassword({ mustChangePassword, status }: StaffListItem): boolean {
  return mustChangePassword && status !== 'exited';
}

export function PasswordPendingChip() {
  return <StatusChip tone="info" icon={<Key />} label="Password pending" />;
}
