import Edit from '@mui/icons-material/EditOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Block from '@mui/icons-material/BlockOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { isWaiting, type Transaction, type TransactionStatus } from '@shifa/contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { ActionMenu } from '../../../components/action-menu';
import { PermissionButton } from '../../../components/permission-button';
import { paths } from '../../../config/paths';
import { DecideButtons } from '../decide/decide-buttons';
import { type ChosenDeed, permissionOf, useTransactionActions } from '../deeds/use-transaction-actions';

type TransactionActionsProps = {
  entry: Transaction;
  deciding: boolean;
  onApprove: () => void;
  onReject: () => void;
  onChoose: (deed: ChosenDeed) => void;
};

type Look = Pick<ButtonProps, 'variant' | 'color'>;

type Action = ChosenDeed | 'print';

const listed = ['edit', 'cancel', 'reverse', 'print'] as const satisfies readonly Action[];

/** What is done most with an entry that stands so; the rest is in the menu. */
const buttonsOf: Record<TransactionStatus, readonly Action[]> = {
  pending: ['edit'],
  partially_approved: ['edit'],
  approved: ['print', 'reverse'],
  rejected: ['edit', 'cancel'],
  cancelled: ['print'],
  reversed: ['print'],
};

const primary: Look = { variant: 'contained' };
const secondary: Look = { variant: 'outlined', color: 'inherit' };

const icons: Record<Action, ReactElement> = { edit: <Edit />, cancel: <Block />, reverse: <Undo />, print: <Print /> };

/** Below an entry: what can be done with it, the most likely first. What is locked stays and says why. */
export function TransactionActions({ entry, deciding, onApprove, onReject, onChoose }: TransactionActionsProps) {
  const { _id, transactionNo, status, actions } = entry;
  const known = useTransactionActions(onChoose)(entry);
  const shown = buttonsOf[status];
  const waits = isWaiting(status);
  // Who may not approve is most likely here to mend what they entered.
  const first = waits && actions.approve?.allowed ? undefined : shown.find((action) => !known[action].disabledReason);
  return (
    <Stack direction="row" sx={footStyle}>
      {waits && <DecideButtons entry={entry} pending={deciding} onApprove={onApprove} onReject={onReject} />}
      {shown.map((action) => {
        const look = { ...(action === first ? primary : secondary), startIcon: icons[action] };
        const { label, disabledReason, onSelect } = known[action];
        return action === 'print' ? (
          <Button key={action} {...look} component={Link} to={paths.voucher(_id)}>
            {label}
          </Button>
        ) : (
          <PermissionButton
            key={action}
            {...look}
            permission={permissionOf[action]}
            disabledReason={disabledReason}
            disabled={deciding}
            onClick={onSelect}
          >
            {label}
          </PermissionButton>
        );
      })}
      <Stack sx={{ ml: 'auto' }}>
        <ActionMenu
          label={`More actions for ${transactionNo}`}
          entries={listed.filter((action) => !shown.includes(action)).map((action) => known[action])}
        />
      </Stack>
    </Stack>
  );
}

const footStyle = {
  flexShrink: 0,
  alignItems: 'center',
  gap: 2,
  px: { xs: 4, sm: 6 },
  py: 3,
  pb: 'calc(12px + env(safe-area-inset-bottom))',
  borderTop: 1,
  borderColor: 'divider',
};
