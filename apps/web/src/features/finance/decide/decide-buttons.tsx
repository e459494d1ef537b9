import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import type { ButtonProps } from '@mui/material/Button';
import type { TransactionListItem } from '@shifa/contract';
import { PermissionButton } from '../../../components/permission-button';

type DecideButtonsProps = Pick<ButtonProps, 'size' | 'fullWidth'> & {
  entry: Pick<TransactionListItem, 'actions'>;
  pending: boolean;
  onApprove: () => void;
  onReject: () => void;
};

/** Approve and reject, each with the reason where it is locked. */
export function DecideButtons({ entry: { actions }, pending, onApprove, onReject, ...button }: DecideButtonsProps) {
  return (
    <>
      <PermissionButton
        {...button}
        permission="transactions.approve"
        disabledReason={actions.approve?.reason ?? undefined}
        variant="contained"
        startIcon={<Check />}
        loading={pending}
        loadingPosition="start"
        onClick={onApprove}
      >
        Approve
      </PermissionButton>
      <PermissionButton
        {...button}
        permission="transactions.approve"
        disabledReason={actions.reject?.reason ?? undefined}
        variant="outlined"
        color="error"
        startIcon={<Close />}
        disabled={pending}
        onClick={onReject}
      >
        Reject
      </PermissionButton>
    </>
  );
}
