import Lock from '@mui/icons-material/LockOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import { deniedReason, type Permission } from '@shifa/contract';
import { usePermission, useUser } from '../lib/use-session';
import { LockedTooltip } from './locked-tooltip';

type PermissionButtonProps = ButtonProps & {
  permission: Permission;
  /** Why it is locked although the permission is there: `You entered this transaction`. */
  lockedBecause?: string;
};

/** A button that knows its permission. Locked, it stays where it is, can be reached, says why, and who may. */
export function PermissionButton({ permission, lockedBecause, children, ...props }: PermissionButtonProps) {
  const reason = useLock(permission) ?? lockedBecause;
  if (reason === undefined) return <Button {...props}>{children}</Button>;
  return (
    <LockedTooltip reason={reason}>
      {(control) => (
        <Button {...props} {...control} type="button" startIcon={<Lock />} sx={lockedStyle}>
          {children}
        </Button>
      )}
    </LockedTooltip>
  );
}

/** Why the signed-in person may not do this, and who may by default; `undefined` where they may. */
export function useLock(permission: Permission): string | undefined {
  const { role } = useUser();
  const resolved = usePermission(permission);
  return resolved.allowed ? undefined : deniedReason(role, permission, resolved);
}

const lockedStyle = {
  '&, &:hover': {
    color: 'text.secondary',
    backgroundColor: 'action.disabledBackground',
    borderColor: 'divider',
    cursor: 'not-allowed',
  },
};
