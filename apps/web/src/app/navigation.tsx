import AccessTime from '@mui/icons-material/AccessTimeOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import Biotech from '@mui/icons-material/BiotechOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Inventory2 from '@mui/icons-material/Inventory2Outlined';
import Payments from '@mui/icons-material/PaymentsOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import SpaceDashboard from '@mui/icons-material/SpaceDashboardOutlined';
import type { Permission, ResolvedPermissions, Scope } from '@shifa/contract';
import type { ReactNode } from 'react';
import { paths } from '../config/paths';

export type NavigationItem = {
  label: string;
  path: string;
  icon: ReactNode;
  /** Shown to who holds it, this far at least; without one, to everyone. */
  needs?: { permission: Permission; scope?: Scope };
  /** Its name in the bottom bar of a phone; not there without one. */
  short?: string;
};

const items: readonly NavigationItem[] = [
  { label: 'Dashboard', short: 'Home', path: paths.dashboard, icon: <SpaceDashboard /> },
  {
    label: 'Laboratories',
    short: 'Labs',
    path: paths.laboratories,
    icon: <Biotech />,
    // Who sees one laboratory reaches it elsewhere; the list is for who sees them all.
    needs: { permission: 'laboratories.view', scope: 'all' },
  },
  { label: 'Staff', short: 'Staff', path: paths.staff, icon: <Groups />, needs: { permission: 'staff.view' } },
  {
    label: 'Finances',
    short: 'Finances',
    path: paths.finances,
    icon: <Payments />,
    needs: { permission: 'transactions.view' },
  },
  {
    label: 'Inventory',
    short: 'Inventory',
    path: paths.inventory,
    icon: <Inventory2 />,
    needs: { permission: 'inventory.view' },
  },
  { label: 'Attendance', short: 'Attendance', path: paths.attendance, icon: <AccessTime /> },
  { label: 'Reports', path: paths.reports, icon: <Assessment />, needs: { permission: 'reports.view' } },
  { label: 'Settings', path: paths.settings, icon: <Settings /> },
];

/** The sections that a person may open, in the order of the sidebar. */
export function navigationFor(permissions: ResolvedPermissions): NavigationItem[] {
  return items.filter(({ needs }) => {
    if (!needs) return true;
    const { allowed, scope } = permissions[needs.permission];
    return allowed && (needs.scope === undefined || needs.scope === scope);
  });
}
