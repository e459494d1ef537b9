import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Transaction, TransactionType } from '@shifa/contract';
import { useSnackbar } from 'notistack';
import { useRef, useState } from 'react';
import { FormDrawer } from '../../../components/form/form-drawer';
import { useFocusOnFault } from '../../../components/form/use-focus-on-fault';
import { ChosenReceipts } from '../receipts/chosen-receipts';
import { UploadList } from '../receipts/upload-list';
import { useChosenReceipts } from '../receipts/use-chosen-receipts';
import { useReceiptUploads } from '../receipts/use-receipt-uploads';
import { amountWords } from '../transaction.fields';
import { EntryFields } from './entry-fields';
import { blankEntry, nextEntry } from './transaction-values';
import { UploadsDrawer } from './uploads-drawer';
import { usePosting } from './use-posting';
import { useTransactionForm } from './use-transaction-form';

type NewTransactionProps = {
  /** Chosen already; the form asks where it is left out. */
  type?: TransactionType;
  onClose: () => void;
  /** Opens the entry that was made. */
  onShow: (entry: { _id: string }) => void;
};

/** Income or an expense is entered, or one after the other; receipts go up once their entry is there. */
export function NewTransaction({ type = 'income', onClose, onShow }: NewTransactionProps) {
  const { enqueueSnackbar } = useSnackbar();
  const posting = usePosting();
  const chosen = useChosenReceipts();
  const receipts = useReceiptUploads();
  const [leaving, setLeaving] = useState(false);
  /** How many entries were made before the one in hand: each has fresh fields, and the amount has the focus. */
  const [made, setMade] = useState(0);
  const another = useRef(false);

  const state = useTransactionForm({
    blank: blankEntry(type, posting.laboratoryId, posting.todayIn(posting.laboratoryId)),
    posting,
    onSaved: (entry) => {
      tell(entry);
      receipts.add(entry, chosen.files);
      if (another.current) startOver();
      else leave(chosen.files.length > 0);
    },
    onUnchanged: onClose,
  });
  const { form } = state;
  const fields = useFocusOnFault(state.attempts);

  function tell(entry: Transaction) {
    enqueueSnackbar(`${entry.transactionNo} was entered: ${amountWords(entry)}`, {
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
    setMade((count) => count + 1);
  }

  /** What is still on its way, or did not arrive, is seen to before the form goes. */
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
      onSubmit={() => submit(false)}
      onClose={() => leave()}
    >
      <Stack key={made} ref={fields} sx={{ gap: 4 }}>
        <UploadList state={receipts} withNumber />
        <EntryFields form={form} posting={posting} />
        <ChosenReceipts chosen={chosen} />
      </Stack>
    </FormDrawer>
  );
}
