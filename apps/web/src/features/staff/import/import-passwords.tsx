import Download from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { StaffImport } from '@shifa/contract';
import { useId, useState } from 'react';
import { Banner } from '../../../components/banner';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { CopyButton } from '../../../components/copy-button';
import { useLeaveGuard } from '../../../components/form/use-leave-guard';
import { SkippedRows } from '../../../components/sheet-import/sheet-faults';
import { paths } from '../../../config/paths';
import { csvOf } from '../../../lib/csv';
import { formatInstant, formatPeople } from '../../../lib/format';
import { saveBlob } from '../../../lib/save-file';

type ImportPasswordsProps = { result: StaffImport; onClose: () => void };

const heading = ['Name', 'Email', 'Employee code', 'Temporary password', 'Sign in at', 'Valid until'];

/** The temporary passwords of the people who were imported, shown once, to be copied or saved as a file. */
export function ImportPasswords({ result: { created, faults }, onClose }: ImportPasswordsProps) {
  const id = useId();
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [saved, setSaved] = useState(false);
  const [leave, setLeave] = useState<() => void>();
  useLeaveGuard(!saved, (go) => setLeave(() => go));
  const address = `${window.location.origin}${paths.login}`;
  const expiry = created[0]?.temporaryPasswordExpiresAt;
  const validUntil = expiry ? formatInstant(expiry) : '';
  const rows = created.map(({ name, email, employeeCode, temporaryPassword }) => [
    name,
    email,
    employeeCode,
    temporaryPassword,
    address,
    validUntil,
  ]);
  const save = () => {
    saveBlob(csvOf([heading, ...rows]), 'temporary-passwords.csv');
    setSaved(true);
  };
  return (
    <Dialog open fullScreen={onPhone} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{formatPeople(created.length)} imported</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Banner tone="warning">
            The passwords are not shown again. Save them now and give each person their own; it has to be changed at the
            first sign-in{validUntil && `, by ${validUntil}`}.
          </Banner>
          <SkippedRows faults={faults} />
          <TableContainer sx={{ maxHeight: { sm: 360 }, border: 1, borderColor: 'divider', borderRadius: '12px' }}>
            <Table size="small" stickyHeader aria-label="Temporary passwords">
              <TableHead>
                <TableRow>
                  <TableCell>Name</TableCell>
                  <TableCell>Temporary password</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {created.map(({ _id, name, email, employeeCode, temporaryPassword }) => (
                  <TableRow key={_id} sx={{ '& td': { overflowWrap: 'anywhere' } }}>
                    <TableCell>
                      {name}
                      <Typography variant="caption" component="div" color="textSecondary" className="tabular">
                        {employeeCode} · {email}
                      </Typography>
                    </TableCell>
                    <TableCell sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }}>
                      {temporaryPassword} <CopyButton text={temporaryPassword} label={`Copy the password of ${name}`} />
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        </Stack>
      </DialogContent>
      <DialogActions>
        <CopyButton text={rows.map((row) => row.join('\t')).join('\n')} label="Copy all" />
        <Button variant="outlined" color="inherit" startIcon={<Download />} onClick={save}>
          Save as CSV
        </Button>
        <Button variant="contained" onClick={() => (saved ? onClose() : setLeave(() => onClose))}>
          Done
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={leave !== undefined}
        title="Close without saving"
        verb="Close"
        cancelLabel="Back to the passwords"
        onCancel={() => setLeave(undefined)}
        onConfirm={() => leave?.()}
      >
        You have not saved the passwords as a file, and they are not shown again.
      </ConfirmDialog>
    </Dialog>
  );
}
