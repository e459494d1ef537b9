import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { BulkAnswer, BulkResult } from '@shifa/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { messageOf } from '../../lib/api-error';
import { formatPeople } from '../../lib/format';
import { useIdempotentSend } from '../../data/idempotency';
import { useStoppable } from '../../data/use-stoppable';
import { Banner } from '../../ui/feedback/banner';
import { BulkResults } from './bulk-results';
import { ErrorState } from '../../ui/feedback/error-state';
import { Skeleton } from '../../ui/loading/skeleton';

type BulkWords = {
  /** `1 item`, `12 items` */
  count: (count: number) => string;
  none: string;
  allOrNone: string;
};

const people: BulkWords = { count: formatPeople, none: 'No one', allOrNone: 'everyone or to no one' };

type BulkChangeDialogProps<Request, Answer extends BulkAnswer = BulkAnswer> = {
  title: string;
  /** On the button, before what is changed: `Suspend`. */
  verb: string;
  /** What is changed, in words; people by default. */
  things?: BulkWords;
  /** What else the change means. */
  effect?: string;
  /** What the dry run says besides. */
  notice?: (answer: Answer) => ReactNode;
  /** What was done: `12 people were suspended`. */
  outcomeOf: (count: number) => string;
  ids: readonly string[];
  /** What is to be done; `undefined` until the person has chosen it. */
  request: Request | undefined;
  /** `key` is the idempotency key. */
  send: (
    request: Request,
    ids: readonly string[],
    given: { dryRun: boolean; key: string; signal: AbortSignal },
  ) => Promise<Answer>;
  describe: (changes: BulkResult['changes']) => ReactNode;
  onDone: (answer: Answer) => void;
  onClose: () => void;
  /** The controls that choose the request. */
  children?: ReactNode;
};

/** Shows what a change would do to each of many documents, and then makes it for all of them or for none. */
export function BulkChangeDialog<Request, Answer extends BulkAnswer = BulkAnswer>(
  props: BulkChangeDialogProps<Request, Answer>,
) {
  const { title, verb, effect, notice, describe, onClose, children, things = people } = props;
  const { preview, apply, stop, leaveOutFaulty } = useBulkChange(props);
  const cancel = apply.isPending ? stop : onClose;
  const results = preview.data?.results;
  const faulty = results?.filter(isFaulty) ?? [];
  const changing = results?.filter(isChanged) ?? [];
  return (
    <AppDialog
      onClose={cancel}
      pending={apply.isPending}
      hasInput={children !== undefined}
      maxWidth="sm"
      title={title}
      decision={
        <Button
          variant="contained"
          disabled={!results || preview.isFetching || faulty.length > 0 || changing.length === 0}
          loading={apply.isPending}
          data-decisive
          data-send-key="enter"
          onClick={() => apply.mutate()}
        >
          {changing.length === 0 ? title : `${verb} ${things.count(changing.length)}`}
        </Button>
      }
    >
      {children}
      {preview.error && !results && (
        <ErrorState title="Couldn't load the preview" error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.isLoading && <Skeleton variant="rectangular" height={120} />}
      {results && (
        <>
          <Typography role="status">
            {changing.length === 0
              ? `${things.none} would change.`
              : [`${things.count(changing.length)} would change.`, effect].join(' ')}
          </Typography>
          {faulty.length > 0 && (
            <Banner
              tone="warning"
              action={
                faulty.length < results.length && (
                  <Button size="small" color="inherit" onClick={() => leaveOutFaulty(faulty)}>
                    Skip
                  </Button>
                )
              }
            >
              {things.count(faulty.length)} can't be changed. The change applies to {things.allOrNone}.
            </Banner>
          )}
          {preview.data && notice?.(preview.data)}
          <BulkResults results={results} describe={describe} />
        </>
      )}
      {apply.error && <Banner tone="error">{messageOf(apply.error)}</Banner>}
    </AppDialog>
  );
}

function useBulkChange<Request, Answer extends BulkAnswer>(props: BulkChangeDialogProps<Request, Answer>) {
  const { title, request, send, outcomeOf, onDone } = props;
  const sendOnce = useIdempotentSend();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const ids = props.ids.filter((id) => !leftOut.has(id));
  const stoppable = useStoppable();
  const run = (dryRun: boolean, signal: AbortSignal) => {
    if (request === undefined) throw new TypeError('Nothing was chosen');
    return sendOnce([request, ids, dryRun], (key) => send(request, ids, { dryRun, key, signal }));
  };
  const preview = useQuery({
    // Outside any resource, so that the change does not start another preview.
    queryKey: ['bulk preview', title, request, ids],
    queryFn: ({ signal }) => run(true, signal),
    enabled: request !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const apply = useMutation({
    mutationFn: () => stoppable.run((signal) => run(false, signal)),
    onSuccess: async (answer) => {
      const { applied, results } = answer;
      if (!applied) {
        // Something has changed since the preview.
        await preview.refetch();
        return;
      }
      enqueueSnackbar(outcomeOf(results.filter(isChanged).length), { variant: 'success' });
      onDone(answer);
    },
  });
  return {
    preview,
    apply,
    stop: stoppable.stop,
    leaveOutFaulty: (faulty: readonly BulkResult[]) =>
      setLeftOut(new Set([...leftOut, ...faulty.map(({ _id }) => _id)])),
  };
}

function isFaulty({ fault }: BulkResult): boolean {
  return fault !== null;
}

function isChanged({ fault, changes }: BulkResult): boolean {
  return fault === null && changes.length > 0;
}
