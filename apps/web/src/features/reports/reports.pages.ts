import type { ResolvedPermissions } from '@shifa/contract';
import { paths } from '../../config/paths';

/** The pages of the reports that a person may open, in the order of their tabs. */
export function reportPages(permissions: ResolvedPermissions): { path: string; label: string }[] {
  return [
    { path: paths.reports, label: 'Analyses' },
    { path: paths.reportFiles, label: 'Excel files' },
    ...(permissions['reports.export'].allowed ? [{ path: paths.reportSchedules, label: 'Schedules' }] : []),
  ];
}
