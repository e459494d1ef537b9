import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { receiptTypes, type TransactionListItem } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { Banner } from '../../../ui/feedback/banner';
import { Skeleton } from '../../../ui/loading/skeleton';
import { ActionButton } from '../../../screens/actions/permission-button';
import { api } from '../../../data/api';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { pageQuery, type QueryOf } from '../../../data/queries';
import { EntryLink } from '../finance-navigation';
import { faultOfReceipt } from '../receipts/receipt-input';
import { UploadList, useReceiptUploads } from '../receipts/receipt-uploads';
import { formatAmount } from '../transaction.format';
import { RetryBanner } from '../../../ui/feedback/retry-banner';
import { wholeTarget } from '../../../ui/touch-target';

/** The largest ones; the others follow as these are settled. */
const SHOWN = 10;

type MissingReceiptsProps = { filter: QueryOf<typeof api.transactions.list> };

/** The entries without a receipt, each with a button that attaches one. */
export function MissingReceipts({ filter }: MissingReceiptsProps) {
  const { data, error, refetch } = useQuery(
    pageQuery(api.transactions.list, { query: { ...filter, sort: '-amountPaise', limit: SHOWN } }),
  );
  const uploads = useReceiptUploads();
  const [refused, setRefused] = useState<string>();
  const attach = (entry: TransactionListItem, file: File) => {
    const fault = faultOfReceipt(file, entry.receiptCount);
    setRefused(fault && `${entry.transactionNo}, ${file.name}: ${fault}`);
    if (fault === undefined) uploads.add(entry, [file]);
  };
  if (!data) {
    if (!error) return <Skeleton variant="rectangular" height={120} />;
    return <RetryBanner onRetry={() => void refetch()}>{messageOf(error, "Couldn't load the entries")}</RetryBanner>;
  }
  return (
    <Stack sx={{ gap: 2, mt: 2 }}>
      <Stack component="ul" aria-label="Entries without a receipt" sx={listStyle}>
        {data.data.map((entry) => (
          <li key={entry._id}>
            <Box sx={entryStyle}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {entry.party ?? entry.description}
              </Typography>
              <Typography variant="body2" color="textSecondary" className="tabular">
                <EntryLink entry={entry} /> · {formatDay(entry.date)} · {formatAmount(entry)}
              </Typography>
            </Box>
            <AttachButton entry={entry} onFile={(file) => attach(entry, file)} />
          </li>
        ))}
      </Stack>
      {refused !== undefined && <Banner tone="error">{refused}</Banner>}
      <UploadList state={uploads} withNumber />
    </Stack>
  );
}

function AttachButton({ entry, onFile }: { entry: TransactionListItem; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={receiptTypes.join(',')}
        aria-label={`Receipt of ${entry.transactionNo}`}
        onChange={(event) => {
          const file = event.target.files?.item(0);
          if (file) onFile(file);
          // The same file can be chosen again after it was refused.
          event.target.value = '';
        }}
      />
      <ActionButton
        variant="outlined"
        color="inherit"
        size="small"
        startIcon={<AttachFile />}
        aria-label={`Attach receipt to ${entry.transactionNo}`}
        disabledReason={disabledReasonOf(entry.actions.attach)}
        onClick={() => input.current?.click()}
      >
        Attach receipt
      </ActionButton>
    </>
  );
}

/** The name above the number of the entry belongs to its link. */
const entryStyle = {
  position: 'relative',
  flex: '1 1 200px',
  minWidth: 0,
  '@media (pointer: coarse)': { minHeight: 44 },
  '& a': wholeTarget,
} as const;

const listStyle = {
  gap: 2,
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 },
};
