import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { SheetRowFault } from '@shifa/contract';
import { formatCount } from '../../lib/format';

type SheetFaultsProps = {
  faults: readonly SheetRowFault[];
  /** Over what tells a row from the others: `Who`. */
  heading: string;
  /** Where a row has nothing of the kind: `No name`. */
  nameless: string;
};

/** Each fault of a sheet: in which row, about what, in which column, and what is wrong. */
export function SheetFaults({ faults, heading, nameless }: SheetFaultsProps) {
  return (
    <TableContainer sx={{ maxHeight: 360, border: 1, borderColor: 'divider', borderRadius: '12px' }}>
      <Table size="small" stickyHeader aria-label="Faults" sx={tableStyle}>
        <TableHead>
          <TableRow>
            <TableCell align="right">Row</TableCell>
            <TableCell>{heading}</TableCell>
            <TableCell>Column</TableCell>
            <TableCell>What is wrong</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {faults.flatMap(({ row, label, errors }) =>
            errors.map(({ field, message }) => (
              <TableRow key={`${row} ${field} ${message}`}>
                <TableCell align="right" className="tabular">
                  {formatCount(row)}
                </TableCell>
                <TableCell>{label || nameless}</TableCell>
                <TableCell>{field || 'Whole row'}</TableCell>
                <TableCell>{message}</TableCell>
              </TableRow>
            )),
          )}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

// On a phone every column stays in sight: what is wrong is what one came for.
const tableStyle = {
  minWidth: { sm: 560 },
  '& td': { overflowWrap: 'anywhere', verticalAlign: 'top' },
  '& td, & th': { px: { xs: 2, sm: 4 } },
};
