import type { Blocker } from '@shifa/contract';

/** Ends the address of a laboratory whose form for copying is to open. */
export const COPY = '#copy';

/** Every address of the product, once. */
export const paths = {
  login: '/login',
  /** Where the provider sends the browser back to. */
  providerReturn: '/login/return',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  unsubscribe: '/unsubscribe',
  dashboard: '/dashboard',
  /** Everything that waits for the person's decision. */
  inbox: '/approvals',
  laboratories: '/laboratories',
  laboratory: (id: string) => `/laboratories/${id}`,
  /** With the form open that copies from another laboratory. */
  copyToLaboratory: (id: string) => `/laboratories/${id}?tab=calendar${COPY}`,
  laboratoriesAlias: '/labs',
  staff: '/staff',
  permissions: '/staff/permissions',
  personPermissions: (id: string) => `/staff/permissions/${id}`,
  staffMember: (id: string) => `/staff/${id}`,
  staffDirectory: '/staff/directory',
  /** The overview: income, expenses and what waits. */
  finances: '/finances',
  transactions: '/finances/transactions',
  approvals: '/finances/approvals',
  financeReport: '/finances/report',
  monthEnd: '/finances/month-end',
  voucher: (id: string) => `/finances/vouchers/${id}`,
  inventory: '/inventory',
  inventoryItem: (id: string) => `/inventory/${id}`,
  batchLabels: (id: string) => `/inventory/${id}/labels`,
  /** What the code on a printed label leads to. */
  inventoryBatch: (id: string) => `/inventory/batches/${id}`,
  stockAlerts: '/inventory/alerts',
  lowStock: '/inventory/low-stock',
  reorder: '/inventory/reorder',
  /** What to order, by supplier, for printing. */
  orderList: '/inventory/reorder/order-list',
  expiringStock: '/inventory/expiring',
  stockMovements: '/inventory/movements',
  stockCount: '/inventory/count',
  transfers: '/inventory/transfers',
  transfer: (id: string) => `/inventory/transfers/${id}`,
  writeOffs: '/inventory/write-offs',
  purchaseOrders: '/purchase-orders',
  purchaseOrder: (id: string) => `/purchase-orders/${id}`,
  receiveOrder: (id: string) => `/purchase-orders/${id}/receive`,
  /** For paper, or a PDF by the browser. */
  printOrder: (id: string) => `/purchase-orders/${id}/print`,
  rescueStock: '/inventory/rescue',
  batchRecalls: '/inventory/recalls',
  scanLabel: '/inventory/scan',
  suppliers: '/suppliers',
  supplier: (id: string) => `/suppliers/${id}`,
  /** The texts on items that become suppliers. */
  supplierNames: '/suppliers/names',
  /** The person's own clock and month. */
  attendance: '/attendance',
  attendanceTeam: '/attendance/team',
  attendanceMonth: '/attendance/month',
  monthSheet: '/attendance/month-sheet',
  attendanceRecords: '/attendance/records',
  attendanceRecord: (id: string) => `/attendance/records/${id}`,
  attendanceReview: '/attendance/review',
  leaves: '/attendance/leaves',
  leaveReview: '/attendance/leaves/review',
  leaveCalendar: '/attendance/leave-calendar',
  attendanceReport: '/attendance/report',
  shifts: '/attendance/shifts',
  roster: '/attendance/roster',
  shiftTypes: '/attendance/roster/shift-types',
  /** The code of a laboratory, for a paired tablet on its wall; without a session. */
  attendanceDisplay: '/attendance/display',
  attendanceScan: '/attendance/scan',
  reports: '/reports',
  /** Excel files: generating them, and those of before. */
  reportFiles: '/reports/files',
  reportSchedules: '/reports/schedules',
  settings: '/settings',
  settingsSecurity: '/settings/security',
  settingsNotifications: '/settings/notifications',
  settingsLaboratory: '/settings/laboratory',
  settingsNetwork: '/settings/network',
  settingsBackups: '/settings/backups',
  wallDisplays: '/settings/displays',
  settingsAdministration: '/settings/administration',
  auditLog: '/settings/audit',
  ledgers: '/settings/ledgers',
  settingsAbout: '/settings/about',
  profile: '/profile',
  ownPermissions: '/profile/permissions',
  notifications: '/notifications',
  /** Marks one as read and leads on to what it is about: `?id=…&to=…`. */
  openNotification: '/notifications/open',
  helpSupport: '/help-support',
} as const;

/** The lists of what blockers count. */
export const blockerLists: Record<NonNullable<Blocker['resource']>, string> = {
  laboratories: paths.laboratories,
  staff: paths.staff,
  transactions: paths.transactions,
  inventory: paths.inventory,
  expiring: paths.expiringStock,
  transfers: paths.transfers,
  'write-offs': paths.writeOffs,
  'purchase-orders': paths.purchaseOrders,
  attendance: paths.attendanceRecords,
  missed: paths.attendance,
  leave: paths.leaveReview,
};

const rootOf = (path: string) => path.split('/', 2)[1] ?? '';

/** Pages without a session. */
export const publicPaths: readonly string[] = [
  paths.login,
  paths.providerReturn,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.unsubscribe,
];

const sectionRoots = new Set(
  Object.values(paths).flatMap((path) => (typeof path === 'string' && !publicPaths.includes(path) ? rootOf(path) : [])),
);

/** Whether an address belongs to a section, which only a signed-in person may open. */
export function isSectionPath(pathname: string): boolean {
  return sectionRoots.has(rootOf(pathname));
}
