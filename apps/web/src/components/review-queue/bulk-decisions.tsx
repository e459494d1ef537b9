import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { formatCount } from '../../lib/format';
import { useIdempotentSend } from '../../lib/idempotency';
import type { Resource } from '../../lib/resource';
import { useStoppable } from '../../lib/use-stoppable';
import { type Actionable, disabledReasonOf } from '../actions/define-actions';
import { ResultLines } from '../bulk-results';
import { ConfirmDialog } from '../confirm-dialog';
import { SelectionBar } from '../data-grid/selection-bar';
import { ReasonDialog } from '../form/reason-dialog';
import type { Selection } from '../list/use-selection';
import { ActionButton } from '../permission-button';

export type Decision = 'approve' | 'reject';

/** An item that was not decided, and why. */
export type Undecided = { _id: string; name: string; reason: string };

export type DecisionResult = {
  decided: string[];
  undecided: Undecided[];
  /** `2 entries were approved` */ outcome: string;
};

type DecisionRequest<Item> = {
  decision: Decision;
  items: readonly Item[];
  reason: string | undefined;
  key: string;
  signal: AbortSignal;
};

/** How several documents are approved or rejected at once. */
export type BulkDecisions<Item extends Actionable> = {
  resource: Pick<Resource<Item, never>, 'noun' | 'plural' | 'nameOf' | 'invalidate'>;
  /** The most items that one request decides. */
  max: number;
  /** What the items add up to. */
  summarize: (items: readonly Item[]) => string;
  /** What an approval entails, in the question. */
  approvalNote: string;
  /** Who reads the reason for a rejection. */
  reasonHelp: string;
  send: (request: DecisionRequest<Item>) => Promise<DecisionResult>;
};

type ActionButtonOf<Item> = (action: 'approve', item: Item, look: ButtonProps) => ReactNode;

type BulkOptions<Item extends Actionable> = {
  bulk: BulkDecisions<Item>;
  selection: Selection<Item>;
  /** The actions on a single item, which is approved without a question. */
  one: { pending: boolean; run: (action: 'approve', item: Item) => void; button: ActionButtonOf<Item> };
  onDecided: (ids: string[], undecided: Undecided[]) => void;
};

