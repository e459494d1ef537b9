import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Block from '@mui/icons-material/BlockOutlined';
import Cancel from '@mui/icons-material/CancelOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import HowToReg from '@mui/icons-material/HowToRegOutlined';
import LockClock from '@mui/icons-material/LockClockOutlined';
import NorthEast from '@mui/icons-material/NorthEastOutlined';
import SouthWest from '@mui/icons-material/SouthWestOutlined';
import TrendingUp from '@mui/icons-material/TrendingUpOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  isCounted,
  isWaiting,
  lacksReceipt,
  transactionCategoryLabels,
  transactionFlagLabels,
  type TransactionListItem,
  transactionStatusLabels,
  plural,
} from '@shifa/contract';
import type { ReactNode } from 'react';
import { chipOf, StatusChip } from '../../ui/status-chip';
import { formatCount, formatDay, formatWeekday } from '../../lib/format';
import { describeCredit, formatAmount, labelOf } from './transaction.format';

export const TransactionStatusChip = chipOf(transactionStatusLabels, {
  pending: { tone: 'warning', icon: <HourglassEmpty /> },
  partially_approved: { tone: 'info', icon: <HowToReg /> },
  approved: { tone: 'success', icon: <CheckCircle /> },
  rejected: { tone: 'error', icon: <Cancel /> },
  cancelled: { tone: 'neutral', icon: <Block /> },
  reversed: { tone: 'neutral', icon: <Undo /> },
});

const flagIcons = { above_limit: <TrendingUp />, back_dated: <EventBusy />, locked_period: <LockClock /> };

/** The amount after its arrow; dimmed if no total will include it. */
export function EntryAmount({ entry }: { entry: TransactionListItem }) {
  const { status } = entry;
  return (
    <Box component="span" className="tabular" sx={amountStyle} data-over={!isCounted(status) && !isWaiting(status)}>
      <EntryArrow entry={entry} titleAccess={labelOf(entry)} />
      {formatAmount(entry)}
    </Box>
  );
}

type EntryArrowProps = SvgIconProps & { entry: Pick<TransactionListItem, 'type' | 'reversalOf'> };

/** An arrow inwards for income, outwards for an expense, and back for a reversal of either. */
function EntryArrow({ entry: { type, reversalOf }, ...icon }: EntryArrowProps) {
  if (reversalOf !== null) return <Undo color="warning" {...icon} />;
  return type === 'income' ? <SouthWest color="success" {...icon} /> : <NorthEast color="action" {...icon} />;
}

const NO_RECEIPT = 'No receipt, but one is needed';

/** Reversals, exceptions, a missing receipt and the number of receipts as labelled icons. */
export function EntryMarks({ entry }: { entry: TransactionListItem }) {
  const { flags, receiptCount, status } = entry;
  const reversal = describeReversal(entry);
  const receipts = plural(receiptCount, '1 receipt', `${formatCount(receiptCount)} receipts`);
  return (
    <>
      {reversal !== undefined && (
        <Tooltip title={reversal}>
          <Mark role="img" aria-label={reversal}>
            <Undo />
          </Mark>
        </Tooltip>
      )}
      {flags.length > 0 && (
        <Stack component="span" direction="row" sx={{ display: 'inline-flex', gap: 1, color: 'warning.main' }}>
          {flags.map((flag) => (
            <Tooltip key={flag} title={transactionFlagLabels[flag]}>
              <Mark role="img" aria-label={transactionFlagLabels[flag]}>
                {flagIcons[flag]}
              </Mark>
            </Tooltip>
          ))}
        </Stack>
      )}
      {isWaiting(status) && lacksReceipt(entry) && (
        <Tooltip title={NO_RECEIPT}>
          <Mark role="img" aria-label={NO_RECEIPT} className="tabular" sx={{ color: 'warning.main' }}>
            <AttachFile />0
          </Mark>
        </Tooltip>
      )}
      {receiptCount > 0 && (
        <Tooltip title={receipts}>
          <Mark role="img" aria-label={receipts} className="tabular">
            <AttachFile />
            {formatCount(receiptCount)}
          </Mark>
        </Tooltip>
      )}
    </>
  );
}

/** The other entry of a reversal: `Reverses KOL-2026-27-000012`. */
function describeReversal({ reversalOf, reversedBy, credit, status }: TransactionListItem): string | undefined {
  if (credit) return describeCredit(credit);
  if (reversalOf) return `Reverses ${reversalOf.transactionNo}`;
  if (!reversedBy) return undefined;
  return status === 'reversed'
    ? `Reversed by ${reversedBy.transactionNo}`
    : `Reversal ${reversedBy.transactionNo} awaits approval`;
}

/** An entry on a phone: amount and status first, then the party and the purpose. */
export function TransactionCard({ entry }: { entry: TransactionListItem }) {
  const { transactionNo, date, party, description, category, status } = entry;
  return (
    <Stack sx={{ gap: 1, pr: 8, minWidth: 0 }}>
      <Stack direction="row" useFlexGap sx={cardHeadStyle}>
        <EntryAmount entry={entry} />
        <TransactionStatusChip status={status} />
      </Stack>
      <Typography variant="h4" component="h2" sx={twoLines}>
        {party ?? description}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={twoLines}>
        {party === null
          ? transactionCategoryLabels[category]
          : `${transactionCategoryLabels[category]} · ${description}`}
      </Typography>
      <Stack
        direction="row"
        useFlexGap
        className="tabular"
        sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        <span>
          {formatDay(date)} · {transactionNo}
        </span>
        <EntryMarks entry={entry} />
      </Stack>
    </Stack>
  );
}

type EntryHeadProps = {
  entry: TransactionListItem;
  /** Whether the exceptions are shown as chips. */
  withFlags?: boolean;
  /** At the end of the first line. */
  aside?: ReactNode;
  /** Between the amount and the date. */
  children?: ReactNode;
};

/** What people look for first: the type, the status, the amount, the date and the laboratory. */
export function EntryHead({ entry, withFlags = false, aside, children }: EntryHeadProps) {
  const { status, flags, date, laboratoryId } = entry;
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="body2" color="textSecondary" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          <EntryArrow entry={entry} fontSize="small" />
          {labelOf(entry)}
        </Typography>
        <TransactionStatusChip status={status} />
        {withFlags &&
          flags.map((flag) => (
            <StatusChip key={flag} tone="warning" icon={flagIcons[flag]} label={transactionFlagLabels[flag]} />
          ))}
        {aside && <Box sx={{ ml: 'auto' }}>{aside}</Box>}
      </Stack>
      <Typography variant="figure" component={withFlags ? 'p' : 'h2'} sx={{ overflowWrap: 'anywhere' }}>
        {formatAmount(entry)}
      </Typography>
      {children}
      <Typography color="textSecondary">
        <time dateTime={date}>
          {formatWeekday(date)}, {formatDay(date, 'long')}
        </time>{' '}
        · {laboratoryId.name}
      </Typography>
    </Stack>
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

const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
};

const cardHeadStyle = {
  gap: 2,
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  mr: -8,
  fontSize: '1rem',
};

const Mark = styled('span')({ display: 'inline-flex', alignItems: 'center', '& svg': { fontSize: 16 } });
