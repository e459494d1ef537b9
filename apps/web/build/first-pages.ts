/** The modules that begin what an address shows first, if someone is signed in. Any other page begins with the frame. */
export const firstPages: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['src/app/routes/dashboard-extensions.tsx'],
  '/attendance': ['src/features/attendance/mine/attendance-page.tsx', 'src/features/attendance/mine/my-month.tsx'],
  '/staff': ['src/features/staff/staff-list-page.tsx'],
  '/laboratories': ['src/features/laboratories/laboratory-list-page.tsx'],
  '/finances/transactions': [
    'src/features/finance/finance-page.tsx',
    'src/features/finance/transactions/transactions-page.tsx',
  ],
  '/inventory': ['src/features/inventory/items/inventory-page.tsx'],
  '/approvals': [
    'src/app/approvals/approvals-page.tsx',
    'src/features/finance/decisions/approvals-page.tsx',
    'src/features/attendance/review/review-page.tsx',
    'src/features/attendance/leaves/leave-review-page.tsx',
    'src/features/inventory/write-offs/write-off-review.tsx',
  ],
};
