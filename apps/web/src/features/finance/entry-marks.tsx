import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { type TransactionListItem, transactionFlagLabels } from '@shifa/contract';
import { formatCount } from '../../lib/format';
import { flagIcons } from './transaction-status';

/** What is out of the ordinary about an entry, as icons that say it. */
export function FlagMarks({ flags }: Pick<TransactionListItem, 'flags'>) {
  if (flags.length === 0) return null;
  return (
    <Stack component="span" direction="row" sx={{ display: 'inline-flex', gap: 1, color: 'warning.main' }}>
      {flags.map((flag) => (
        <Tooltip key={flag} title={transactionFlagLabels[flag]}>
          <Mark role="img" aria-label={transactionFlagLabels[flag]}>
            {flagIcons[flag]}
          </Mark>
        </Tooltip>
      ))}
    </Stack>
  );
}

/** A clip with how many receipts there are; nothing where there are none. */
export function ReceiptMark({ receiptCount }: Pick<TransactionListItem, 'receiptCount'>) {
  if (receiptCount === 0) return null;
  const words = receiptCount === 1 ? '1 receipt' : `${formatCount(receiptCount)} receipts`;
  return (
    <Tooltip title={words}>
      <Mark role="img" aria-label={words} className="tabular">
        <AttachFile />
        {formatCount(receiptCount)}
      </Mark>
    </Tooltip>
  );
}

const Mark = styled('span')({ display: 'inline-flex', alignItems: 'center', '& svg': { fontSize: 16 } });
