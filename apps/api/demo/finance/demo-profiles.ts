import type { PaymentMethod, TransactionCategory } from '@shifa/contract';

/** Income or expense on the same day of each month; `spread` is the share by which the amount varies. */
export type MonthlyItem = {
  day: number;
  category: TransactionCategory;
  method: PaymentMethod;
  rupees: number;
  spread?: number;
  party: string | null;
  description: string;
  everyMonths?: number;
};

/** The regular business of a laboratory. */
export type DemoProfile = {
  /** Takings at the counter: the payment methods alternate. */
  takings: { methods: readonly PaymentMethod[]; everyDays: number; rupees: number };
  monthly: readonly MonthlyItem[];
};

type Item = [day: number, method: PaymentMethod, rupees: number, party: string | null, description: string];

function items(category: TransactionCategory, spread: number, ...list: Item[]): MonthlyItem[] {
  return list.map(([day, method, rupees, party, description]) => {
    return { category, spread, day, method, rupees, party, description };
  });
}

const every = (everyMonths: number, all: MonthlyItem[]) => all.map((item) => ({ ...item, everyMonths }));

const pettyCash = items('petty_cash', 0.4, [21, 'cash', 4_600, null, 'Tea, stationery and small repairs']);

/** The five laboratories by code. */
export const demoProfiles: Record<string, DemoProfile | undefined> = {
  KOL: {
    takings: { methods: ['cash', 'upi', 'card'], everyDays: 1, rupees: 31_000 },
    monthly: [
      ...items(
        'package_fees',
        0.3,
        [4, 'upi', 28_000, null, 'Health check packages, first week'],
        [18, 'card', 31_000, null, 'Health check packages, third week'],
      ),
      ...items('home_collection', 0.3, [11, 'upi', 14_500, null, 'Home collection charges']),
      ...items(
        'corporate',
        0.15,
        [9, 'bank_transfer', 186_000, 'Bengal Steel Works', 'Annual check-ups of employees'],
        [12, 'bank_transfer', 42_500, 'Orbit Software', 'Pre-employment tests'],
        [16, 'cheque', 38_000, 'Sunrise Public School', 'Health camp'],
        [26, 'credit', 27_500, 'Hooghly Jute Mills', 'Occupational health tests'],
      ),
      ...items(
        'insurance',
        0.2,
        [14, 'bank_transfer', 124_000, 'Suraksha Health Insurance', 'Claims settled'],
        [24, 'bank_transfer', 46_000, 'Bharat Mediclaim', 'Claims settled'],
      ),
      ...items('referral_in', 0.25, [19, 'bank_transfer', 22_000, 'Apex Nursing Home', 'Tests referred']),
      ...items(
        'reagents_consumables',
        0.2,
        [6, 'bank_transfer', 148_000, 'Gangetic Biosciences', 'Chemistry and immunoassay reagents'],
        [15, 'bank_transfer', 44_500, 'Eastern Diagnostic Supplies', 'Vacuum tubes, needles and gloves'],
        [23, 'cheque', 36_000, 'Deccan Reagents', 'Haematology controls'],
      ),
      ...items('salaries', 0, [1, 'bank_transfer', 642_000, 'Employees', 'Salaries']),
      ...items('rent', 0, [5, 'bank_transfer', 185_000, 'Park Street Estates', 'Rent of the premises']),
      ...items(
        'utilities',
        0.2,
        [10, 'upi', 41_000, 'Calcutta Power Supply', 'Electricity'],
        [10, 'upi', 3_200, 'Vaayu Broadband', 'Internet and telephone'],
      ),
      ...items('biomedical_waste', 0.05, [8, 'bank_transfer', 9_800, 'Swachh Biocare', 'Collection of waste']),
      ...items('logistics', 0.2, [13, 'upi', 12_600, 'Blueline Couriers', 'Transport of samples']),
      ...every(
        2,
        items('maintenance', 0.3, [20, 'bank_transfer', 18_500, 'Medserve Engineers', 'Service of the analysers']),
      ),
      ...every(2, items('marketing', 0.4, [17, 'card', 15_000, 'Howrah Bridge Media', 'Leaflets and online notices'])),
      ...every(
        2,
        items('referral_out', 0.2, [22, 'bank_transfer', 26_000, 'National Reference Lab', 'Special tests sent out']),
      ),
      ...every(2, items('refund', 0.5, [27, 'upi', 1_800, 'Patients', 'Tests that were cancelled'])),
      ...every(2, items('travel', 0.4, [25, 'cash', 3_600, 'Field staff', 'Fares of home visits'])),
      ...every(3, items('taxes', 0.1, [2, 'bank_transfer', 48_000, 'Income Tax Department', 'Advance tax'])),
      ...every(6, items('licences', 0, [3, 'bank_transfer', 35_000, 'Accreditation board', 'Accreditation fee'])),
      ...every(6, items('equipment', 0.3, [28, 'cheque', 265_000, 'Medserve Engineers', 'Laboratory equipment'])),
      ...pettyCash,
    ],
  },
  DXB: {
    takings: { methods: ['card', 'cash', 'wallet'], everyDays: 2, rupees: 36_000 },
    monthly: [
      ...items('package_fees', 0.3, [8, 'card', 46_000, null, 'Wellness packages']),
      ...items(
        'corporate',
        0.15,
        [7, 'bank_transfer', 212_000, 'Gulf Horizon Contracting', 'Visa medicals of employees'],
        [18, 'bank_transfer', 48_500, 'Deira Hotels Group', 'Food handlers’ tests'],
      ),
      ...items(
        'insurance',
        0.2,
        [12, 'bank_transfer', 168_000, 'Noor Takaful', 'Claims settled'],
        [26, 'bank_transfer', 49_000, 'Oasis Medical Insurance', 'Claims settled'],
      ),
      ...items(
        'reagents_consumables',
        0.2,
        [5, 'bank_transfer', 176_000, 'Al Noor Scientific Trading', 'Reagents'],
        [19, 'bank_transfer', 38_000, 'Creek Medical Supplies', 'Consumables'],
      ),
      ...items('salaries', 0, [1, 'bank_transfer', 598_000, 'Employees', 'Salaries']),
      ...items('rent', 0, [3, 'cheque', 240_000, 'Al Maktoum Properties', 'Rent of the premises']),
      ...items('utilities', 0.15, [10, 'bank_transfer', 34_000, 'Dubai utilities', 'Electricity and water']),
      ...items('biomedical_waste', 0.05, [9, 'bank_transfer', 12_400, 'Enviro Med Gulf', 'Collection of waste']),
      ...items('logistics', 0.2, [15, 'card', 9_200, 'Dune Express', 'Transport of samples']),
      ...items('maintenance', 0.3, [22, 'bank_transfer', 21_000, 'Gulf Biomedical Services', 'Service of analysers']),
      ...every(6, items('licences', 0, [4, 'card', 46_000, 'Health authority', 'Licence and permits'])),
      ...pettyCash,
    ],
  },
  SLK: {
    takings: { methods: ['upi', 'cash'], everyDays: 3, rupees: 30_000 },
    monthly: [
      ...items('package_fees', 0.3, [9, 'upi', 16_500, null, 'Family packages']),
      ...items('home_collection', 0.3, [17, 'upi', 8_200, null, 'Home collection charges']),
      ...items('corporate', 0.2, [14, 'bank_transfer', 46_000, 'Sector Five Technologies', 'Annual check-ups']),
      ...items('reagents_consumables', 0.2, [7, 'bank_transfer', 47_000, 'Gangetic Biosciences', 'Reagents']),
      ...items('salaries', 0, [1, 'bank_transfer', 286_000, 'Employees', 'Salaries']),
      ...items('rent', 0, [5, 'bank_transfer', 64_000, 'Bidhannagar Estates', 'Rent of the premises']),
      ...items('utilities', 0.2, [11, 'upi', 17_500, 'Calcutta Power Supply', 'Electricity']),
      ...items('biomedical_waste', 0.05, [8, 'bank_transfer', 5_400, 'Swachh Biocare', 'Collection of waste']),
      ...items('logistics', 0.2, [16, 'upi', 6_800, 'Blueline Couriers', 'Transport of samples']),
      ...items('maintenance', 0.3, [24, 'upi', 7_500, 'Medserve Engineers', 'Small repairs']),
      ...pettyCash,
    ],
  },
  PAT: {
    takings: { methods: ['cash', 'upi'], everyDays: 4, rupees: 30_000 },
    monthly: [
      ...items('corporate', 0.2, [15, 'cheque', 32_000, 'Magadh Agro Industries', 'Occupational health tests']),
      ...items('referral_in', 0.3, [20, 'bank_transfer', 18_500, 'Ganga Nursing Home', 'Tests referred']),
      ...items('reagents_consumables', 0.2, [6, 'bank_transfer', 39_000, 'Deccan Reagents', 'Reagents']),
      ...items('salaries', 0, [1, 'bank_transfer', 198_000, 'Employees', 'Salaries']),
      ...items('rent', 0, [4, 'bank_transfer', 42_000, 'Fraser Road Holdings', 'Rent of the premises']),
      ...items('utilities', 0.2, [12, 'upi', 13_200, 'Bihar Electricity', 'Electricity']),
      ...items('biomedical_waste', 0.05, [9, 'bank_transfer', 4_600, 'Patna Biocare', 'Collection of waste']),
      ...items('logistics', 0.2, [18, 'cash', 5_200, 'Rail parcel office', 'Samples sent to Kolkata']),
      ...pettyCash,
    ],
  },
  HWH: {
    takings: { methods: ['cash', 'upi'], everyDays: 6, rupees: 24_000 },
    monthly: [
      ...items('home_collection', 0.3, [13, 'upi', 6_400, null, 'Home collection charges']),
      ...items('salaries', 0, [1, 'bank_transfer', 78_000, 'Employees', 'Salaries']),
      ...items('rent', 0, [6, 'upi', 22_000, 'Howrah Municipal Market', 'Rent of the premises']),
      ...items('utilities', 0.2, [14, 'upi', 4_100, 'Calcutta Power Supply', 'Electricity']),
      ...items('biomedical_waste', 0.05, [10, 'upi', 2_400, 'Swachh Biocare', 'Collection of waste']),
      ...items('logistics', 0.2, [19, 'upi', 7_600, 'Blueline Couriers', 'Samples to Kolkata']),
      ...pettyCash,
    ],
  },
};
