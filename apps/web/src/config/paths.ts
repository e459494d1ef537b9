/** Every address of the product, once. */
export const paths = {
  login: '/login',
  dashboard: '/dashboard',
  laboratories: '/laboratories',
  laboratory: (id: string) => `/laboratories/${id}`,
  laboratoriesAlias: '/labs',
  staff: '/staff',
  finances: '/finances',
  inventory: '/inventory',
  attendance: '/attendance',
  reports: '/reports',
  settings: '/settings',
  profile: '/profile',
  notifications: '/notifications',
  helpSupport: '/help-support',
} as const;
