import { reportGroupLabels } from '@shifa/contract';
import type { AnalyticsKind } from '../../../screens/report/analytics-kind';
import { lazyPart } from '../../../ui/lazy-part';

export const financialAnalytics: AnalyticsKind = {
  name: 'financial',
  label: 'Finances',
  permission: 'transactions.view',
  groups: reportGroupLabels,
  Panel: lazyPart(async () => (await import('./financial-panel')).FinancialPanel),
};
