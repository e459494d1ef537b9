import Block from '@mui/icons-material/BlockOutlined';
import Cancel from '@mui/icons-material/CancelOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { approversOf, isWaiting, needsSuperAdmin, roleLabels, type Transaction } from '@shifa/contract';
import { formatInstant } from '../../../lib/format';
import { ApproversButton } from '../decisions/approvers';
import { EntryLink } from '../finance-navigation';
import { approvalSteps, reasonsForTwo } from '../finance.messages';

const icons = {
  done: <CheckCircle color="success" />,
  waiting: <HourglassEmpty color="warning" />,
  later: <RadioButtonUnchecked color="disabled" />,
  refused: <Cancel color="error" />,
  cancelled: <Block />,
  reversed: <Undo />,
} as const;

/** Who entered, approved, rejected, cancelled or reversed an entry, and which approvals are missing. */
export function ApprovalLadder({ entry }: { entry: Transaction }) {
  return (
    <Stack sx={{ gap: 3 }}>
      <Steps>
        {approvalStepsOf(entry).map(({ state, text, at, note, entry: other }) => (
          <li key={text}>
            {icons[state]}
            <div>
              <p>
                {text} {other && <EntryLink entry={other} />}
              </p>
              {at && <time dateTime={at}>{formatInstant(at, entry.laboratoryId.timezone)}</time>}
              {note && <q data-quoted={state === 'refused' ? '' : undefined}>{note}</q>}
            </div>
          </li>
        ))}
      </Steps>
      <ApproversButton entry={entry} />
    </Stack>
  );
}

type ApprovalStep = {
  /** `later` depends on the step that is waiting. */
  state: 'done' | 'waiting' | 'later' | 'refused' | 'cancelled' | 'reversed';
  /** `Approved by Asha Rao, super admin` */
  text: string;
  /** ISO 8601. */
  at?: string;
  /** The rule or the reason behind the step. */
  note?: string;
  /** The entry that the text refers to. */
  entry?: { _id: string; transactionNo: string };
};

/** The approval of an entry step by step: who has done what, what is still missing and why. */
export function approvalStepsOf(entry: Transaction): ApprovalStep[] {
  return [enteredStep(entry), ...entry.approvals.map((_, index) => approvedStep(entry, index)), ...nextSteps(entry)];
}

function enteredStep({ createdBy, createdAt, editedBy }: Transaction): ApprovalStep {
  const isByAnother = editedBy !== null && editedBy._id !== createdBy._id;
  const note = isByAnother ? { note: `Last edited by ${editedBy.name}` } : {};
  return { state: 'done', text: `Entered by ${createdBy.name}`, at: createdAt, ...note };
}

function approvedStep({ approvals, approvalsNeeded }: Transaction, index: number): ApprovalStep {
  const { by, at, note } = approvals[index] as Transaction['approvals'][number];
  const who = `${by.name} (${roleLabels[by.role]})`;
  const step = approvalsNeeded === 1 ? undefined : approvalSteps[index];
  return { state: 'done', text: step?.given(who) ?? `Approved by ${who}`, at, ...(note === undefined ? {} : { note }) };
}

function nextSteps(entry: Transaction): ApprovalStep[] {
  const { status, rejection, reversedBy, updatedBy, updatedAt } = entry;
  if (isWaiting(status)) return waitingSteps(entry);
  if (status === 'rejected' && rejection) {
    return [{ state: 'refused', text: `Rejected by ${rejection.by.name}`, at: rejection.at, note: rejection.reason }];
  }
  // A cancelled entry cannot be changed, so its last change was the cancellation.
  if (status === 'cancelled') {
    return [{ state: 'cancelled', text: `Cancelled by ${updatedBy ?? 'the system'}`, at: updatedAt }];
  }
  if (!reversedBy) return [];
  return status === 'reversed'
    ? [{ state: 'reversed', text: 'Reversed by', entry: reversedBy }]
    : [{ state: 'waiting', text: 'Reversal awaiting approval:', entry: reversedBy }];
}

function waitingSteps(entry: Transaction): ApprovalStep[] {
  const { approvals, approvalsNeeded, flags } = entry;
  if (approvalsNeeded === 1) return [{ state: 'waiting', text: 'Awaiting approval' }];
  const why = [
    ...flags.flatMap((flag) => reasonsForTwo[flag] ?? []),
    ...(approvals.some(({ note }) => note !== undefined) ? ["The first approval wasn't independent."] : []),
  ];
  const who = needsSuperAdmin(flags, approversOf(entry))
    ? 'A super admin must also approve this.'
    : approvals.length > 0
      ? 'Another person must also approve this.'
      : 'Two people must approve this, one of them a super admin.';
  return approvalSteps.slice(approvals.length).map(({ awaited }, index, waiting) => ({
    state: index === 0 ? 'waiting' : 'later',
    text: awaited,
    ...(index === waiting.length - 1 ? { note: [who, ...why].join(' ') } : {}),
  }));
}

const Steps = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  '& li': { position: 'relative', display: 'flex', gap: 12, paddingBottom: 16 },
  '& li:last-of-type': { paddingBottom: 0 },
  // A line leads from each step to the next.
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
  '& q[data-quoted]': {
    marginTop: 6,
    paddingLeft: 10,
    borderLeft: `2px solid ${theme.vars.palette.error.main}`,
    color: theme.vars.palette.text.primary,
  },
}));
