import NorthEast from '@mui/icons-material/NorthEastOutlined';
import SouthWest from '@mui/icons-material/SouthWestOutlined';
import Box from '@mui/material/Box';
import { isCounted, isWaiting, type TransactionListItem, transactionTypeLabels } from '@shifa/contract';
import { signedMoney } from './change-words';
import { countedPaise } from './transaction.fields';

type Amount = Pick<TransactionListItem, 'type' | 'amountPaise' | 'reversalOf' | 'status'>;

/** `+₹1,250.50` for what comes in, `−₹1,250.50` for what goes out; a contra entry the other way round. */
export function flowWords({
  type,
  ...entry
}: Pick<TransactionListItem, 'type' | 'amountPaise' | 'reversalOf'>): string {
  return signedMoney(type === 'income' ? countedPaise(entry) : -countedPaise(entry));
}

/** The amount of an entry with its sign, and an arrow for income or expense; dimmed where it neither counts nor waits. */
export function EntryAmount({ entry }: { entry: Amount }) {
  const { type, status } = entry;
  const Arrow = type === 'income' ? SouthWest : NorthEast;
  return (
    <Box component="span" className="tabular" sx={amountStyle} data-over={!isCounted(status) && !isWaiting(status)}>
      <Arrow titleAccess={transactionTypeLabels[type]} color={type === 'income' ? 'success' : 'action'} />
      {flowWords(entry)}
    </Box>
  );
}

const amountStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '& svg': { fontSize: 14 },
  '&[data-over="true"]': { color: 'text.secondary', fontWeight: 400 },
};
