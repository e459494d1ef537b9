import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Transaction } from '@shifa/contract';
import { useState } from 'react';
import { ReceiptDrop } from './receipt-drop';
import { faultOfReceipt } from './receipt-rules';
import { RefusedReceipts } from './refused-receipts';
import { UploadList } from './upload-list';
import type { RefusedReceipt } from './use-chosen-receipts';
import { useReceiptUploads } from './use-receipt-uploads';

type AddReceiptProps = { transaction: Transaction };

/** Attaches receipts to an entry as they are chosen; where that cannot be, it says why. */
export function AddReceipt({ transaction }: AddReceiptProps) {
  const state = useReceiptUploads();
  const [refused, setRefused] = useState<readonly RefusedReceipt[]>([]);
  const { attach } = transaction.actions;
  if (!attach?.allowed) {
    return (
      <Typography variant="body2" color="textSecondary">
        {attach?.reason}
      </Typography>
    );
  }
  const take = (file: File) => {
    const reason = faultOfReceipt(file, transaction.receipts.length + state.uploads.length);
    if (reason === undefined) state.add(transaction, [file]);
    else setRefused((others) => [...others, { name: file.name, reason }]);
  };
  return (
    <Stack sx={{ gap: 3 }}>
      <ReceiptDrop onFile={take} />
      <RefusedReceipts refused={refused} onDismiss={() => setRefused([])} />
      <UploadList state={state} />
    </Stack>
  );
}
