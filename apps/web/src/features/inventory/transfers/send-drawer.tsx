import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { type InventoryItem, MAX_TRANSFER_LINES, type SendTransferInput, type StockTransfer } from '@shifa/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Field } from '../../../ui/fields/field';
import { TextInput } from '../../../ui/fields/text-input';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { RestoredDraft } from '../../../screens/form/restored';
import { useDraftedState } from '../../../screens/form/use-drafted-state';
import { LoadingDrawer } from '../../../ui/drawers/loading-drawer';
import { api } from '../../../data/api';
import { lazyPart } from '../../../ui/lazy-part';
import { queryOf, send } from '../../../data/queries';
import { inventoryResource } from '../inventory.resource';
import { type Entered, goodsOf, nothing, SendGoods } from './send-goods';
import { useWrite } from '../../../data/use-write';
import { transferResource } from './transfer.resource';

// Most transfers have one item, which the drawer was opened for.
const ItemChoice = lazyPart(async () => (await import('../../../screens/choices/item-choice')).ItemChoice);

type SendDrawerProps = { itemId: string; onDone?: (sent: StockTransfer) => void; onClose: () => void };

/** Sends stock of one item, and of others of the same laboratory, to another laboratory. */
export function SendDrawer({ itemId, ...props }: SendDrawerProps) {
  const query = useQuery({ ...inventoryResource.detail(itemId), staleTime: 0 });
  if (query.data) return <SendForm {...props} item={query.data} />;
  return <LoadingDrawer title="Send to laboratory" thing="item" query={query} onClose={props.onClose} />;
}

type Content = { to: string; entries: readonly Entered[]; notes: string };

function SendForm({ item, onDone, onClose }: Omit<SendDrawerProps, 'itemId'> & { item: InventoryItem }) {
  const { data: laboratories = [] } = useQuery(queryOf(api.stockTransfers.destinations));
  const draft = useDraftedState<Content>(`stockTransfers:send:${item._id}`, {
    to: '',
    entries: [{ itemId: item._id, total: nothing }],
    notes: '',
  });
  const { to, entries, notes } = draft.content;
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<Content>();
  const queries = useQueries({ queries: entries.map((entry) => inventoryResource.detail(entry.itemId)) });
  const parts = entries.map((entry, index) => {
    const query = queries[index];
    return { entry, query, goods: query?.data && goodsOf(query.data, entry) };
  });
  const lines = parts.flatMap(({ goods }) => goods?.lines ?? []);
  const tooMany = lines.length > MAX_TRANSFER_LINES;
  const request = useWrite({
    firstKey: draft.key,
    send: (body: SendTransferInput, given) => send(api.stockTransfers.send, { body }, given),
    success: ({ number, to: { name } }) => `${number} is on its way to ${name}`,
    stale: [...inventoryResource.staleKeys(...entries.map(({ itemId }) => itemId)), ...transferResource.staleKeys()],
    onSuccess: (saved) => {
      onDone?.(saved);
      close();
    },
  });
  function close() {
    draft.drop();
    onClose();
  }
  // If it has arrived, the stock that is there now says nothing about it.
  const repeated = sent === draft.content ? request.unanswered : undefined;
  const complete = to !== '' && !tooMany && parts.every(({ goods }) => goods?.complete);
  const error = tooMany
    ? `A transfer can have at most ${MAX_TRANSFER_LINES} batches. Send the others in a second one.`
    : request.fault;
  const change = (itemId: string, entered: Partial<Entered>) =>
    draft.change({ entries: entries.map((entry) => (entry.itemId === itemId ? { ...entry, ...entered } : entry)) });
  return (
    <FormDrawer
      open
      title="Send to laboratory"
      verb="Send"
      dirty={draft.dirty}
      pending={request.isPending}
      onStop={request.stop}
      error={error}
      disabledReason={disabledReasonOf(item.actions.transfer)}
      onSubmit={() => {
        setTried(true);
        if (!repeated && !complete) return;
        setSent(draft.content);
        request.mutate(repeated ?? { toLaboratoryId: to, lines, notes });
      }}
      onClose={close}
    >
      <RestoredDraft draft={draft} write={request} />
      <Field label="To" error={tried && to === '' ? 'Choose the laboratory that receives it' : undefined}>
        {({ id, error: wrong, 'aria-describedby': describedBy }) => (
          <Select
            fullWidth
            labelId={`${id}-label`}
            value={to}
            error={wrong}
            onChange={(event) => draft.change({ to: event.target.value })}
            SelectDisplayProps={{ id, 'aria-describedby': describedBy }}
          >
            {laboratories
              .filter(({ _id }) => _id !== item.laboratoryId._id)
              .map(({ _id, name, code }) => (
                <MenuItem key={_id} value={_id}>
                  {name} ({code})
                </MenuItem>
              ))}
          </Select>
        )}
      </Field>
      {parts.map(({ entry: { itemId }, query, goods }) => (
        <Box key={itemId} sx={{ borderTop: 1, borderColor: 'divider', pt: 4 }}>
          {goods ? (
            <SendGoods
              goods={repeated ? { ...goods, fault: undefined, batchFaults: [] } : goods}
              tried={tried}
              onChange={(entered) => change(itemId, entered)}
              onRemove={
                entries.length > 1
                  ? () => draft.change({ entries: entries.filter((entry) => entry.itemId !== itemId) })
                  : undefined
              }
            />
          ) : (
            query && <NotLoaded query={query} what="the item" skeleton={160} />
          )}
        </Box>
      ))}
      <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 4 }}>
        <Suspense fallback={null}>
          <ItemChoice
            label="Add another item"
            optional
            // Of the others, nothing is usable.
            filter={{ laboratoryId: [item.laboratoryId._id], status: ['active'], stockStatus: ['ok', 'low'] }}
            without={entries.map(({ itemId }) => itemId)}
            onChoose={({ _id }) => draft.change({ entries: [...entries, { itemId: _id, total: nothing }] })}
          />
        </Suspense>
      </Box>
      <TextInput
        label="Notes"
        optional
        multiline
        minRows={2}
        value={notes}
        inputProps={{ maxLength: 500 }}
        onChange={(text) => draft.change({ notes: text })}
      />
    </FormDrawer>
  );
}
