import Payments from '@mui/icons-material/PaymentsOutlined';
import { PermissionSection } from '../../screens/actions/permission-section';
import { paths } from '../../config/paths';
import { staleBlocks, TOGETHER_MS } from '../../features/dashboard/dashboard.queries';
import { billLive } from '../../features/finance/bills/bill.resource';
import {
  periodCloseLive,
  TransactionListState,
  transactionLive,
  transactionNotices,
  transactionResource,
  waitingCount,
} from '../../features/finance/transaction.resource';
import { api } from '../../data/api';
import { live } from '../../data/live';
import { keyOf, keyOfAll } from '../../data/queries';
import { prefetchPage } from '../../data/resource';
import { page, type Section } from './section';

/** A laboratory's page shows totals of its entries; laboratories themselves know nothing of finances. */
const laboratoryTotalsLive = live({
  'transaction:*': ({ laboratoryId }) => [keyOf(api.laboratories.stats, { params: { id: laboratoryId } })],
});

/** Entries name their laboratory, and its status and time zone decide what can be done with them. */
const laboratoryOfEntriesLive = live({ 'laboratory:*': () => [keyOfAll('transactions')] });

/** The dashboard counts entries. */
const dashboardOfEntriesLive = live(
  { 'transaction:*': () => staleBlocks('finance', 'attention', 'activity', 'laboratories') },
  TOGETHER_MS,
);

export const finances: Section = {
  path: paths.finances,
  permission: 'transactions.view',
  navigation: { label: 'Finances', key: 'f', short: 'Finances', icon: <Payments /> },
  pages: [
    {
      element: page(() => import('../../features/finance/finance-page'), 'FinancePage'),
      children: [
        { index: true, element: page(() => import('../../features/finance/overview/overview-page'), 'OverviewPage') },
        {
          path: 'transactions',
          element: page(
            () => import('../../features/finance/transactions/transactions-page'),
            'TransactionsPage',
            prefetchPage(transactionResource, TransactionListState),
          ),
        },
        {
          path: 'approvals',
          element: (
            <PermissionSection permission="transactions.approve">
              {page(() => import('../../features/finance/decisions/approvals-page'), 'ApprovalsPage')}
            </PermissionSection>
          ),
        },
        {
          path: 'month-end',
          element: page(() => import('../../features/finance/month-end/month-end-page'), 'MonthEndPage'),
        },
        { path: 'report', element: page(() => import('../../features/finance/report/report-page'), 'ReportPage') },
      ],
    },
    // A voucher is a sheet of paper, without the tabs of the finances.
    {
      path: 'vouchers/:id',
      element: page(() => import('../../features/finance/voucher/voucher-page'), 'VoucherPage'),
    },
  ],
  live: [
    transactionLive,
    billLive,
    periodCloseLive,
    laboratoryTotalsLive,
    laboratoryOfEntriesLive,
    dashboardOfEntriesLive,
  ],
  notices: transactionNotices,
  kept: [keyOf(api.transactions.list), keyOf(api.transactions.totals), ...staleBlocks('finance')],
  inbox: [
    {
      kind: 'entries',
      label: 'Entries',
      plural: 'entries',
      icon: <Payments />,
      permission: 'transactions.approve',
      count: waitingCount,
      load: async () => (await import('../../features/finance/decisions/approvals-page')).entryQueue,
    },
  ],
};
