import Button from '@mui/material/Button';
import type { Transaction, TransactionType } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useState } from 'react';
import { ChosenReceipts, useChosenReceipts } from '../receipts/receipt-input';
import { UploadList, UploadsDrawer, useReceiptUploads } from '../receipts/receipt-uploads';
import { formatCount } from '../../../lib/format';
import { formatAmount } from '../transaction.format';
import { enteredToday } from '../transaction.resource';
import { EntryFields } from './entry-fields';
import { usePostingContext } from './posting-context';
import { blankEntry, EntryForm, nextEntry } from './entry-form';

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
  const posting = usePostingContext();
  const chosen = useChosenReceipts();
  const receipts = useReceiptUploads();
  const [leaving, setLeaving] = useState(false);
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

  /** The form closes only when all receipts have been uploaded or dropped. */
  function leave(withReceipts = false) {
    if (withReceipts || receipts.uploads.length > 0) setLeaving(true);
    else onClose();
  }

  if (leaving) return <UploadsDrawer state={receipts} onClose={onClose} />;
  return (
    <EntryForm
      blank={blankEntry(type, posting.laboratoryId, posting.todayIn(posting.laboratoryId))}
      posting={posting}
      title="New entry"
      verb="Save"
      also={{ verb: 'Save and enter another', next: nextEntry }}
      dirty={chosen.files.length > 0}
      disabledReason={posting.closedReason}
      onSaved={(entry, another) => {
        void announce(entry, another);
        receipts.add(entry, chosen.files);
        if (another) chosen.clear();
        else leave(chosen.files.length > 0);
      }}
      onClose={() => leave()}
    >
      {({ form }) => (
        <>
          <UploadList state={receipts} withNumber />
          <EntryFields form={form} posting={posting} />
          <ChosenReceipts chosen={chosen} />
        </>
      )}
    </EntryForm>
  );
}
