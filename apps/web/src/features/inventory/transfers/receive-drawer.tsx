import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  formatQuantity,
  ReasonSchema,
  type ReceiveTransferInput,
  type StockTransfer,
  StockTransferSchema,
  type TransferLine,
} from '@shifa/contract';
import { useState } from 'react';
import { type ActionDialogProps, disabledReasonOf } from '../../../screens/actions/define-actions';
import { Banner } from '../../../ui/feedback/banner';
import { Field } from '../../../ui/fields/field';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { newerVersionIn } from '../../../screens/form/newer-version-in';
import { RestoredDraft } from '../../../screens/form/restored';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { NumberInput } from '../../../ui/fields/form-number';
import { SuggestedText } from '../../../ui/fields/suggested-text';
import { api } from '../../../data/api';
import { formatDay } from '../../../lib/format';
import { send } from '../../../data/queries';
import { inTransitText } from '../inventory.messages';
import { unitWord } from '../item-display';
import { transferResource } from './transfer.resource';
import { useWrite } from '../../../data/use-write';

/** What was entered of a line. Until it is changed, everything that is not lost was received. */
type Entered = { received?: number | null; missing: number | null; damaged: number | null };

type Content = { entries: Readonly<Record<string, Entered>>; reason: string };

const nothingEntered: Entered = { missing: null, damaged: null };

const lossReasons = ['Not in the parcel', 'Broken in transit', 'Leaking', 'Cold chain interrupted', 'Wrong item sent'];

/** Confirms what has arrived of each batch and what is lost; what is neither stays in transit. */
export function ReceiveDrawer({ item, onDone, onClose }: ActionDialogProps<StockTransfer, StockTransfer>) {
  const [transfer, setTransfer] = useState(item);
  const blank = { entries: {}, reason: '' };
  const draft = useDraftedState<Content>(`stockTransfers:receive:${item._id}`, blank, item.version);
  // What is restored was typed for the transfer as it was then.
  const version = (draft.restoredAt === undefined ? undefined : draft.version) ?? transfer.version;
  const { entries, reason } = draft.content;
  const [tried, setTried] = useState(false);
  const awaited = transfer.lines
    .filter(({ inTransitQuantity }) => inTransitQuantity > 0)
    .map((line) => ({ line, ...countedOf(line, entries[line._id] ?? nothingEntered) }));
  const nothing = awaited.every(({ counted }) => sumOf(counted) === 0);
  const lost = awaited.some(({ counted: { missing, damaged } }) => missing > 0 || damaged > 0);
  const reasonFault = lost ? ReasonSchema.safeParse(reason).error?.issues[0]?.message : undefined;
  const receive = useWrite({
    firstKey: draft.key,
    send: (body: ReceiveTransferInput, given) =>
      send(api.stockTransfers.receive, { params: { id: transfer._id }, body }, given),
    success: (saved) => `${saved.number} ${outcomeOf(saved)}`,
    stale: transferResource.staleKeys(transfer._id),
    onSuccess: (saved) => {
      onDone(saved);
      close();
    },
  });
  const newer = newerVersionIn(StockTransferSchema, receive.error)?.document;
  function close() {
    draft.drop();
    onClose();
  }
  const submit = () => {
    setTried(true);
    if (nothing || reasonFault !== undefined || !awaited.every(({ faults }) => isFree(faults))) return;
    const lines = awaited
      .filter(({ counted }) => sumOf(counted) > 0)
      .map(({ line: { _id }, counted: { received, ...losses } }) => ({ lineId: _id, quantity: received, ...losses }));
    receive.mutate({ lines, ...(lost && { reason }), version });
  };
  return (
    <FormDrawer
      open
      title={`Receive ${transfer.number}`}
      verb="Receive"
      dirty={draft.dirty}
      pending={receive.isPending}
      onStop={receive.stop}
      error={
        (newer ? undefined : receive.fault) ?? (tried && nothing ? 'Enter the quantity that was received' : undefined)
      }
      disabledReason={disabledReasonOf(transfer.actions.receive)}
      onSubmit={submit}
      onClose={close}
    >
      <RestoredDraft draft={draft} write={receive} />
      {newer && (
        <Banner
          tone="warning"
          action={
            <Button
              color="inherit"
              onClick={() => {
                setTransfer(newer);
                draft.discard();
                receive.reset();
              }}
            >
              Show what is in transit
            </Button>
          }
        >
          {receive.fault}
        </Banner>
      )}
      <Typography>
        From {transfer.from.name}. Enter what arrived. Anything you don't account for stays in transit. Missing or
        damaged stock is written off in {transfer.to.name}.
      </Typography>
      {awaited.map(({ line, entered, counted, faults }, index) => (
        <ReceivedLine
          key={line._id}
          line={line}
          entered={entered}
          counted={counted}
          faults={tried ? faults : {}}
          autoFocus={index === 0}
          onChange={(changed) => {
            const before = entries[line._id] ?? nothingEntered;
            draft.change({ entries: { ...entries, [line._id]: { ...before, ...changed } } });
          }}
        />
      ))}
      {lost && (
        <SuggestedText
          label="Why is it missing or damaged?"
          help={`${transfer.from.name} sees this too.`}
          error={tried ? reasonFault : undefined}
          value={reason}
          onChange={(text) => draft.change({ reason: text })}
          onCommit={(text) => draft.change({ reason: text })}
          useSuggestions={() => lossReasons}
        />
      )}
    </FormDrawer>
  );
}

