import Add from '@mui/icons-material/AddOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import { useQuery } from '@tanstack/react-query';
import { startTransition, Suspense, useState } from 'react';
import { Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { ClosedLaboratory, useClosedReason } from '../../screens/closed-laboratory';
import { lazyForm } from '../../ui/drawers/lazy-form';
import { NEW_DRAFT, useOpenDrafts } from '../../screens/form/use-draft';
import { LinkTabs } from '../../ui/link-tabs';
import { PageSkeleton } from '../../ui/loading/page-skeleton';
import { PageHeader } from '../../ui/page-header';
import { PermissionButton, useDeniedReason } from '../../screens/actions/permission-button';
import { useShortcuts } from '../../ui/shortcuts';
import { useNewByLink } from '../../ui/use-new-by-link';
import { paths } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { lazyPart } from '../../ui/lazy-part';
import { usePreloaded } from '../../lib/use-preloaded';
import { financePages } from './finance.pages';
import { type FinanceDialog, type OpenFinanceDialog, useOpenedEntry } from './finance-navigation';
import { PeriodCloseNotice } from './period-close/period-close-notice';
import { OpenedEntry } from './opened-entry';
import { transactionResource, waitingCount } from './transaction.resource';

// What is opened from the page is fetched once the page is there, or when it is needed.
const NewTransaction = lazyForm(
  () => 'New entry',
  async () => (await import('./form/new-transaction')).NewTransaction,
);
const ImportTransactions = lazyPart(async () => (await import('./import/import-transactions')).ImportTransactions);
const PeriodCloseDialog = lazyPart(async () => (await import('./period-close/period-close-dialog')).PeriodCloseDialog);

/** The finances: their pages as tabs, the actions that all of them share, and the entry in the drawer. */
export function FinancePage() {
  const wasEntering = useOpenDrafts(transactionResource.name).includes(NEW_DRAFT);
  const [opened, setOpened] = useState<FinanceDialog | undefined>(wasEntering ? { dialog: 'entry' } : undefined);
  // The button is painted as pressed before the page is rendered with the drawer, as in lists.
  const [open] = useState(() => (dialog: FinanceDialog) => startTransition(() => setOpened(dialog)));
  const { show } = useOpenedEntry();
  const current = tabOf(useLocation().pathname);
  const closedReason = useClosedReason('transactions.create', 'enterRecords');
  const createDenied = useDeniedReason('transactions.create') ?? closedReason;
  const [params] = useSearchParams();
  const lockDenied = useDeniedReason('transactions.lock') !== undefined;
  const importDenied = useDeniedReason('transactions.import');
  const close = () => setOpened(undefined);
  usePreloaded(NewTransaction);
  const enter = { keys: ['n'], effect: 'New entry', run: () => open({ dialog: 'entry' }) };
  useShortcuts(createDenied === undefined ? [enter] : []);
  useNewByLink(createDenied === undefined ? enter.run : undefined);
  return (
    <>
      <PageHeader
        title="Financial Overview"
        documentTitle={current && current.path !== paths.finances ? `${current.label} · Financial Overview` : undefined}
        action={
          <PermissionButton
            permission="transactions.create"
            disabledReason={closedReason}
            variant="contained"
            startIcon={<Add />}
            onClick={() => open({ dialog: 'entry' })}
          >
            New entry
          </PermissionButton>
        }
        menu={[
          {
            label: 'New income',
            disabledReason: createDenied,
            onSelect: () => open({ dialog: 'entry', type: 'income' }),
          },
          {
            label: 'New expense',
            disabledReason: createDenied,
            onSelect: () => open({ dialog: 'entry', type: 'expense' }),
          },
          {
            label: 'Import entries',
            disabledReason: importDenied ?? createDenied,
            onSelect: () => open({ dialog: 'import' }),
          },
          { label: lockDenied ? 'Show closed books' : 'Close books', onSelect: () => open({ dialog: 'period-close' }) },
        ]}
      />
      <FinanceTabs />
      <PeriodCloseNotice />
      <ClosedLaboratory use="enterRecords" filter={params.getAll('laboratoryId')} />
      <Suspense fallback={<PageSkeleton />}>
        <Outlet context={open satisfies OpenFinanceDialog} />
      </Suspense>
      {opened?.dialog === 'entry' && <NewTransaction type={opened.type} onClose={close} onShow={show} />}
      <Suspense fallback={null}>
        {opened?.dialog === 'import' && <ImportTransactions onClose={close} />}
        {opened?.dialog === 'period-close' && (
          <PeriodCloseDialog month={opened.month} laboratoryId={opened.laboratoryId} onClose={close} />
        )}
      </Suspense>
      <OpenedEntry />
    </>
  );
}

function tabOf(pathname: string) {
  return financePages.find(({ path }) => path === pathname.replace(/\/$/, ''));
}

function FinanceTabs() {
  const denied = useDeniedReason('transactions.approve') !== undefined;
  const { data: waiting = 0 } = useQuery({ ...waitingCount, enabled: !denied });
  const shown = financePages.map((tab) => {
    if (tab.path !== paths.approvals) return tab;
    const label = waiting > 0 ? `${tab.label} (${formatCount(waiting)})` : tab.label;
    return { ...tab, label, icon: denied ? <Lock sx={{ fontSize: 16 }} /> : undefined };
  });
  return <LinkTabs label="Finances" tabs={shown} />;
}
