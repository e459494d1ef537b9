import Block from '@mui/icons-material/BlockOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import { type ResolvedPermission, scopeLabels } from '@shifa/contract';
import { StatusChip } from '../../ui/status-chip';

/** Whether something is allowed, and its scope. */
export function PermissionOutcome({ allowed, scope }: Pick<ResolvedPermission, 'allowed' | 'scope'>) {
  if (!allowed) return <StatusChip tone="neutral" icon={<Block />} label="Not allowed" />;
  return <StatusChip tone="success" icon={<CheckCircle />} label={scope ? scopeLabels[scope] : 'Allowed'} />;
}

export const sourceLabels: Record<ResolvedPermission['source'], string> = {
  role: 'Role default',
  override: 'Override',
  deputy: 'Deputy',
};

/** `Own laboratory`, or `Not allowed` */
export function formatOutcome({ allowed, scope }: Pick<ResolvedPermission, 'allowed' | 'scope'>): string {
  return allowed && scope ? scopeLabels[scope] : 'Not allowed';
}
