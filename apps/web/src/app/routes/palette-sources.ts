import type { PaletteSource } from '../../screens/palette-source';
import { paths } from '../../config/paths';
import { attendancePalette } from '../../features/attendance/palette';
import { financePalette } from '../../features/finance/palette';
import { inventoryPalette } from '../../features/inventory/palette';
import { laboratoriesPalette } from '../../features/laboratories/palette';
import { notificationsPalette } from '../../features/notifications/palette';
import { reportsPalette } from '../../features/reports/palette';
import { staffPalette } from '../../features/staff/palette';
import { suppliersPalette } from '../../features/purchasing/suppliers/palette';
import { settingsPalette } from './settings-navigation';

/** The person's own pages, and what helps with all others. */
const ownPalette: PaletteSource = {
  title: 'Account',
  pages: () => [
    { label: 'Profile', path: paths.profile },
    { label: 'Help & Support', path: paths.helpSupport },
    { label: 'Permissions', path: paths.permissions, permission: 'permissions.view' },
  ],
};

/** What the command palette finds, in the order of its groups. A feature adds its source in one line. */
export const paletteSources: readonly PaletteSource[] = [
  staffPalette,
  financePalette,
  inventoryPalette,
  suppliersPalette,
  laboratoriesPalette,
  attendancePalette,
  reportsPalette,
  notificationsPalette,
  settingsPalette,
  ownPalette,
];
