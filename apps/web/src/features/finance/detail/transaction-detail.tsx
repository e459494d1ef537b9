import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { paymentMethodLabels, type Transaction, transactionCategoryLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Fact, Facts, orNotEntered } from '../../../components/facts';
import { RecentChange } from '../../../components/versions/recent-change';
import { RefusalBanner } from '../decide/refusal-banner';
import { RejectEntry } from '../decide/reject-entry';
import { useDecide } from '../decide/use-decide';
import { TransactionDeedDialog } from '../deeds/transaction-deed-dialog';
import type { ChosenDeed } from '../deeds/use-transaction-actions';
import { AddReceipt } from '../receipts/add-receipt';
import { ReceiptList } from '../receipts/receipt-list';
import { transactionQueries } from '../transaction.queries';
import { useOpenedEntry } from '../use-opened-entry';
import { ApprovalLadder } from './approval-ladder';
import { DrawerSection } from './drawer-section';
import { EntryLink } from './entry-link';
import { recentDeed } from './recent-deed';
import { TransactionActions } from './transaction-actions';
import { TransactionStory } from './transaction-story';
import { TransactionSummary } from './transaction-summary';

/** An entry from its amount to the last word of its story, with what can be done with it below. */
export function TransactionDetail({ entry }: { entry: Transaction }) {
  const { _id, laboratoryId } = entry;
  const { show } = useOpenedEntry();
  const [chosen, choose] = useState<ChosenDeed | 'reject'>();
  const close = () => choose(undefined);
  const decide = useDecide({ onDecided: close });
  const { data: change } = useQuery(transactionQueries.change(_id));
  const story = useRef<HTMLHeadingElement>(null);
  const reject = () => {
    decide.forget();
    choose('reject');
  };
  return (
    <>
      <Stack sx={bodyStyle}>
        <TransactionSummary entry={entry} />
        <Box sx={{ '&& > *': { mb: 0 }, '&:empty': { display: 'none' } }}>
          <RecentChange
            version={entry.version}
            change={change}
            action={change ? `${recentDeed(entry, change)} this entry` : ''}
            onShow={() => story.current?.focus()}
          />
        </Box>
        {decide.refusal && chosen !== 'reject' && <RefusalBanner refusal={decide.refusal} />}
        <Facts facts={factsOf(entry)} />
        <DrawerSection title="Approval">
          <ApprovalLadder entry={entry} />
        </DrawerSection>
        <DrawerSection title="Receipts">
          <Stack sx={{ gap: 3 }}>
            {(entry.receipts.length > 0 || !entry.actions.attach?.allowed) && <ReceiptList transaction={entry} />}
            <AddReceipt transaction={entry} />
          </Stack>
        </DrawerSection>
        <DrawerSection title="Story" headingRef={story}>
          <TransactionStory id={_id} timeZone={laboratoryId.timezone} />
        </DrawerSection>
      </Stack>
      <TransactionActions
        entry={entry}
        deciding={decide.pending}
        onApprove={() => decide.approve(entry)}
        onReject={reject}
        onChoose={choose}
      />
      {chosen === 'reject' ? (
        <RejectEntry entry={entry} decide={decide} onCancel={close} />
      ) : (
        chosen && <TransactionDeedDialog deed={chosen} entry={entry} onClose={close} onReversed={show} />
      )}
    </>
  );
}

function factsOf(entry: Transaction): Fact[] {
  const { party, category, paymentMethod, reference, description, reversalOf } = entry;
  return [
    ...(reversalOf === null ? [] : [{ label: 'Reverses', value: <EntryLink entry={reversalOf} /> }]),
    { label: 'Party', value: party },
    { label: 'Category', value: transactionCategoryLabels[category] },
    { label: 'Payment method', value: paymentMethodLabels[paymentMethod] },
    { label: 'Reference', value: reference },
    { label: 'Description', value: description, wide: true },
  ].map(orNotEntered);
}

const bodyStyle = { flex: 1, overflowY: 'auto', gap: 5, px: { xs: 4, sm: 6 }, py: 5 };
