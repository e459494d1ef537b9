import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Transaction, TransactionType } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useRef, useState } from 'react';
import { FormDrawer } from '../../../screens/form/form-drawer';
import { useFocusOnFault } from '../../../ui/fields/use-focus-on-fault';
import { Restored } from '../../../screens/form/restored';
import { ChosenReceipts, useChosenReceipts } from '../receipts/receipt-input';
import { UploadList, UploadsDrawer, useReceiptUploads } from '../receipts/receipt-uploads';
import { formatCount } from '../../../lib/format';
import { formatAmount } from '../transaction.format';
import { enteredToday } from '../transaction.resource';
import { DuplicateQuestion } from './duplicate-question';
import { EntryFields } from './entry-fields';
import { usePostingContext } from './posting-context';
import { blankEntry, nextEntry, useTransactionForm } from './use-transaction-form';

type NewTransactionProps = {
  /** The initial type. */
  type?: TransactionType;
  onClose: () => void;
  /** Opens the new entry. */
  onShow: (entry: { _id: string }) => void;
};

/** Creates one entry or several in a row; receipts are uploaded once their entry exists. */
export function NewTransaction({ type = 'income', onClose, onShow }: NewTransactionProps) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const posting = usePostingContext();
  const chosen = useChosenReceipts();
  const receipts = useReceiptUploads();
  const [leaving, setLeaving] = useState(false);
  /** The number of entries created so far: each one gets new fields with the focus on the amount. */
  const [created, setCreated] = useState(0);
  const another = useRef(false);

  const state = useTransactionForm({
    blank: blankEntry(type, posting.laboratoryId, posting.todayIn(posting.laboratoryId)),
    posting,
    onSaved: (entry) => {
      void announce(entry, another.current);
      receipts.add(entry, chosen.files);
      if (another.current) startOver();
      else leave(chosen.files.length > 0);
    },
    onUnchanged: onClose,
  });
  const { form } = state;
  const fields = useFocusOnFault(state.attempts);

  async function announce(entry: Transaction, inARow: boolean) {
    const { transactionNo } = entry;
    // The confirmation does not depend on the count.
    const count = inARow ? await queryClient.query(enteredToday()).catch(() => undefined) : undefined;
    const today = count ? ` · ${formatCount(count.pagination.total)} today` : '';
    const text = inARow ? `${transactionNo} saved${today}` : `${transactionNo} was entered: ${formatAmount(entry)}`;
    enqueueSnackbar(text, {
      variant: 'success',
      action: (
        <Button size="small" color="inherit" onClick={() => onShow(entry)}>
          Show
        </Button>
      ),
    });
  }

  function startOver() {
    state.startOver(nextEntry(form.getValues()));
    chosen.clear();
    setCreated((count) => count + 1);
  }

  /** The form closes only when all receipts have been uploaded or dropped. */
  function leave(withReceipts = false) {
    if (withReceipts || receipts.uploads.length > 0) setLeaving(true);
    else onClose();
  }

  const submit = (thenAnother: boolean) => {
    another.current = thenAnother;
    void state.submit();
  };

  if (leaving) return <UploadsDrawer state={receipts} onClose={onClose} />;
  return (
    <FormDrawer
      open
      title="New entry"
      verb="Save"
      also={{ verb: 'Save and enter another', onSubmit: () => submit(true) }}
      dirty={form.formState.isDirty || chosen.files.length > 0}
      pending={state.saving}
      error={state.fault}
      disabledReason={posting.closedReason}
      onSubmit={() => submit(false)}
      onStop={state.stop}
      onClose={() => {
        state.discard();
        leave();
      }}
    >
      <Stack key={created} ref={fields} sx={{ gap: 4 }}>
        {state.restoredAt !== undefined && <Restored at={state.restoredAt} onDiscard={state.discard} />}
        <UploadList state={receipts} withNumber />
        <EntryFields form={form} posting={posting} />
        <ChosenReceipts chosen={chosen} />
      </Stack>
      <DuplicateQuestion state={state} />
    </FormDrawer>
  );
}
