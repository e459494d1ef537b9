import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Typography from '@mui/material/Typography';
import { plural } from '@shifa/contract';
import { enqueueSnackbar } from 'notistack';
import { useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { messageOf } from '../../lib/api-error';
import { formatCount } from '../../lib/format';
import { type Actionable, disabledReasonOf } from '../actions/define-actions';
import { ResultLines } from '../bulk/bulk-results';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectionBar } from '../list/selection-bar';
import { ReasonDialog } from '../actions/reason-dialog';
import type { Selection } from '../list/use-selection';
import { ItemAction, useItemActions } from '../actions/item-actions';
import { ActionButton } from '../actions/permission-button';
import { type BulkDecisions, type Decision, type DecisionsProps, type Undecided, useDecisions } from './use-decisions';

type BulkOptions = {
  bulk: BulkDecisions;
  selection: Selection<Actionable>;
  onDecided: (ids: string[], undecided: Undecided[]) => void;
};

/**
 * Decisions on the selected items: the bar with both buttons, and the dialog of the one that was chosen. A single item is
 * approved without a question, by its own action.
 */
export function useBulkDecisions(options: BulkOptions) {
  const { bulk, selection, onDecided } = options;
  const one = useItemActions();
  const { rows } = selection;
  const [first] = rows;
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
        all={selection.all}
      >
        {buttons.map(({ decision, label, icon }) => {
          const look = { size: 'small', variant: 'outlined', color: 'inherit' } as const;
          return first && rows.length === 1 && decision === 'approve' ? (
            <ItemAction key={decision} action="approve" item={first} {...look} />
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
function bulkDisabledReason(
  { resource }: BulkDecisions,
  decision: Decision,
  items: readonly Actionable[],
): string | undefined {
  if (items.some(({ actions }) => actions[decision]?.allowed)) return undefined;
  const reasons = new Set(items.map(({ actions }) => disabledReasonOf(actions[decision])));
  const [only] = reasons;
  return (reasons.size === 1 ? only : undefined) ?? `You can't decide any of these ${resource.plural}`;
}

/** Asks before several items are approved or rejected at once, and names those that could not be. */
export function BulkDecisionDialog(props: DecisionsProps) {
  const { bulk, decision, onClose } = props;
  const { resource } = bulk;
  const { open, excluded, answered, undecided, request, stop } = useDecisions(props);
  const count = (items: readonly unknown[]) =>
    `${formatCount(items.length)} ${plural(items.length, resource.noun, resource.plural)}`;

  if (undecided) {
    return <UndecidedDialog title={count(undecided)} {...{ decision, undecided, onClose }} />;
  }
  const shared = {
    title: `${decision === 'approve' ? 'Approve' : 'Reject'} ${resource.plural}`,
    verb: `${decision === 'approve' ? 'Approve' : 'Reject'} ${count(open)}`,
    pending: request.isPending,
    error: request.error ? messageOf(request.error, "Couldn't send the decision") : undefined,
    onStop: stop,
    onCancel: onClose,
  };
  const question = (
    <>
      <strong>{count(open)}</strong>: {bulk.summarize(open)}.{' '}
      {excluded.length > 0 && `${count(excluded)} that you can't decide will be skipped.`}
      {answered > 0 && <div role="status">{formatCount(answered)} more are done.</div>}
    </>
  );
  if (decision === 'reject') {
    return (
      <ReasonDialog {...shared} destructive help={bulk.reasonHelp(open)} onSend={(reason) => request.mutate(reason)}>
        {question}
      </ReasonDialog>
    );
  }
  return (
    <ConfirmDialog {...shared} open onConfirm={() => request.mutate(undefined)}>
      <Typography component="div" className="tabular">
        {question} {bulk.approvalNote(open)}
      </Typography>
    </ConfirmDialog>
  );
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
  const done = decision === 'approve' ? 'approved' : 'rejected';
  return (
    <AppDialog onClose={onClose} maxWidth="sm" title={`${title} not ${done}`}>
      <Typography>
        {plural(undecided.length, "It wasn't changed and stays selected.", "They weren't changed and stay selected.")}
      </Typography>
      <ResultLines
        label={`Not ${done}`}
        lines={undecided.map(({ _id, name, reason }) => ({ _id, name, fault: reason }))}
      />
    </AppDialog>
  );
}
