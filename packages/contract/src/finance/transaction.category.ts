export const transactionTypes = ['income', 'expense'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionTypeLabels: Record<TransactionType, string> = { income: 'Income', expense: 'Expense' };

export const incomeCategories = [
  'test_fees',
  'package_fees',
  'home_collection',
  'corporate',
  'insurance',
  'referral_in',
  'other_income',
] as const;

export const expenseCategories = [
  'reagents_consumables',
  'equipment',
  'maintenance',
  'salaries',
  'rent',
  'utilities',
  'referral_out',
  'logistics',
  'marketing',
  'licences',
  'taxes',
  'biomedical_waste',
  'travel',
  'petty_cash',
  'refund',
  'other_expense',
] as const;

export const transactionCategories = [...incomeCategories, ...expenseCategories] as const;
export type TransactionCategory = (typeof transactionCategories)[number];

export const transactionCategoryLabels: Record<TransactionCategory, string> = {
  test_fees: 'Test fees',
  package_fees: 'Package fees',
  home_collection: 'Home collection',
  corporate: 'Corporate',
  insurance: 'Insurance',
  referral_in: 'Referral in',
  other_income: 'Other income',
  reagents_consumables: 'Reagents and consumables',
  equipment: 'Equipment',
  maintenance: 'Maintenance',
  salaries: 'Salaries',
  rent: 'Rent',
  utilities: 'Utilities',
  referral_out: 'Referral out',
  logistics: 'Logistics',
  marketing: 'Marketing',
  licences: 'Licences',
  taxes: 'Taxes',
  biomedical_waste: 'Biomedical waste',
  travel: 'Travel',
  petty_cash: 'Petty cash',
  refund: 'Refund',
  other_expense: 'Other expense',
};

/** The categories of each type. */
export const categoriesOf: Record<TransactionType, readonly TransactionCategory[]> = {
  income: incomeCategories,
  expense: expenseCategories,
};

/** Each category belongs to exactly one type. */
export function typeOfCategory(category: TransactionCategory): TransactionType {
  return categoriesOf.income.includes(category) ? 'income' : 'expense';
}

export const paymentMethods = ['cash', 'upi', 'card', 'bank_transfer', 'cheque', 'wallet', 'credit'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  upi: 'UPI',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  cheque: 'Cheque',
  wallet: 'Wallet',
  credit: 'Credit',
};

/** Payments that can be traced only by the number assigned by the bank or the payer. */
const withReference: readonly PaymentMethod[] = ['upi', 'bank_transfer', 'cheque'];

export function needsReference(method: PaymentMethod): boolean {
  return withReference.includes(method);
}
