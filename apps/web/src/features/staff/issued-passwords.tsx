import Download from '@mui/icons-material/FileDownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { IssuedPassword } from '@shifa/contract';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { Banner } from '../../ui/feedback/banner';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyButton } from '../../ui/copy-button';
import { useLeaveGuard } from '../../ui/drawers/use-leave-guard';
import { paths } from '../../config/paths';
import { csvOf } from '../../lib/csv';
import { formatInstant } from '../../lib/format';
import { saveBlob } from '../../lib/save-file';
import { PasswordSlips } from './password-slips';

type IssuedPasswordsProps = {
  title: string;
  people: readonly IssuedPassword[];
  /** Above the passwords. */
  children?: ReactNode;
  onClose: () => void;
};

const heading = ['Name', 'Email', 'Employee code', 'Temporary password', 'Sign in at', 'Valid until'];

/** The temporary passwords of many people, shown once: to be copied, saved as a file, or printed as slips. */
export function IssuedPasswords({ title, people, children, onClose }: IssuedPasswordsProps) {
  const [saved, setSaved] = useState(false);
  const [printed, setPrinted] = useState(false);
  const [leave, setLeave] = useState<() => void>();
  useLeaveGuard(!saved, (go) => setLeave(() => go));
  const address = `${window.location.origin}${paths.login}`;
  const expiry = people[0]?.temporaryPasswordExpiresAt;
  const validUntil = expiry ? formatInstant(expiry) : '';
  const rows = people.map(({ name, email, employeeCode, temporaryPassword }) => [
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
  const print = () => {
    window.print();
    setPrinted(true);
  };
  const close = () => (saved ? onClose() : setLeave(() => onClose));
  return (
    <AppDialog
      fillsPhone
      maxWidth="md"
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown') close();
      }}
      title={title}
      actions={
        <>
          <CopyButton text={rows.map((row) => row.join('\t')).join('\n')} label="Copy all" />
          <Button variant="outlined" color="inherit" startIcon={<Download />} onClick={save}>
            Save as CSV
          </Button>
          <Button variant="outlined" color="inherit" startIcon={<Print />} onClick={print}>
            Print slips
          </Button>
          <Button variant="contained" onClick={close}>
            Done
          </Button>
        </>
      }
      beside={
        <>
          <ConfirmDialog
            open={leave !== undefined}
            title="Close without saving"
            verb="Close"
            cancelLabel="Back to the passwords"
            onCancel={() => setLeave(undefined)}
            onConfirm={() => leave?.()}
          >
            {printed
              ? "Check that all slips were printed. You haven't saved the passwords as a file, and they aren't shown again."
              : "You haven't saved the passwords as a file, and they aren't shown again."}
          </ConfirmDialog>
          <PasswordSlips people={people} address={address} />
        </>
      }
    >
      <Banner tone="warning">
        The passwords won't be shown again. Save or print them now and give each person their own. It must be changed at
        the first sign-in{validUntil && `, by ${validUntil}`}.
      </Banner>
      {children}
      <TableContainer sx={{ maxHeight: { sm: 360 }, border: 1, borderColor: 'divider', borderRadius: '12px' }}>
        <Table size="small" stickyHeader aria-label="Temporary passwords">
          <TableHead>
            <TableRow>
              <TableCell>Name</TableCell>
              <TableCell>Temporary password</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {people.map(({ _id, name, email, employeeCode, temporaryPassword }) => (
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
    </AppDialog>
  );
}
