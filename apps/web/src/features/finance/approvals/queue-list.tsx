import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type TransactionListItem, transactionCategoryLabels } from '@shifa/contract';
import { RelativeTime } from '../../../components/relative-time';
import type { ChosenEntries } from '../decide/use-chosen-entries';
import { EntryAmount } from '../entry-amount';
import { FlagMarks, ReceiptMark } from '../entry-marks';
import { queueRowId } from './queue-focus';

type QueueListProps = {
  entries: readonly TransactionListItem[];
  currentId: string | undefined;
  chosen: ChosenEntries;
  /** Why a bulk decision left an entry as it was. */
  undecided: ReadonlyMap<string, string>;
  onShow: (id: string) => void;
};

/** What waits, first entered first; the one that is looked at is marked. */
export function QueueList({ entries, currentId, chosen, undecided, onShow }: QueueListProps) {
  return (
    <Box component="ul" aria-label="Entries that wait" sx={listStyle}>
      {entries.map((entry) => {
        const { _id, transactionNo, party, description, category } = entry;
        const reason = undecided.get(_id);
        return (
          <Stack key={_id} component="li" direction="row" data-current={_id === currentId} sx={rowStyle}>
            <Checkbox
              size="small"
              checked={chosen.ids.has(_id)}
              onChange={() => chosen.toggle(_id)}
              slotProps={{ input: { 'aria-label': `Select ${transactionNo}` } }}
            />
            <ButtonBase
              id={queueRowId(_id)}
              aria-current={_id === currentId}
              onClick={() => onShow(_id)}
              sx={{ flex: 1, minWidth: 0, display: 'block', textAlign: 'left', py: 3, pr: 4, font: 'inherit' }}
            >
              <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between' }}>
                <Typography noWrap sx={{ fontWeight: 500 }}>
                  {party ?? description}
                </Typography>
                <EntryAmount entry={entry} />
              </Stack>
              <Stack direction="row" className="tabular" sx={secondLineStyle}>
                <span>{transactionCategoryLabels[category]}</span>
                <FlagMarks flags={entry.flags} />
                <ReceiptMark receiptCount={entry.receiptCount} />
                <Box component="span" sx={{ ml: 'auto !important' }}>
                  <RelativeTime instant={entry.createdAt} timeZone={entry.laboratoryId.timezone} />
                </Box>
              </Stack>
              {reason !== undefined && (
                <Typography variant="caption" color="error" component="div">
                  {reason}
                </Typography>
              )}
            </ButtonBase>
          </Stack>
        );
      })}
    </Box>
  );
}

const listStyle = (theme: Theme) => ({
  m: 0,
  p: 0,
  listStyle: 'none',
  overflow: 'hidden',
  borderRadius: '12px',
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
});

const rowStyle = (theme: Theme) => ({
  alignItems: 'center',
  pl: 1,
  '& + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[data-current="true"]': {
    backgroundColor: theme.vars.palette.action.selected,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
  },
  '& .MuiButtonBase-root.Mui-focusVisible': { outlineOffset: -2 },
});

const secondLineStyle = {
  gap: 2,
  alignItems: 'center',
  fontSize: '0.75rem',
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis' },
};
