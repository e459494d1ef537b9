import Add from '@mui/icons-material/AddOutlined';
import Stack from '@mui/material/Stack';
import { EmptyState } from '../../../components/empty-state';
import { PermissionButton, useDeniedReason } from '../../../components/permission-button';
import { useFinanceDialog } from '../use-finance-dialog';

/** Before the first entry: the two ways to it. */
export function NothingEntered() {
  const open = useFinanceDialog();
  const mayCreate = useDeniedReason('transactions.create');
  return (
    <EmptyState
      action={
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
          <PermissionButton
            permission="transactions.create"
            variant="contained"
            startIcon={<Add />}
            onClick={() => open({ dialog: 'entry' })}
          >
            New entry
          </PermissionButton>
          <PermissionButton
            permission="transactions.import"
            disabledReason={mayCreate}
            variant="outlined"
            color="inherit"
            onClick={() => open({ dialog: 'import' })}
          >
            Import entries
          </PermissionButton>
        </Stack>
      }
    >
      No income and no expense yet. Enter the first one, or import a sheet.
    </EmptyState>
  );
}
