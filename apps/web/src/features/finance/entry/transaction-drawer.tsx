import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  isWaiting,
  paymentMethodLabels,
  type Transaction,
  transactionCategoryLabels,
  type TransactionStatus,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { Actions } from '../../../screens/actions/actions';
import { ItemAction, ItemMenu, useItemActions } from '../../../screens/actions/item-actions';
import { Banner } from '../../../ui/feedback/banner';
import { CopyButton } from '../../../ui/copy-button';
import { DrawerBody, DrawerFoot, SideDrawer } from '../../../ui/drawers/side-drawer';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { type Fact, Facts, orNotEntered } from '../../../ui/facts';
import { NoLongerVisible } from '../../../ui/feedback/no-longer-visible';
import { Skeleton } from '../../../ui/loading/skeleton';
import { RecentChange } from '../../../screens/form/recent-change';
import { isHidden } from '../../../lib/api-error';
import { EntryBillDetails } from '../bills/entry-bill';
import { DecisionFailure, describeRecentChange } from '../conflict';
import { EntryHead } from '../entry-display';
import { EntryLink, useOpenedEntry } from '../finance-navigation';
import { MissingReceipt } from '../receipts/missing-receipt';
import { AddReceipt } from '../receipts/receipt-input';
import { ReceiptList } from '../receipts/receipt-list';
import { transactionActions } from '../transaction.actions';
import { describeCredit } from '../transaction.format';
import { transactionResource } from '../transaction.resource';
import { ApprovalLadder } from './approval-ladder';
import { EntryHistory } from './entry-history';

type TransactionDrawerProps = { id: string; onClose: () => void };

/** An entry with its approvals, receipts and history, beside the page it was opened from; full screen on a phone. */
export function TransactionDrawer({ id, onClose }: TransactionDrawerProps) {
  const { data: entry, error, refetch } = useQuery(transactionResource.detail(id));
  return (
    <SideDrawer
      title={entry?.transactionNo ?? 'Entry'}
      label={entry ? `Entry ${entry.transactionNo}` : 'Entry'}
      titleVariant="h3"
      tool={entry && <CopyButton text={entry.transactionNo} label="Copy number" />}
      width={540}
      data-addressed
      onClose={onClose}
    >
      {entry && isHidden(error) ? (
        <NoLongerVisible
          name={entry.transactionNo}
          noun="entry"
          action={
            <Button variant="outlined" color="inherit" autoFocus onClick={onClose}>
              Close
            </Button>
          }
        />
      ) : entry ? (
        <TransactionActions key={id}>
          <TransactionDetail entry={entry} />
        </TransactionActions>
      ) : (
        <NotLoaded query={{ error, refetch }} what="the entry" missing="entry" skeleton={<DrawerSkeleton />} />
      )}
    </SideDrawer>
  );
}

function TransactionActions({ children }: { children: ReactNode }) {
  const { show } = useOpenedEntry();
  return (
    <Actions
      of={transactionActions}
      onDone={({ action, saved }) => {
        if (action === 'reverse') show(saved);
      }}
      showsFailure
    >
      {children}
    </Actions>
  );
}

function TransactionDetail({ entry }: { entry: Transaction }) {
  const failure = useItemActions().failureOf(entry);
  const { data: change } = useQuery(transactionResource.recentChange(entry._id));
  const history = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <DrawerBody gap={5}>
        <EntryHead entry={entry} withFlags />
        <Box sx={{ '&& > *': { mb: 0 }, '&:empty': { display: 'none' } }}>
          <RecentChange
            version={entry.version}
            change={change}
            action={change ? `${describeRecentChange(entry, change)} this entry` : ''}
            onShow={() => history.current?.focus()}
          />
        </Box>
        {failure !== undefined && <DecisionFailure error={failure} />}
        <Facts facts={factsOf(entry)} />
        {entry.bill && (
          <DrawerSection title="Bill">
            <EntryBillDetails bill={entry.bill} />
          </DrawerSection>
        )}
        <DrawerSection title="Approval">
          <Stack sx={{ gap: 3 }}>
            <MissingReceipt entry={entry} place="here" />
            {entry.approvalNote && <Banner tone="warning">{entry.approvalNote}</Banner>}
            <ApprovalLadder entry={entry} />
          </Stack>
        </DrawerSection>
        <DrawerSection title="Receipts">
          <Stack sx={{ gap: 3 }}>
            {(entry.receipts.length > 0 || !entry.actions.attach?.allowed) && <ReceiptList transaction={entry} />}
            <AddReceipt transaction={entry} />
          </Stack>
        </DrawerSection>
        <DrawerSection title="History" headingRef={history}>
          <EntryHistory entry={entry} />
        </DrawerSection>
      </DrawerBody>
      <DrawerActions entry={entry} />
    </>
  );
}

