import Lock from '@mui/icons-material/LockOutlined';
import type { Theme } from '@mui/material/styles';
import Button, { type ButtonProps } from '@mui/material/Button';
import { deniedReason, type Permission } from '@shifa/contract';
import { useUser } from '../../data/use-session';
import { DisabledTooltip } from '../../ui/disabled-tooltip';

type ActionButtonProps = ButtonProps & {
  /** Why it cannot be used now; without a reason it can. */
  disabledReason?: string;
};

/** A button that can say why it is disabled: it stays where it is and can be reached. */
export function ActionButton({ disabledReason, children, sx, ...props }: ActionButtonProps) {
  if (disabledReason === undefined) {
    return (
      <Button {...props} sx={sx}>
        {children}
      </Button>
    );
  }
  return (
    <DisabledTooltip reason={disabledReason}>
      {(control) => (
        <Button
          {...props}
          {...control}
          type="button"
          startIcon={<Lock />}
          sx={[sx, disabledStyle].flat() as ButtonProps['sx']}
        >
          {children}
        </Button>
      )}
    </DisabledTooltip>
  );
}

type PermissionButtonProps = ActionButtonProps & { permission: Permission };

/** A button that knows its permission; another reason, such as “It is archived already”, counts where that is there. */
export function PermissionButton({ permission, disabledReason, ...props }: PermissionButtonProps) {
  return <ActionButton {...props} disabledReason={useDeniedReason(permission) ?? disabledReason} />;
}

/** Why the signed-in person may not do this, and who may by default; `undefined` where they may. */
export function useDeniedReason(permission: Permission): string | undefined {
  return useDeniedReasons()(permission);
}

/** The same for several permissions: the reason of the first that is missing. */
export function useDeniedReasons(): (...permissions: readonly Permission[]) => string | undefined {
  const { role, permissions: resolved } = useUser();
  return (...permissions) => {
    const missing = permissions.find((permission) => !resolved[permission].allowed);
    return missing && deniedReason(role, missing, resolved[missing]);
  };
}

const disabledStyle = {
  '&, &:hover': {
    color: 'text.secondary',
    // Opaque, as the button can float above the page.
    backgroundColor: 'background.paper',
    backgroundImage: ({ vars }: Theme) =>
      `linear-gradient(${vars.palette.action.disabledBackground}, ${vars.palette.action.disabledBackground})`,
    borderColor: 'divider',
    cursor: 'not-allowed',
  },
};
