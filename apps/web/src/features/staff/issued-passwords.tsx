import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { IssuedPassword } from '@shifa/contract';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/feedback/banner';
import { CopyButton } from '../../ui/copy-button';
import { Email } from '../../ui/email-link';
import { OneTimeDialog } from '../../ui/one-time-dialog';
import { paths } from '../../config/paths';
import { csvOf } from '../../lib/csv';
import { formatInstant } from '../../lib/format';
import { mustChangeText } from './staff.messages';
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
  const address = `${window.location.origin}${paths.login}`;
  const expiry = people[0]?.temporaryPasswordExpiresAt;
  const validUntil = expiry ? formatInstant(expiry) : undefined;
  const rows = people.map(({ name, email, employeeCode, temporaryPassword }) => [
    name,
    email,
    employeeCode,
    temporaryPassword,
    address,
    validUntil ?? '',
  ]);
  return (
    <OneTimeDialog
      maxWidth="md"
      title={title}
      copied={rows.map((row) => row.join('\t')).join('\n')}
      file={{ content: () => csvOf([heading, ...rows]), name: 'temporary-passwords.csv', label: 'Save as CSV' }}
      printLabel="Print slips"
      sheet={<PasswordSlips people={people} address={address} />}
      describeLoss={(printed) =>
        printed
          ? "Check that all slips were printed. You haven't saved the passwords as a file, and they aren't shown again."
          : "You haven't saved the passwords as a file, and they aren't shown again."
      }
      backLabel="Back to the passwords"
      onClose={onClose}
    >
      <Banner tone="warning">
        The passwords won't be shown again. Save or print them now and give each person their own.{' '}
        {mustChangeText(validUntil)}
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
                    {employeeCode} · <Email email={email} />
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
    </OneTimeDialog>
  );
}
