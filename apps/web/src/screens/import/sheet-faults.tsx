import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { SHEET_ERROR_HEADING, type SheetRowFault } from '@shifa/contract';
import { useOnPhone } from '../../ui/use-on-phone';
import { csvOf } from '../../lib/csv';
import { formatCount } from '../../lib/format';
import { saveBlob } from '../../lib/save-file';
import { Banner } from '../../ui/feedback/banner';
import { downloadRowsText } from '../screens.messages';

/** The API labels a row that has nothing to identify it `Row 7`. */
function labelOf({ row, label }: SheetRowFault, nameless: string): string {
  return label === '' || label === `Row ${row}` ? nameless : label;
}

type SheetFaultsProps = {
  faults: readonly SheetRowFault[];
  /** What the label of a row is: `Person`. */
  heading: string;
  /** For a row without a label: `No name`. */
  nameless: string;
};

/** Each error of a sheet with its row, its column and the invalid value; on a phone one card for each row. */
export function SheetFaults({ faults, heading, nameless }: SheetFaultsProps) {
  const onPhone = useOnPhone();
  if (onPhone) return <FaultCards faults={faults} nameless={nameless} />;
  return (
    <TableContainer sx={{ maxHeight: 360, border: 1, borderColor: 'divider', borderRadius: '12px' }}>
      <Table size="small" stickyHeader aria-label="Errors" sx={tableStyle}>
        <TableHead>
          <TableRow>
            <TableCell align="right">Row</TableCell>
            <TableCell>{heading}</TableCell>
            <TableCell>Column</TableCell>
            <TableCell>Value</TableCell>
            <TableCell>Error</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {faults.flatMap((fault) => {
            const { row, errors, cells } = fault;
            return errors.map(({ field, message }) => (
              <TableRow key={`${row} ${field} ${message}`}>
                <TableCell align="right" className="tabular">
                  {formatCount(row)}
                </TableCell>
                <TableCell>{labelOf(fault, nameless)}</TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{field || 'Whole row'}</TableCell>
                <TableCell>
                  <InvalidValue value={cells[field]} />
                </TableCell>
                <TableCell>{message}</TableCell>
              </TableRow>
            ));
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function FaultCards({ faults, nameless }: Pick<SheetFaultsProps, 'faults' | 'nameless'>) {
  return (
    <Stack component="ul" aria-label="Errors" sx={{ gap: 2, m: 0, p: 0, listStyle: 'none' }}>
      {faults.map((fault) => (
        <Box component="li" key={fault.row} sx={cardStyle}>
          <Typography variant="subtitle2">
            Row {formatCount(fault.row)} · {labelOf(fault, nameless)}
          </Typography>
          {fault.errors.map(({ field, message }) => (
            <div key={`${field} ${message}`}>
              <Typography variant="body2" color="textSecondary">
                {field || 'Whole row'}
                {field && ': '}
                {field && <InvalidValue value={fault.cells[field]} />}
              </Typography>
              <Typography variant="body2">{message}</Typography>
            </div>
          ))}
        </Box>
      ))}
    </Stack>
  );
}

/** A value as it was read from the sheet; an error of the whole row has none. */
function InvalidValue({ value }: { value: string | undefined }) {
  if (value === undefined) return null;
  if (value === '') return <span>Blank</span>;
  return (
    <Box component="q" sx={{ quotes: 'none', color: 'error.main', whiteSpace: 'pre-wrap' }}>
      {value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}
    </Box>
  );
}

/** The download holds the rest of a long value. */
const MAX_SHOWN = 120;

type DownloadInvalidRowsProps = { faults: readonly SheetRowFault[]; children: string };

/** Saves the invalid rows with an explanation in each, to be corrected and imported later. */
export function DownloadInvalidRows({ faults, children }: DownloadInvalidRowsProps) {
  const save = () => saveBlob(csvOf(invalidRowsTable(faults)), 'rows-with-errors.csv');
  return (
    <Button size="small" variant="outlined" color="inherit" startIcon={<Download />} onClick={save}>
      {children}
    </Button>
  );
}

function invalidRowsTable(faults: readonly SheetRowFault[]): string[][] {
  const headings = [...new Set(faults.flatMap(({ cells }) => Object.keys(cells)))];
  const rows = faults.map(({ cells, errors }) => [
    ...headings.map((heading) => cells[heading] ?? ''),
    errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; '),
  ]);
  return [[...headings, SHEET_ERROR_HEADING], ...rows];
}

/** After an import of the valid rows: how many were not imported, and those rows. */
export function SkippedRows({ faults }: { faults: readonly SheetRowFault[] }) {
  if (faults.length === 0) return null;
  const one = faults.length === 1;
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      <Banner tone="warning">
        {one
          ? "1 row wasn't imported. Download it, correct it and import the file."
          : `${formatCount(faults.length)} rows weren't imported. Download them, correct them and import the file.`}
      </Banner>
      <DownloadInvalidRows faults={faults}>{downloadRowsText(faults.length, true)}</DownloadInvalidRows>
    </Stack>
  );
}

const tableStyle = {
  '& td': { overflowWrap: 'anywhere', verticalAlign: 'top' },
  '& td, & th': { px: 3 },
};

const cardStyle = {
  display: 'grid',
  gap: 2,
  p: 3,
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  overflowWrap: 'anywhere',
};
