import { paths } from '../../config/paths';

/** The pages of the finances, in the order of their tabs. */
export const financePages = [
  { path: paths.finances, label: 'Overview' },
  { path: paths.transactions, label: 'Entries' },
  { path: paths.approvals, label: 'Approvals' },
  { path: paths.financeReport, label: 'Report' },
  { path: paths.monthEnd, label: 'Month end' },
];
