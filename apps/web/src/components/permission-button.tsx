import Lock from '@mui/icons-material/LockOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { type Permission, permissionStructure } from '@shifa/contract';
import { usePermission } from '../lib/use-session';

type PermissionButtonProps = ButtonProps & {
  permission: Permission;
  /** Why it is locked although the permission is there: `You entered this transaction`. */
  lockedBecause?: string;
};

/** A button that knows its permission. Locked, it stays where it is, can be reached, and says why. */
export function PermissionButton({ permission, lockedBecause, children, ...props }: PermissionButtonProps) {
  const reason = useLock(permission) ?? lockedBecause;
  if (reason === undefined) return <Button {...props}>{children}</Button>;
  return (
    <Tooltip title={reason} describeChild>
      <Button
        {...props}
        startIcon={<Lock />}
        aria-disabled
        onClick={(event) => event.preventDefault()}
        sx={lockedStyle}
      >
        {children}
      </Button>
    </Tooltip>
  );
}

/** Why the signed-in person may not do this; `undefined` where they may. */
export function useLock(permission: Permission): string | undefined {
  return usePermission(permission).allowed ? undefined : `You lack the permission «${labelOf(permission)}»`;
}

const lockedStyle = {
  '&, &:hover': { color: 'text.secondary', backgroundColor: 'action.disabledBackground', cursor: 'not-allowed' },
};

/** `laboratories.create` → `Laboratories: Create` */
function labelOf(permission: Permission): string {
  const [resource, action] = permission.split('.') as [keyof typeof permissionStructure, string];
  const { label, actions } = permissionStructure[resource];
  return `${label}: ${(actions as Record<string, string>)[action] ?? action}`;
}
