import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Blocker } from '@shifa/contract';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error';
import type { Callback } from '../../lib/callback';
import { useUser } from '../../data/use-session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { ReasonDialog } from './reason-dialog';
import { BlockerList } from './blocker-list';
import type { Actionable, ActionSet, BlockedView, RequestAction, Versioned } from './define-actions';
import { useActionRequest } from './use-action-request';

type ActionDialogOptions = {
  actions: ActionSet;
  /** Which of them: `archive`. */
  action: string;
  item: Actionable;
  onDone?: Callback<[saved: Versioned]>;
  /** The dialog closed because of this error. */
  onFailed?: (error: unknown) => void;
  onClose: () => void;
};

/** Asks what an action needs to be asked, and does it. */
export function ActionDialog(props: ActionDialogOptions) {
  const { actions, action, item, onDone, onClose } = props;
  const definition = actions.definitions[action];
  if (!definition || 'to' in definition) return null;
  if ('form' in definition) return <definition.form id={item._id} onSaved={onDone} onClose={onClose} />;
  if ('dialog' in definition) {
    return <definition.dialog item={item} onDone={(saved) => onDone?.(saved)} onClose={onClose} />;
  }
  return <Question {...props} definition={definition} />;
}

const nothingToCheck = queryOptions<Blocker[]>({ queryKey: ['no blockers'], queryFn: skipToken });

type QuestionProps = ActionDialogOptions & {
  definition: RequestAction;
};

function Question(props: QuestionProps) {
  const { definition, item, onClose } = props;
  const request = useRequest(props);
  const viewer = useUser();
  const check = definition.blocked?.check?.(item) ?? nothingToCheck;
  const checked = useQuery<Blocker[]>({ ...check, enabled: check !== nothingToCheck, staleTime: 0, gcTime: 0 });
  const refusedBy = request.error instanceof ApiError ? request.error.blockers : undefined;
  const blockers = refusedBy ?? checked.data;
  const retry = refusedBy ? request : { run: () => void checked.refetch(), pending: checked.isFetching, stop: onClose };
  if (definition.blocked && blockers && blockers.length > 0) {
    return <Blocked {...props} view={definition.blocked} blockers={blockers} retry={retry} />;
  }
  const { label, title, verb = label, cancelLabel, destructive, question, reason } = definition;
  const shared = {
    title: title?.(item) ?? label,
    verb,
    cancelLabel,
    destructive,
    pending: request.pending,
    error: request.fault,
    onStop: request.stop,
    onCancel: onClose,
  };
  if (reason && !reason.exceptFrom?.(viewer, item)) {
    return (
      <ReasonDialog {...shared} help={reason.help} onSend={(given) => request.run(given)}>
        {question?.(item)}
      </ReasonDialog>
    );
  }
  return (
    <ConfirmDialog {...shared} open checking={checked.isLoading} onConfirm={() => request.run()}>
      <Typography component="div" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        {question?.(item)}
      </Typography>
    </ConfirmDialog>
  );
}

function useRequest(props: QuestionProps) {
  const { actions, definition, item, onDone, onFailed, onClose } = props;
  const { outcome, send, describeFailure, closesOn } = definition;
  return useActionRequest(actions.resource, item, {
    outcome,
    describeFailure,
    send: (version, request) => send(item, version, request),
    onDone: (saved) => {
      onClose();
      onDone?.(saved);
    },
    onFailed: (error) => {
      if (!closesOn?.(error)) return;
      onClose();
      onFailed?.(error);
    },
  });
}

type BlockedProps = QuestionProps & {
  view: BlockedView;
  blockers: readonly Blocker[];
  retry: { run: () => void; pending: boolean; stop: () => void };
};

/** Names what stands in the way, and offers what can be done instead. */
function Blocked(props: BlockedProps) {
  const { actions, item, view, blockers, retry, onClose } = props;
  const instead = insteadOf(props);
  const hint = view.hint?.(item, blockers);
  const other = useRequest({ ...props, definition: instead?.definition ?? props.definition });
  const choice = instead
    ? { verb: instead.verb, pending: other.pending, onStop: other.stop, onConfirm: () => other.run() }
    : { verb: 'Try again', pending: retry.pending, onStop: retry.stop, onConfirm: () => retry.run() };
  return (
    <ConfirmDialog open title={view.title} {...choice} error={other.fault} onCancel={onClose}>
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <strong>{actions.resource.nameOf(item)}</strong> {view.text}
        </Typography>
        <BlockerList blockers={blockers} linkTo={(blocker) => view.linkTo?.(blocker, item)} onLeave={onClose} />
        {hint !== undefined && <Typography color="textSecondary">{hint}</Typography>}
      </Stack>
    </ConfirmDialog>
  );
}

/** The other action, where this document allows it. */
function insteadOf({ actions, item, view }: BlockedProps) {
  const { instead } = view;
  if (!instead || !item.actions[instead.action]?.allowed) return undefined;
  const definition = actions.definitions[instead.action];
  return definition && 'send' in definition ? { ...instead, definition } : undefined;
}
