import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  acceptableOf,
  describeReceived,
  type PurchaseOrder,
  receivableFrom,
  type ReceiveOrderInput,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { useWrite } from '../../../data/use-write';
import { ApiError } from '../../../lib/api-error';
import { useToday } from '../../../lib/use-now';
import { BackLink } from '../../../screens/back-link';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormFault } from '../../../screens/form/form-drawer';
import { Restored } from '../../../screens/form/restored';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { LeaveQuestion } from '../../../ui/drawers/leave-question';
import { INCOMPLETE } from '../../../ui/fields/field';
import { TextInput } from '../../../ui/fields/text-input';
import { useFocusOnFault } from '../../../ui/fields/use-focus-on-fault';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { PageHeader } from '../../../ui/page-header';
import { orderResource } from '../orders/order.resource';
import { changedOrderText, nothingToReceiveText, receiptDayText } from '../purchasing.messages';
import { CompleteLines } from './complete-lines';
import { ReceivedLine } from './received-line';
import {
  batchesWithoutQuantity,
  type Box as ScannedBox,
  type Entries,
  expiriesOf,
  faultsOfLines,
  type LineEntry,
  otherExpiryOf,
  outstandingEntries,
  placeFaults,
  quantitiesBeyond,
  toReceivedLines,
  withBox,
  withOtherExpiry,
} from './received-lines';

/** Scans boxes; `onBox` says why one is not taken. The inventory has the scanner. */
export type Scanner = ComponentType<{ laboratoryId: string; onBox: (box: ScannedBox) => string | undefined }>;

/** Receives goods of an order, line by line, prefilled with what is outstanding. */
export function ReceivePage({ Scanner }: { Scanner: Scanner }) {
  const { id = '' } = useParams();
  const query = useQuery({ ...orderResource.detail(id), staleTime: 0 });
  const { data: order } = query;
  return (
    <>
      <PageHeader
        title={order ? `Receive ${order.number}` : 'Receive goods'}
        subtitle={order?.supplier.name}
        back={<BackLink to={paths.purchaseOrder(id)}>Order</BackLink>}
      />
      {!order && <NotLoaded query={query} what="the order" missing="order" skeleton={<PageSkeleton />} />}
      {order && !order.actions.receive && <EmptyState>{nothingToReceiveText(order.receipts.at(-1))}</EmptyState>}
      {order?.actions.receive && <ReceiveForm order={order} Scanner={Scanner} onReload={() => void query.refetch()} />}
    </>
  );
}

type ReceiveFormProps = { order: PurchaseOrder; Scanner: Scanner; onReload: () => void };