/** Decisions on the selected items: the bar with both buttons, and the dialog of the one that was chosen. */
export function useBulkDecisions<Item extends Actionable>(options: BulkOptions<Item>) {
  const { bulk, selection, one, onDecided } = options;
  const { rows } = selection;
  const [first] = rows;
  const { enqueueSnackbar } = useSnackbar();
  const [asked, setAsked] = useState<Decision>();

  const decide = (decision: Decision) => {
    const disabledReason = bulkDisabledReason(bulk, decision, rows);
    if (!first) return;
    if (disabledReason !== undefined) enqueueSnackbar(disabledReason, { variant: 'warning' });
    else if (one.pending) return;
    else if (decision === 'approve' && rows.length === 1) one.run('approve', first);
    else setAsked(decision);
  };
  return {
    decide,
    bar: (
      <SelectionBar
        count={rows.length}
        label={`${formatCount(rows.length)} selected: ${bulk.summarize(rows)}`}
        onClear={selection.clear}
      >
        {buttons.map(({ decision, label, icon }) => {
          const look = { size: 'small', variant: 'outlined', color: 'inherit' } as const;
          return first && rows.length === 1 && decision === 'approve' ? (
            <Fragment key={decision}>{one.button('approve', first, look)}</Fragment>
          ) : (
            <ActionButton
              key={decision}
              {...look}
              disabledReason={bulkDisabledReason(bulk, decision, rows)}
              startIcon={icon}
              disabled={one.pending}
              onClick={() => decide(decision)}
            >
              {label}
            </ActionButton>
          );
        })}
      </SelectionBar>
    ),
    dialog: asked && (
      <BulkDecisionDialog
        bulk={bulk}
        decision={asked}
        items={rows}
        onDecided={onDecided}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}

const buttons = [
  { decision: 'approve', label: 'Approve', icon: <Check /> },
  { decision: 'reject', label: 'Reject', icon: <Close /> },
] as const;

/** Why none of the items can be decided; `undefined` where at least one can. */
function bulkDisabledReason<Item extends Actionable>(
  { max, resource }: BulkDecisions<Item>,
  decision: Decision,
  items: readonly Item[],
): string | undefined {
  if (items.length > max) return `At most ${max} ${resource.plural} at once`;
  if (items.some(({ actions }) => actions[decision]?.allowed)) return undefined;
  const reasons = new Set(items.map(({ actions }) => disabledReasonOf(actions[decision])));
  const [only] = reasons;
  return (reasons.size === 1 ? only : undefined) ?? `You cannot decide any of these ${resource.plural}`;
}

type BulkDecisionDialogProps<Item extends Actionable> = {
  bulk: BulkDecisions<Item>;
  decision: Decision;
  /** Those that the viewer cannot decide are left out, and named at the end. */
  items: readonly Item[];
  onDecided: (ids: string[], undecided: Undecided[]) => void;
  onClose: () => void;
};

/** Asks before several items are approved or rejected at once, and names those that could not be. */
export function BulkDecisionDialog<Item extends Actionable>(props: BulkDecisionDialogProps<Item>) {
  const { bulk, decision, onDecided, onClose } = props;
  const { resource } = bulk;
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const sendOnce = useIdempotentSend();
  const stoppable = useStoppable();
  // As they were selected: live updates must not change what the person agrees to.
  const [selected] = useState(props.items);
  const [undecided, setUndecided] = useState<readonly Undecided[]>();
  const open = selected.filter(({ actions }) => actions[decision]?.allowed);
  const excluded = selected.filter((item) => !open.includes(item));
  const count = (items: readonly unknown[]) =>
    `${formatCount(items.length)} ${items.length === 1 ? resource.noun : resource.plural}`;

  const request = useMutation({
    mutationFn: (reason: string | undefined) =>
      stoppable.run((signal) => sendOnce(reason, (key) => bulk.send({ decision, items: open, reason, key, signal }))),
    onSuccess: ({ decided, undecided: refused, outcome }) => {
      if (decided.length > 0) enqueueSnackbar(outcome, { variant: 'success' });
      const left = [...refused, ...excluded.map((item) => excludedAs(item, decision, resource.nameOf(item)))];
      onDecided(decided, left);
      if (left.length === 0) onClose();
      else setUndecided(left);
    },
    onSettled: () => resource.invalidate(queryClient, ...open.map(({ _id }) => _id)),
  });

  if (undecided) {
    return <UndecidedDialog title={count(undecided)} {...{ decision, undecided, onClose }} />;
  }
  const shared = {
    title: `${decision === 'approve' ? 'Approve' : 'Reject'} ${resource.plural}`,
    verb: `${decision === 'approve' ? 'Approve' : 'Reject'} ${count(open)}`,
    pending: request.isPending,
    error: request.error ? messageOf(request.error, 'The decision could not be sent') : undefined,
    onStop: stoppable.stop,
    onCancel: onClose,
  };
  const question = (
    <>
      <strong>{count(open)}</strong>: {bulk.summarize(open)}.{' '}
      {excluded.length > 0 && `${count(excluded)} that you cannot decide will be left out.`}
    </>
  );
  if (decision === 'reject') {
    return (
      <ReasonDialog {...shared} destructive help={bulk.reasonHelp} onSend={(reason) => request.mutate(reason)}>
        {question}
      </ReasonDialog>
    );
  }
  return (
    <ConfirmDialog {...shared} open onConfirm={() => request.mutate(undefined)}>
      <Typography component="div" className="tabular">
        {question} {bulk.approvalNote}
      </Typography>
    </ConfirmDialog>
  );
}

function excludedAs({ _id, actions }: Actionable, decision: Decision, name: string): Undecided {
  return { _id, name, reason: disabledReasonOf(actions[decision]) ?? 'You cannot decide this' };
}

type UndecidedDialogProps = {
  /** How many: `2 entries`. */
  title: string;
  decision: Decision;
  undecided: readonly Undecided[];
  onClose: () => void;
};

/** Names each item that was not decided, and why; they stay selected. */
function UndecidedDialog({ title, decision, undecided, onClose }: UndecidedDialogProps) {
  const id = useId();
  const done = decision === 'approve' ? 'approved' : 'rejected';
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>
        {title} not {done}
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 3 }}>
          {undecided.length === 1
            ? 'It was not changed and stays selected.'
            : 'They were not changed and stay selected.'}
        </Typography>
        <ResultLines
          label={`Not ${done}`}
          lines={undecided.map(({ _id, name, reason }) => ({ _id, name, fault: reason }))}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
