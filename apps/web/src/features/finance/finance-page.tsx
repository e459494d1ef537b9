import Add from '@mui/icons-material/AddOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { PageSkeleton } from '../../components/loading/page-skeleton';
import { PageHeader } from '../../components/page-header';
import { PermissionButton, useDeniedReason } from '../../components/permission-button';
import { paths } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { TransactionDrawer } from './detail/transaction-drawer';
import { NewTransaction } from './form/new-transaction';
import { ImportTransactions } from './import/import-transactions';
import { PeriodLockDialog } from './period-lock/period-lock-dialog';
import { transactionQueries } from './transaction.queries';
import type { FinanceDialog, OpenFinanceDialog } from './use-finance-dialog';
import { useOpenedEntry } from './use-opened-entry';

/** The frame of the finances: its parts as tabs, what can be entered from each of them, and the entry that is open. */
export function FinancePage() {
  const [opened, open] = useState<FinanceDialog>();
  const entry = useOpenedEntry();
  const mayCreate = useDeniedReason('transactions.create');
  const mayImport = useDeniedReason('transactions.import');
  const close = () => open(undefined);
  return (
    <>
      <PageHeader
        title="Financial Overview"
        action={
          <PermissionButton
            permission="transactions.create"
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
            disabledReason: mayCreate,
            onSelect: () => open({ dialog: 'entry', type: 'income' }),
          },
          {
            label: 'New expense',
            disabledReason: mayCreate,
            onSelect: () => open({ dialog: 'entry', type: 'expense' }),
          },
          {
            label: 'Import entries',
            disabledReason: mayImport ?? mayCreate,
            onSelect: () => open({ dialog: 'import' }),
          },
          { label: 'Closed books', onSelect: () => open({ dialog: 'period-lock' }) },
        ]}
      />
      <FinanceTabs />
      <Suspense fallback={<PageSkeleton />}>
        <Outlet context={open satisfies OpenFinanceDialog} />
      </Suspense>
      {opened?.dialog === 'entry' && <NewTransaction type={opened.type} onClose={close} onShow={entry.show} />}
      {opened?.dialog === 'import' && <ImportTransactions onClose={close} />}
      {opened?.dialog === 'period-lock' && <PeriodLockDialog onClose={close} />}
      {entry.id !== undefined && <TransactionDrawer id={entry.id} onClose={entry.close} />}
    </>
  );
}

/** Each part has an address of its own, so the tabs are links. */
function FinanceTabs() {
  const { pathname } = useLocation();
  const locked = useDeniedReason('transactions.approve') !== undefined;
  const { data: waiting = 0 } = useQuery({ ...transactionQueries.waitingCount, enabled: !locked });
  const approvals = waiting > 0 ? `Approvals (${formatCount(waiting)})` : 'Approvals';
  const tabs = [
    { path: paths.finances, label: 'Overview' },
    { path: paths.transactions, label: 'Transactions' },
    { path: paths.approvals, label: approvals, icon: locked ? <Lock sx={{ fontSize: 16 }} /> : undefined },
    { path: paths.financeReport, label: 'Report' },
  ];
  const current = pathname.replace(/\/$/, '');
  return (
    <Box component="nav" aria-label="Parts of the finances" className="not-printed">
      <Tabs
        value={tabs.some(({ path }) => path === current) ? current : false}
        variant="scrollable"
        scrollButtons={false}
        // They look like tabs and are links, each reached by the tab key.
        slotProps={{ list: { role: 'presentation' } }}
        sx={{ mb: 6, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(({ path, label, icon }) => (
          <Tab
            key={path}
            value={path}
            label={label}
            icon={icon}
            iconPosition="end"
            component={Link}
            to={path}
            role={undefined}
            tabIndex={0}
            aria-selected={undefined}
            aria-current={path === current ? 'page' : undefined}
            sx={{ minHeight: 48 }}
          />
        ))}
      </Tabs>
    </Box>
  );
}