function factsOf(entry: Transaction): Fact[] {
  const { party, category, paymentMethod, reference, description, reversalOf, credit } = entry;
  return [
    ...(credit ? [{ label: 'For', value: describeCredit(credit), wide: true }] : []),
    ...(reversalOf === null
      ? []
      : [{ label: credit ? 'Reverses a part of' : 'Reverses', value: <EntryLink entry={reversalOf} /> }]),
    { label: 'Party', value: party },
    { label: 'Category', value: transactionCategoryLabels[category] },
    { label: 'Payment method', value: paymentMethodLabels[paymentMethod] },
    { label: 'Reference', value: reference },
    { label: 'Description', value: description, wide: true },
  ].map(orNotEntered);
}

type DrawerSectionProps = {
  title: string;
  children: ReactNode;
  /** For moving the focus to the section. */
  headingRef?: Ref<HTMLHeadingElement>;
};

function DrawerSection({ title, children, headingRef }: DrawerSectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ borderTop: 1, borderColor: 'divider', pt: 5 }}>
      <Typography id={id} ref={headingRef} tabIndex={-1} variant="h4" component="h3" sx={{ mb: 3, outline: 'none' }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** The actions that are used most in each status; the menu has the others. */
const buttonsOf: Record<TransactionStatus, readonly string[]> = {
  pending: ['edit'],
  partially_approved: ['edit'],
  approved: ['print', 'reverse'],
  rejected: ['edit', 'resubmit', 'cancel'],
  cancelled: ['print'],
  reversed: ['print'],
};

const primary: Pick<ButtonProps, 'variant' | 'color'> = { variant: 'contained' };
const secondary: Pick<ButtonProps, 'variant' | 'color'> = { variant: 'outlined', color: 'inherit' };

function DrawerActions({ entry }: { entry: Transaction }) {
  const { status, actions: states } = entry;
  const isAllowed = (action: string) => action === 'print' || states[action as keyof typeof states]?.allowed === true;
  const shown = buttonsOf[status];
  const waits = isWaiting(status);
  // A viewer who cannot approve the entry most likely came to correct it.
  const first = waits && isAllowed('approve') ? undefined : shown.find(isAllowed);
  return (
    <DrawerFoot>
      {waits && <ItemAction action="approve" item={entry} {...primary} />}
      {waits && <ItemAction action="reject" item={entry} variant="outlined" color="error" />}
      {shown.map((action) => (
        <ItemAction key={action} action={action} item={entry} {...(action === first ? primary : secondary)} />
      ))}
      <Stack sx={{ ml: 'auto' }}>
        <ItemMenu
          label={`More actions for ${entry.transactionNo}`}
          item={entry}
          except={['approve', 'reject', 'approvers', ...shown]}
        />
      </Stack>
    </DrawerFoot>
  );
}

/** The outline of an entry that is being loaded. */
function DrawerSkeleton() {
  return (
    <DrawerBody gap={6}>
      <Stack sx={{ gap: 3 }}>
        <Skeleton variant="rectangular" width="55%" height={36} />
        <Skeleton silent width="70%" />
      </Stack>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))', gap: 4 }}>
        {[1, 2, 3, 4].map((fact) => (
          <Stack key={fact} sx={{ gap: 2 }}>
            <Skeleton silent width="35%" height={12} />
            <Skeleton silent width="75%" />
          </Stack>
        ))}
      </Box>
      <Skeleton silent variant="rectangular" height={140} />
      <Skeleton silent variant="rectangular" height={180} />
    </DrawerBody>
  );
}