function ReceiveForm({ order: current, Scanner, onReload }: ReceiveFormProps) {
  // What others receive in the meantime is shown once the person asks for it, so that nothing typed is lost.
  const [order, setOrder] = useState(current);
  const outstanding = { entries: outstandingEntries(current), day: '', deliveryNote: '' };
  const draft = useDraftedState(`goodsReceipts:${order._id}`, outstanding, current.version);
  const { content, change } = draft;
  const { entries, day, deliveryNote } = content;
  const [attempts, setAttempts] = useState(0);
  // Where the server's faults belong: what was entered can have changed since.
  const [sent, setSent] = useState<Entries>(entries);
  /** What was accepted although it expires soon, so that it isn't asked again after another question. */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const fields = useFocusOnFault(attempts);
  const navigate = useNavigate();
  const viewer = useUser();
  const write = useWrite({
    firstKey: draft.key,
    send: (body: ReceiveOrderInput, given) =>
      send(api.purchaseOrders.receive, { params: { id: order._id }, body }, given),
    success: describeReceived,
    stale: orderResource.staleKeys(order._id),
    onError: (failed) => {
      if (!isOtherExpiry(failed)) return;
      change({ entries: withOtherExpiry(entries, sent, failed.errors) });
      // The reason that is missing now gets the focus.
      setAttempts(attempts + 1);
    },
    leave: () => {
      draft.drop();
      void navigate(paths.purchaseOrder(order._id));
    },
  });
  const bodyOf = (confirmed: ReadonlySet<string>): ReceiveOrderInput => ({
    lines: toReceivedLines(entries),
    day: day || undefined,
    deliveryNote,
    acceptShortShelfLife: confirmed.size > 0 && expiriesOf(entries, day).every((one) => confirmed.has(one)),
    version: draft.version ?? order.version,
  });
  const error = write.error instanceof ApiError ? write.error : undefined;
  const isSoon = error?.code === 'SHORT_SHELF_LIFE';
  // Said at the batch, with the field for the reason.
  const isAsked = isOtherExpiry(error) && Object.values(entries).some(({ batches }) => batches.some(otherExpiryOf));
  const isConflict = error?.code === 'VERSION_CONFLICT';
  const isMended = error !== undefined && error.errors.length > 0 && sent !== entries;
  const isStale = current.version !== draft.version;
  const isEmpty = toReceivedLines(entries).length === 0;
  const today = useToday(order.laboratoryId.timezone);
  const earliest = receivableFrom(order, order.laboratoryId.timezone);
  const isOutside = day !== '' && (day === INCOMPLETE || day < earliest || day > today);
  const unsent = faultsOfLines(entries);
  // Where the order has changed, the change may be this receipt, whose answer was lost: it can be sent again.
  const beyond = isStale ? [] : quantitiesBeyond(order, entries);
  const unfinished = new Map([...batchesWithoutQuantity(entries), ...beyond]);
  const faults = attempts > 0 ? new Map([...unfinished, ...placeFaults(entries, unsent)]) : undefined;
  const refusals = placeFaults(sent, isAsked ? [] : (error?.errors ?? []));
  const faultOf = (lineId: string, field: string) =>
    faults?.get(`${lineId}.${field}`) ??
    (isUnchanged(sent[lineId], entries[lineId], field) ? refusals.get(`${lineId}.${field}`) : undefined);
  const changeLine = (lineId: string, changed: LineEntry) => change({ entries: { ...entries, [lineId]: changed } });
  const startAgain = () => {
    write.reset();
    setAccepted(new Set());
    setOrder(current);
    draft.discard();
    onReload();
  };
  const refused = disabledReasonOf(order.actions.receive);
  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 4, maxWidth: 720 }}
      onSubmit={(event) => {
        event.preventDefault();
        setAttempts(attempts + 1);
        if (isOutside || unsent.length > 0 || unfinished.size > 0 || write.isPending) return;
        setSent(entries);
        write.mutate(bodyOf(accepted));
      }}
    >
      {draft.restoredAt !== undefined && <Restored at={draft.restoredAt} onDiscard={startAgain} />}
      {refused !== undefined && <Banner tone="warning">{refused}</Banner>}
      {isStale && !isConflict && !write.unanswered && (
        <StaleOrder onReload={startAgain}>{changedOrderText(current.updatedBy === viewer.name)}</StaleOrder>
      )}
      <Scanner
        laboratoryId={order.laboratoryId._id}
        onBox={(box) => {
          const next = withBox(entries, order, box);
          if ('fault' in next) return next.fault;
          change({ entries: next.entries });
          return undefined;
        }}
      />
      <Stack ref={fields} sx={{ gap: 4 }}>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 3 }}>
          <TextInput
            label="Day of receipt"
            optional
            help="Today if left blank."
            error={
              attempts > 0 && isOutside
                ? receiptDayText(earliest, today)
                : error?.errors.find(({ field }) => field === 'day')?.message
            }
            type="date"
            value={day}
            inputProps={{ min: earliest, max: today }}
            onChange={(next) => change({ day: next })}
          />
          <TextInput
            label="Delivery note"
            optional
            error={error?.errors.find(({ field }) => field === 'deliveryNote')?.message}
            value={deliveryNote}
            inputProps={{ maxLength: 60 }}
            onChange={(next) => change({ deliveryNote: next })}
          />
        </Box>
        {order.lines.map((line) => {
          const entry = line.outstanding > 0 && entries[line._id];
          return (
            entry && (
              <ReceivedLine
                key={line._id}
                line={line}
                acceptable={acceptableOf(line, order.limits.overDeliveryPercent)}
                entry={entry}
                faultOf={(field) => faultOf(line._id, field)}
                onChange={(changed) => changeLine(line._id, changed)}
              />
            )
          );
        })}
        <CompleteLines order={order} entries={entries} faultOf={faultOf} onChange={changeLine} />
      </Stack>
      <Typography variant="body2" color="textSecondary">
        Damaged or refused goods aren&apos;t added to stock and stay outstanding. Short goods are no longer expected.
      </Typography>
      {/* At the button, so that it's in sight on a phone when the button was tapped. */}
      {isConflict && <StaleOrder onReload={startAgain}>{error.message}</StaleOrder>}
      <FormFault error={isSoon || isAsked || isConflict || isMended ? undefined : write.fault} />
      {attempts > 0 && isEmpty && <Banner tone="error">Enter what was received.</Banner>}
      <Button
        type="submit"
        variant="contained"
        loading={write.isPending}
        disabled={refused !== undefined}
        sx={{ alignSelf: { sm: 'start' }, minHeight: { xs: 48, sm: 36 } }}
      >
        Receive
      </Button>
      <ConfirmDialog
        open={isSoon}
        title="Accept a short shelf life?"
        verb="Accept"
        pending={write.isPending}
        onStop={write.stop}
        onConfirm={() => {
          const confirmed = new Set([...accepted, ...expiriesOf(entries, day)]);
          setAccepted(confirmed);
          write.mutate(bodyOf(confirmed));
        }}
        onCancel={() => write.reset()}
      >
        {error?.message}
      </ConfirmDialog>
      <LeaveQuestion
        active={(draft.dirty || write.isPending) && !write.isSuccess}
        {...(write.isPending ? leaveWhileSent : discardChanges)}
        onLeave={draft.drop}
      >
        {write.isPending
          ? 'The receipt was sent, but not answered yet. If you leave, check on the order whether it was recorded.'
          : 'This discards your unsaved changes.'}
      </LeaveQuestion>
    </Stack>
  );
}

function StaleOrder({ onReload, children }: { onReload: () => void; children: ReactNode }) {
  return (
    <Banner
      tone="warning"
      action={
        <Button color="inherit" onClick={onReload}>
          Show what is outstanding
        </Button>
      }
    >
      {children}
    </Banner>
  );
}

const discardChanges = { title: 'Discard changes', verb: 'Discard', cancelLabel: 'Keep editing', destructive: true };
const leaveWhileSent = { title: 'Leave before the answer?', verb: 'Leave', cancelLabel: 'Stay' };

/** Whether a batch, or else the line, still is what was refused. */
function isUnchanged(sent: LineEntry | undefined, now: LineEntry | undefined, field: string): boolean {
  const [, index] = /^batches\.(\d+)/.exec(field) ?? [];
  if (index === undefined) return sent === now;
  return sent?.batches[Number(index)] === now?.batches[Number(index)];
}

/** Whether the stock has a batch of this number with another date than the label says. */
function isOtherExpiry(error: unknown): error is ApiError {
  const isMismatch = error instanceof ApiError && error.code === 'BATCH_MISMATCH';
  return isMismatch && error.errors.some(({ field }) => field.endsWith('.expiryDate'));
}
