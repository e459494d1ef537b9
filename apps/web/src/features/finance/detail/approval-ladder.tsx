import Block from '@mui/icons-material/BlockOutlined';
import Cancel from '@mui/icons-material/CancelOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import { styled } from '@mui/material/styles';
import type { Transaction } from '@shifa/contract';
import { formatInstant } from '../../../lib/format';
import { approvalStepsOf } from './approval-steps';
import { EntryLink } from './entry-link';

const icons = {
  done: <CheckCircle color="success" />,
  waiting: <HourglassEmpty color="warning" />,
  later: <RadioButtonUnchecked color="disabled" />,
  refused: <Cancel color="error" />,
  cancelled: <Block />,
  reversed: <Undo />,
} as const;

/** Who entered, approved, rejected or took back an entry, step by step, and what it still waits for. */
export function ApprovalLadder({ entry }: { entry: Transaction }) {
  return (
    <Steps>
      {approvalStepsOf(entry).map(({ state, words, at, note, entry: other }) => (
        <li key={words}>
          {icons[state]}
          <div>
            <p>
              {words} {other && <EntryLink entry={other} />}
            </p>
            {at && <time dateTime={at}>{formatInstant(at, entry.laboratoryId.timezone)}</time>}
            {note && <q data-spoken={state === 'refused' ? '' : undefined}>{note}</q>}
          </div>
        </li>
      ))}
    </Steps>
  );
}

const Steps = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  '& li': { position: 'relative', display: 'flex', gap: 12, paddingBottom: 16 },
  '& li:last-of-type': { paddingBottom: 0 },
  // A hairline leads from each step to the next.
  '& li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    top: 24,
    bottom: 2,
    left: 9.5,
    borderLeft: `1px solid ${theme.vars.palette.divider}`,
  },
  '& svg': { flexShrink: 0, fontSize: 20 },
  '& li > div': { minWidth: 0 },
  '& p': { margin: 0 },
  '& time, & q': { display: 'block', fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& q': { marginTop: 2, quotes: 'none', whiteSpace: 'pre-line' },
  '& q[data-spoken]': {
    marginTop: 6,
    paddingLeft: 10,
    borderLeft: `2px solid ${theme.vars.palette.error.main}`,
    color: theme.vars.palette.text.primary,
  },
}));
