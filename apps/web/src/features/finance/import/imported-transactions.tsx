import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TransactionImport } from '@shifa/contract';
import { useId } from 'react';
import { Banner } from '../../../components/banner';
import { CopyButton } from '../../../components/copy-button';
import { entriesWords } from '../transaction.fields';
import { ImportSums } from './import-sums';

type ImportedTransactionsProps = { result: TransactionImport; onClose: () => void };

/** The numbers that imported entries were given, in the order of the sheet, to be written on the paper. */
export function ImportedTransactions({ result, onClose }: ImportedTransactionsProps) {
  const id = useId();
  const numbers = result.created.map(({ transactionNo }) => transactionNo);
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{entriesWords(numbers.length)} imported</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Banner tone="success">Every row was written. The entries now wait for approval.</Banner>
          <ImportSums sums={result} />
          <div>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
              Their numbers, in the order of the sheet:
            </Typography>
            <Box component="ol" aria-label="Numbers" className="tabular" sx={listStyle}>
              {result.created.map(({ _id, transactionNo }) => (
                <li key={_id}>{transactionNo}</li>
              ))}
            </Box>
          </div>
        </Stack>
      </DialogContent>
      <DialogActions>
        <CopyButton text={numbers.join('\n')} label="Copy the numbers" />
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(176px, 1fr))',
  gap: 1,
  m: 0,
  p: 3,
  maxHeight: 280,
  overflowY: 'auto',
  listStyle: 'none',
  fontSize: '0.8125rem',
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
};
