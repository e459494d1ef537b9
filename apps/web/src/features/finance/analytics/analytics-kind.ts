import { reportGroupLabels } from '@shifa/contract';
import type { AnalyticsKind } from '../../../components/analytics/analytics-kind';
import { lazyComponent } from '../../../lib/lazy-component';

export const financialAnalytics: AnalyticsKind = {
  name: 'financial',
  label: 'Finances',
  permission: 'transactions.view',
  groups: reportGroupLabels,
  Panel: lazyComponent(async () => (await import('./financial-panel')).FinancialPanel),
};
