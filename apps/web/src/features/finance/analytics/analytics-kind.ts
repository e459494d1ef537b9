import { reportGroupLabels } from '@shifa/contract';
import type { AnalyticsKind } from '../../../components/analytics/analytics-kind';
import { lazyPart } from '../../../components/lazy-part';

export const financialAnalytics: AnalyticsKind = {
  name: 'financial',
  label: 'Finances',
  permission: 'transactions.view',
  groups: reportGroupLabels,
  Panel: lazyPart(async () => (await import('./financial-panel')).FinancialPanel),
};
