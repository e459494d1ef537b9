import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PermissionSection } from '../../components/permission-section';
import { FinancePage } from '../../features/finance/finance-page';
import { RequirePermission } from '../require-permission';

const OverviewPage = lazy(async () => ({
  default: (await import('../../features/finance/overview/overview-page')).OverviewPage,
}));
const TransactionsPage = lazy(async () => ({
  default: (await import('../../features/finance/transactions/transactions-page')).TransactionsPage,
}));
const ApprovalsPage = lazy(async () => ({
  default: (await import('../../features/finance/decisions/approvals-page')).ApprovalsPage,
}));
const ReportPage = lazy(async () => ({
  default: (await import('../../features/finance/report/report-page')).ReportPage,
}));
const VoucherPage = lazy(async () => ({
  default: (await import('../../features/finance/voucher/voucher-page')).VoucherPage,
}));

/** The finances: each part is a chunk of its own within one frame; a voucher is a sheet of paper without it. */
export function FinancesRoute() {
  return (
    <RequirePermission permission="transactions.view">
      <Routes>
        <Route element={<FinancePage />}>
          <Route index element={<OverviewPage />} />
          <Route path="transactions" element={<TransactionsPage />} />
          <Route
            path="approvals"
            element={
              <PermissionSection permission="transactions.approve">
                <ApprovalsPage />
              </PermissionSection>
            }
          />
          <Route path="report" element={<ReportPage />} />
        </Route>
        <Route path="vouchers/:id" element={<VoucherPage />} />
      </Routes>
    </RequirePermission>
  );
}
