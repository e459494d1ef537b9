import { type TransactionImport, transactionSheetColumns } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SheetImportDialog } from '../../../components/sheet-import/sheet-import-dialog';
import type { SendSheet } from '../../../components/sheet-import/use-sheet-import';
import { api, bodyOf } from '../../../lib/api';
import { entriesWords } from '../transaction.fields';
import { invalidateTransactions } from '../transaction.live';
import { ImportSums } from './import-sums';
import { ImportedTransactions } from './imported-transactions';

/** A thousand entries with their numbers take their time. */
const WAIT_MS = 60_000;

const send: SendSheet<TransactionImport> = async (body, headers) =>
  (await bodyOf(api.transactions.import.mutate({ body, headers, waitMs: WAIT_MS }))).data;

/** Takes in many entries, all or none, and then tells the numbers they were given. */
export function ImportTransactions({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<TransactionImport>();
  if (result) return <ImportedTransactions result={result} onClose={onClose} />;
  return (
    <SheetImportDialog
      title="Import entries"
      labels={{ count: entriesWords, heading: 'Entry', nameless: 'No description' }}
      fetchTemplate={(format) => api.transactions.importTemplate.query({ query: { format } })}
      send={send}
      summary={(checked) => <ImportSums sums={checked} />}
      onApplied={(applied) => {
        setResult(applied);
        void invalidateTransactions(queryClient, []);
      }}
      onClose={onClose}
    >
      One row for each entry, under these headings: {Object.values(transactionSheetColumns).join(', ')}.
    </SheetImportDialog>
  );
}
