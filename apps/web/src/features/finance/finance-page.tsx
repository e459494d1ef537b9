import Add from '@mui/icons-material/AddOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Outlet, useSearchParams } from 'react-router-dom';
import { ClosedLaboratory, useOwnClosedReason } from '../../components/closed-laboratory';
import { NEW_DRAFT, useOpenDrafts } from '../../components/form/use-draft';
import { LinkTabs } from '../../components/link-tabs';
import { PageSkeleton } from '../../components/loading/page-skeleton';
import { PageHeader } from '../../components/page-header';
import { PermissionButton, useDeniedReason } from '../../components/permission-button';
import { useShortcuts } from '../../components/shortcuts';
import { paths } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { usePermission } from '../../lib/use-session';
import { TransactionDrawer } from './entry/transaction-drawer';
import { type FinanceDialog, type OpenFinanceDialog, useOpenedEntry } from './finance-navigation';
import { NewTransaction } from './form/new-transaction';
import { ImportTransactions } from './import/import-transactions';
import { PeriodCloseDialog } from './period-close/period-close-dialog';
import { PeriodCloseNotice } from './period-close/period-close-notice';
import { transactionResource, waitingCount } from './transaction.resource';

/** The finances: their pages as tabs, the actions that all of them share, and the entry in the drawer. */
export function FinancePage() {
  const wasEntering = useOpenDrafts(transactionResource.name).includes(NEW_DRAFT);
  const [opened, open] = useState<FinanceDialog | undefined>(wasEntering ? { dialog: 'entry' } : undefined);
  const entry = useOpenedEntry();
  const seesNetwork = usePermission('transactions.create').scope === 'all';
  const ownClosedReason = useOwnClosedReason('enterRecords');
  const closedReason = seesNetwork ? undefined : ownClosedReason;
  const createDenied = useDeniedReason('transactions.create') ?? closedReason;
  const [params] = useSearchParams();
  const importDenied = useDeniedReason('transactions.import');
  const close = () => open(undefined);
  const enter = { keys: ['n'], effect: 'New entry', run: () => open({ dialog: 'entry' }) };
  useShortcuts(createDenied === undefined ? [enter] : []);
  return (
    <>
      <PageHeader
        title="Financial Overview"
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
          { label: 'Closed books', onSelect: () => open({ dialog: 'period-close' }) },
        ]}
      />
      <FinanceTabs />
      <PeriodCloseNotice />
      <ClosedLaboratory use="enterRecords" filter={params.getAll('laboratoryId')} />
      <Suspense fallback={<PageSkeleton />}>
        <Outlet context={open satisfies OpenFinanceDialog} />
      </Suspense>
      {opened?.dialog === 'entry' && <NewTransaction type={opened.type} onClose={close} onShow={entry.show} />}
      {opened?.dialog === 'import' && <ImportTransactions onClose={close} />}
      {opened?.dialog === 'period-close' && <PeriodCloseDialog onClose={close} />}
      {entry.id !== undefined && <TransactionDrawer id={entry.id} onClose={entry.close} />}
    </>
  );
}

function FinanceTabs() {
  const denied = useDeniedReason('transactions.approve') !== undefined;
  const { data: waiting = 0 } = useQuery({ ...waitingCount, enabled: !denied });
  const approvals = waiting > 0 ? `Approvals (${formatCount(waiting)})` : 'Approvals';
  const tabs = [
    { path: paths.finances, label: 'Overview' },
    { path: paths.transactions, label: 'Transactions' },
    { path: paths.approvals, label: approvals, icon: denied ? <Lock sx={{ fontSize: 16 }} /> : undefined },
    { path: paths.financeReport, label: 'Report' },
  ];
  return <LinkTabs label="Pages of the finances" tabs={tabs} />;
}
