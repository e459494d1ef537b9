import type { Permission, ResolvedPermissions } from '@shifa/contract';
import type { PaletteSource } from '../../screens/palette-source';
import { paths } from '../../config/paths';

export type SettingsShortcut = { path: string; label: string; description: string; permission: Permission };

/** What is set elsewhere, for those who may. */
const available: readonly SettingsShortcut[] = [
  {
    path: paths.settingsLaboratory,
    label: 'Laboratory policies',
    description: 'Grace periods, thresholds and approval limits of each laboratory',
    permission: 'laboratories.edit',
  },
  {
    path: paths.shifts,
    label: 'Shifts and holidays',
    description: 'Working hours, days off and holidays',
    permission: 'laboratories.view',
  },
  {
    path: paths.wallDisplays,
    label: 'Wall displays',
    description: 'Tablets that show the code for clocking in',
    permission: 'attendance.create',
  },
  {
    path: paths.monthEnd,
    label: 'Closed books',
    description: 'Closed periods and month end',
    permission: 'transactions.lock',
  },
  {
    path: paths.permissions,
    label: 'Permissions',
    description: 'What each person can do',
    permission: 'permissions.view',
  },
];

export function shortcutsFor(permissions: ResolvedPermissions): readonly SettingsShortcut[] {
  return available.filter(({ permission }) => permissions[permission].allowed);
}

/** The pages of the settings that a person may open, in the order of their tabs. */
export function settingsPages(permissions: ResolvedPermissions): { path: string; label: string }[] {
  const pages = [
    { path: paths.settings, label: 'Preferences', shown: true },
    { path: paths.settingsNotifications, label: 'Notifications', shown: true },
    { path: paths.settingsSecurity, label: 'Security', shown: true },
    { path: paths.settingsLaboratory, label: 'Laboratory', shown: permissions['laboratories.edit'].allowed },
    { path: paths.wallDisplays, label: 'Wall displays', shown: permissions['attendance.create'].allowed },
    { path: paths.settingsNetwork, label: 'Network', shown: permissions['settings.view'].scope === 'all' },
    { path: paths.settingsBackups, label: 'Backups', shown: permissions['settings.view'].scope === 'all' },
    {
      path: paths.settingsAdministration,
      label: 'Administration',
      shown: shortcutsFor(permissions).length > 0,
    },
    { path: paths.auditLog, label: 'Audit log', shown: permissions['settings.audit'].allowed },
    { path: paths.ledgers, label: 'Ledgers', shown: permissions['settings.audit'].allowed },
    { path: paths.settingsAbout, label: 'About', shown: true },
  ];
  return pages.filter(({ shown }) => shown).map(({ path, label }) => ({ path, label }));
}

export const settingsPalette: PaletteSource = {
  title: 'Settings',
  pages: ({ permissions }) => settingsPages(permissions),
};
