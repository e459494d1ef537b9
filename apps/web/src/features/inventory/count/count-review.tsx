import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { zodResolver } from '@hookform/resolvers/zod';
import { formatQuantity, ReasonSchema } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { Banner } from '../../../ui/feedback/banner';
import { ResultLines } from '../../../screens/bulk/bulk-results';
import { FormText } from '../../../ui/fields/form-text';
import { useCheckedForm } from '../../../ui/fields/use-checked-form';
import { ActionButton } from '../../../screens/actions/permission-button';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useConnection } from '../../../lib/connection';
import { formatCount } from '../../../lib/format';
import { countedAgainText, countSummary, countUnsavedText, partlyCountedText } from '../inventory.messages';
import { formatItems } from '../item-display';
import { formatSigned } from '../../../lib/change';
import { type CountLine, differs, isCounted } from './count-lines';
import { type CountFault, fetchMoved } from './count-requests';
import { MovedItems } from './moved-items';
import { type CountedItem, isDifferent, type StockCount } from './use-count';

/** How often the server is asked again while it cannot be reached. */
const RETRY_MS = 10_000;
const NO_NETWORK = "You're offline. The count is kept on this device. Save it when you're back online.";

type CountReviewProps = {
  count: StockCount;
  onBack: () => void;
  onItem: (itemId: string) => void;
  /** Nothing is left to save. */
  onFinish: () => void;
};

/** What the count found and what others moved meanwhile, and the reason under which it is saved. */
export function CountReview({ count, onBack, onItem, onFinish }: CountReviewProps) {
  const { items, begun, complete, unsaved, faults, leftOut, saving } = count;
  const moved = useMoved(count);
  const { control, handleSubmit } = useCheckedForm({
    resolver: zodResolver(z.object({ reason: ReasonSchema })),
    defaultValues: { reason: 'Stock count' },
  });
  const [interrupted, setInterrupted] = useState(false);
  const movedIds = new Set(moved.data?.map(({ item }) => item._id));
  const unmoved = begun.filter(({ item }) => !movedIds.has(item._id));
  const results = moved.data?.flatMap((one) => ('result' in one ? one.result : [])) ?? [];
  const corrected = results.filter(({ movements }) => movements.length > 0).length;
  const differing = unmoved.filter(isDifferent).length + corrected;
  const agreeing =
    unmoved.filter((one) => complete.includes(one) && !isDifferent(one)).length + results.length - corrected;
  const partly = begun.length - complete.length;
  const failed = unsaved.filter(({ item }) => faults[item._id] !== undefined).length;
  const saved = begun.length - unsaved.length;
  const lines = unmoved.flatMap((counted) => differencesOf(counted, faults[counted.item._id]));

  const save = async ({ reason }: { reason: string }) => {
    setInterrupted(false);
    const end = await count.save(reason);
    setInterrupted(end === 'disconnected');
    if (end !== 'done') return;
    enqueueSnackbar(`The count of ${formatItems(begun.length)} is saved`, { variant: 'success' });
    if (complete.length === items.length) onFinish();
  };
  useWhenConnected(interrupted && !saving, () => void handleSubmit(save)());

  return (
    <Stack sx={{ gap: 4 }}>
      <Typography>
        {countSummary(agreeing, differing, items.length - begun.length)} {partly > 0 && partlyCountedText(partly)}
      </Typography>
      {moved.data && moved.data.length > 0 && (
        <MovedItems
          moved={moved.data}
          onCountAgain={(item) => {
            count.countAgain(item);
            onItem(item._id);
          }}
          current={moved.current}
        />
      )}
      {lines.length > 0 && <ResultLines label="Differences" lines={lines} />}
      {failed > 0 && !saving && (
        <Banner tone="error">
          {countUnsavedText(failed)} {saved > 0 ? 'The others are saved; try again for the rest.' : 'Try again.'}{' '}
          {Object.values(faults).at(0)?.message}
        </Banner>
      )}
      {leftOut.length > 0 && !saving && <Banner tone="warning">{countedAgainText(leftOut)}</Banner>}
      {unsaved.length > 0 && (
        <FormText control={control} name="reason" label="Reason" help="Recorded in the ledger with each difference." />
      )}
      {unsaved.length > 0 && moved.fault !== undefined && (
        <Banner tone={moved.fault === NO_NETWORK ? 'info' : 'error'}>
          {interrupted ? "You're offline. Saving continues when you're back online." : moved.fault}
        </Banner>
      )}
      {begun.length > 0 && unsaved.length === 0 && (
        <Banner tone="success">
          {begun.length < items.length
            ? `The count of ${formatItems(begun.length)} is saved. Count the others, or finish.`
            : 'Stock that was counted is saved.'}
        </Banner>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button variant="outlined" color="inherit" size="large" onClick={saving ? count.stop : onBack}>
          {saving ? 'Cancel' : 'Back'}
        </Button>
        {unsaved.length > 0 && (
          <ActionButton
            variant="contained"
            size="large"
            loading={saving || moved.checking}
            disabledReason={moved.fault && 'Wait until the server answers'}
            onClick={() => void handleSubmit(save)()}
            sx={{ flex: 1 }}
          >
            {failed > 0 ? 'Try again' : `Save ${formatItems(unsaved.length)}`}
          </ActionButton>
        )}
        {begun.length > 0 && unsaved.length === 0 && (
          <Button variant="contained" size="large" onClick={onFinish} sx={{ flex: 1 }}>
            Finish count
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

/** What others have moved since the count began; it must be known before anything is saved. */
function useMoved({ kept, unsaved, saving }: StockCount) {
  const { status } = useConnection();
  const entries = unsaved.map(({ item, entry }) => `${entry?.key ?? ''} ${item.movementSeq}`);
  const query = useQuery({
    queryKey: ['stock count', kept._id, entries],
    queryFn: ({ signal }) => fetchMoved(kept, signal),
    enabled: !saving && unsaved.length > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  });
  const isUnanswered = query.error instanceof ApiError && query.error.status === 0;
  const noNetwork = status === 'offline' || isUnanswered;
  return {
    data: query.data?.moved,
    current: query.data?.current,
    checking: query.isFetching && !noNetwork,
    fault: saving ? undefined : noNetwork ? NO_NETWORK : query.error ? messageOf(query.error) : undefined,
  };
}

function useWhenConnected(waiting: boolean, run: () => void) {
  const { status } = useConnection();
  const onConnected = useEffectEvent(run);
  useEffect(() => {
    if (waiting && status === 'online') onConnected();
  }, [waiting, status]);
}

/** The lines of an item that differ, and the one that was refused. */
function differencesOf({ item, entry, lines }: CountedItem, fault: CountFault | undefined) {
  const isRefused = ({ batch }: CountLine) => fault?.batchId !== undefined && fault.batchId === batch?._id;
  return lines
    .filter((line) => isCounted(line) && (differs(line) || isRefused(line)))
    .map((line) => ({ ...line, fault: fault?.batchId === undefined || isRefused(line) ? fault?.message : undefined }))
    .map(({ batch, quantity = 0, expected, fault: message }) => ({
      _id: `${item._id} ${batch?._id ?? ''}`,
      name: batch ? `${item.name}, batch ${batch.batchNumber}` : item.name,
      fault: message,
      outcome: (
        <Typography variant="body2" className="tabular" color={entry?.saved ? 'success' : 'textSecondary'}>
          <strong>{formatSigned(quantity - expected)}</strong>: counted {formatQuantity(quantity, item.unit)}, expected{' '}
          {formatCount(expected)}
          {entry?.saved && <> · saved</>}
        </Typography>
      ),
    }));
}
