import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Receipt, Transaction } from '@shifa/contract';
import { useState } from 'react';
import { RelativeTime } from '../../../components/relative-time';
import { formatBytes } from '../../../lib/format';
import { ReceiptThumbnail } from './receipt-thumbnail';
import { ReceiptViewer } from './receipt-viewer';
import { RemoveReceipt } from './remove-receipt';
import { useOpenPdf } from './use-open-pdf';

type ReceiptListProps = { transaction: Transaction };

/** The receipts of an entry: an image opens over the page, a PDF in a window of its own. */
export function ReceiptList({ transaction }: ReceiptListProps) {
  const [shown, setShown] = useState<Receipt>();
  const [leaving, setLeaving] = useState<Receipt>();
  const pdf = useOpenPdf(transaction._id);
  if (transaction.receipts.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        No receipts
      </Typography>
    );
  }
  return (
    <Stack component="ul" aria-label="Receipts" sx={listStyle}>
      {transaction.receipts.map((receipt) => (
        <Stack key={receipt._id} component="li" direction="row" sx={{ alignItems: 'center', gap: 2 }}>
          <ButtonBase
            onClick={() => (receipt.contentType === 'application/pdf' ? pdf.open(receipt) : setShown(receipt))}
            sx={openStyle}
          >
            <ReceiptThumbnail transactionId={transaction._id} receipt={receipt} busy={pdf.opening === receipt._id} />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>
                {receipt.fileName}
              </Typography>
              <Typography variant="caption" component="div" color="textSecondary" className="tabular">
                {formatBytes(receipt.sizeBytes)} · {receipt.uploadedBy.name},{' '}
                <RelativeTime instant={receipt.uploadedAt} timeZone={transaction.laboratoryId.timezone} />
              </Typography>
            </Box>
          </ButtonBase>
          {transaction.actions.attach?.allowed && (
            <IconButton aria-label={`Remove ${receipt.fileName}`} onClick={() => setLeaving(receipt)}>
              <Delete fontSize="small" />
            </IconButton>
          )}
        </Stack>
      ))}
      {shown && <ReceiptViewer transactionId={transaction._id} receipt={shown} onClose={() => setShown(undefined)} />}
      {leaving && <RemoveReceipt transaction={transaction} receipt={leaving} onClose={() => setLeaving(undefined)} />}
    </Stack>
  );
}

const listStyle = { gap: 1, m: 0, p: 0, listStyle: 'none' };

const openStyle = {
  flex: 1,
  minWidth: 0,
  justifyContent: 'flex-start',
  gap: 3,
  p: 1,
  textAlign: 'left',
  borderRadius: '8px',
  '&:hover': { backgroundColor: 'action.hover' },
};