type Counted = { received: number; missing: number; damaged: number };
type Faults = Partial<Record<keyof Counted, string>>;

type ReceivedLineProps = {
  line: TransferLine;
  entered: Record<keyof Counted, number | null>;
  counted: Counted;
  faults: Faults;
  autoFocus: boolean;
  onChange: (changed: Partial<Entered>) => void;
};

function ReceivedLine({ line, entered, counted, faults, autoFocus, onChange }: ReceivedLineProps) {
  const { item, batchNumber, expiryDate, blockedReason, inTransitQuantity } = line;
  const quantityOf = (quantity: number) => formatQuantity(quantity, item.unit);
  const rest = inTransitQuantity - sumOf(counted);
  const inTransit = quantityOf(inTransitQuantity);
  const isPart = rest > 0 && rest < inTransitQuantity;
  const input = (field: keyof Counted, label: string, help?: string) => (
    <Field label={label} help={help} error={faults[field]}>
      {(a11y) => (
        <NumberInput
          {...a11y}
          value={entered[field]}
          after={field === 'received' ? unitWord(item.unit) : undefined}
          autoFocus={autoFocus && field === 'received'}
          onChange={(quantity) => onChange({ [field]: quantity })}
        />
      )}
    </Field>
  );
  return (
    <Stack component="section" aria-label={`Batch ${batchNumber}`} sx={{ gap: 2 }}>
      <div>
        <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          {item.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" className="tabular">
          Batch {batchNumber}
          {expiryDate !== null && ` · expires ${formatDay(expiryDate)}`}
        </Typography>
      </div>
      {blockedReason !== null && (
        <Banner tone="warning">This batch arrives blocked and can't be used: {blockedReason}</Banner>
      )}
      {input(
        'received',
        `Received of batch ${batchNumber}`,
        isPart ? `${inTransit} in transit, ${quantityOf(rest)} not accounted for` : `${inTransit} in transit`,
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
        {input('missing', 'Missing')}
        {input('damaged', 'Damaged')}
      </Box>
    </Stack>
  );
}

function countedOf(line: TransferLine, { missing, damaged, received: changed }: Entered) {
  const losses = { missing: wholeOr0(missing), damaged: wholeOr0(damaged) };
  const rest = Math.max(0, line.inTransitQuantity - losses.missing - losses.damaged);
  const received = changed === undefined ? rest : changed;
  const entered = { received, missing, damaged };
  const counted = { ...losses, received: wholeOr0(received) };
  return { entered, counted, faults: faultsOf(line, entered, counted) };
}

function faultsOf(
  { inTransitQuantity, item }: TransferLine,
  entered: ReceivedLineProps['entered'],
  counted: Counted,
): Faults {
  const faults: Faults = {};
  for (const field of ['received', 'missing', 'damaged'] as const) {
    const quantity = entered[field];
    if (quantity !== null && !isWhole(quantity)) faults[field] = 'Enter a whole number';
  }
  if (sumOf(counted) > inTransitQuantity) {
    faults.received ??= inTransitText(inTransitQuantity, item.unit);
  }
  return faults;
}

function isFree(faults: Faults): boolean {
  return Object.keys(faults).length === 0;
}

function isWhole(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 0;
}

function wholeOr0(quantity: number | null): number {
  return quantity !== null && isWhole(quantity) ? quantity : 0;
}

function sumOf({ received, missing, damaged }: Counted): number {
  return received + missing + damaged;
}

function outcomeOf({ status }: StockTransfer): string {
  if (status === 'received') return 'was received';
  if (status === 'received_short') return 'was received. Missing or damaged stock was written off.';
  return 'was partly received. The rest stays in transit.';
}
