import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type TransactionImport, transactionSheetColumns } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AppDialog } from '../../../ui/app-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { CopyButton } from '../../../ui/copy-button';
import { Facts } from '../../../ui/facts';
import { SkippedRows } from '../../../screens/import/sheet-faults';
import { type RowLabels, SheetImportDialog } from '../../../screens/import/sheet-import-dialog';
import { api } from '../../../data/api';
import { formatMoney } from '../../../lib/format';
import { send } from '../../../data/queries';
import { importedText, importTotalsText } from '../finance.messages';
import { formatEntryCount } from '../transaction.format';
import { transactionResource } from '../transaction.resource';

const labels: RowLabels = {
  count: formatEntryCount,
  heading: 'Entry',
  nameless: 'No description',
  matching: 'date, amount, party and reference',
};

/** Imports the valid rows of a sheet of entries and then shows their numbers. */
export function ImportTransactions({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<TransactionImport>();
  if (result) return <ImportedTransactions result={result} onClose={onClose} />;
  return (
    <SheetImportDialog
      title="Import entries"
      labels={labels}
      fetchTemplate={(format) => api.transactions.importTemplate.query({ query: { format } })}
      send={(request, given) => send(api.transactions.import, request, given)}
      summary={(checked) => <ImportSums sums={checked} />}
      onApplied={(applied) => {
        setResult(applied);
        void transactionResource.invalidate(queryClient);
      }}
      onClose={onClose}
    >
      One row per entry, with these headings: {Object.values(transactionSheetColumns).join(', ')}.
    </SheetImportDialog>
  );
}

type ImportedTransactionsProps = { result: TransactionImport; onClose: () => void };

/** The numbers of the imported entries, in the order of the sheet. */
function ImportedTransactions({ result, onClose }: ImportedTransactionsProps) {
  const numbers = result.created.map(({ transactionNo }) => transactionNo);
  return (
    <AppDialog
      onClose={onClose}
      maxWidth="md"
      title={`${formatEntryCount(numbers.length)} imported`}
      actions={
        <>
          <CopyButton text={numbers.join('\n')} label="Copy the numbers" />
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Banner tone="success">{importedText(result.faults.length === 0)}</Banner>
      <SkippedRows faults={result.faults} />
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
    </AppDialog>
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

type ImportSumsProps = { sums: Pick<TransactionImport, 'incomePaise' | 'expensePaise' | 'faults'> };

/** The totals of the valid rows. */
function ImportSums({ sums }: ImportSumsProps) {
  return (
    <div>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {importTotalsText(sums.faults.length === 0)}
      </Typography>
      <Facts
        facts={[
          { label: 'Income', value: formatMoney(sums.incomePaise) },
          { label: 'Expense', value: formatMoney(sums.expensePaise) },
        ]}
      />
    </div>
  );
}
