import { type Permission, type ReportKind, reportPermissions } from '@shifa/contract';
import { LinkTabs } from '../../ui/link-tabs';
import { usePermission, useUser } from '../../data/use-session';
import { reportPages } from './reports.pages';

/** The pages of the reports that a person may open. */
export function ReportsTabs() {
  const { permissions } = useUser();
  return <LinkTabs label="Reports" tabs={reportPages(permissions)} />;
}

/** Of two permissions that are both needed, the one that reaches less far. */
export function useNarrower(reports: 'reports.view' | 'reports.export', data: Permission): Permission {
  return usePermission(reports).scope === 'all' ? data : reports;
}

/** The first kind whose data the viewer may see. */
export function useFirstKind(): ReportKind {
  const { permissions } = useUser();
  const kinds = Object.keys(reportPermissions) as ReportKind[];
  return kinds.find((kind) => permissions[reportPermissions[kind]].allowed) ?? 'financial';
}
