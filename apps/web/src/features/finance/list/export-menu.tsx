import Download from '@mui/icons-material/FileDownloadOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { SheetFormat } from '@shifa/contract';
import { useState } from 'react';
import { PermissionButton } from '../../../components/permission-button';
import type { TransactionListState } from './transaction-list-state';
import { useTransactionExport } from './use-transaction-export';

/** The list under its filter as a file, in the form that is chosen. */
export function ExportMenu({ state }: { state: TransactionListState }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { save, pending } = useTransactionExport(state);
  const choose = (format: SheetFormat) => () => {
    setAnchor(null);
    save(format);
  };
  return (
    <>
      <PermissionButton
        permission="transactions.export"
        variant="outlined"
        color="inherit"
        startIcon={<Download />}
        aria-haspopup="menu"
        loading={pending}
        loadingPosition="start"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Export
      </PermissionButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose('xlsx')}>Export as Excel</MenuItem>
        <MenuItem onClick={choose('csv')}>Export as CSV</MenuItem>
      </Menu>
    </>
  );
}
