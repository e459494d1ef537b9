import type { PaymentMethod, TransactionCategory } from '@shifa/contract';
import type { ReceiptRow } from '../../src/modules/finance/entry/entry.document';

type ByLaboratory<Value> = Record<string, Value | undefined>;
type Line = [category: TransactionCategory, method: PaymentMethod, rupees: number, party: string | null, what: string];

type Takings = { methods: readonly PaymentMethod[]; everyDays: number; rupees: number };

/** What is taken at the counter: the payment methods alternate. */
export const takings: ByLaboratory<Takings> = {
  KOL: { methods: ['cash', 'upi', 'card'], everyDays: 1, rupees: 31_000 },
  DXB: { methods: ['card', 'cash', 'wallet'], everyDays: 2, rupees: 36_000 },
  SLK: { methods: ['upi', 'cash'], everyDays: 3, rupees: 30_000 },
  PAT: { methods: ['cash', 'upi'], everyDays: 4, rupees: 30_000 },
  HWH: { methods: ['cash', 'upi'], everyDays: 6, rupees: 24_000 },
};

/** The share by which the amounts of a category vary; the others are always the same. */
export const spreads: Partial<Record<TransactionCategory, number>> = {
  biomedical_waste: 0.05,
  corporate: 0.15,
  equipment: 0.3,
  home_collection: 0.3,
  insurance: 0.2,
  logistics: 0.2,
  maintenance: 0.3,
  marketing: 0.4,
  package_fees: 0.3,
  petty_cash: 0.4,
  reagents_consumables: 0.2,
  referral_in: 0.25,
  referral_out: 0.2,
  refund: 0.5,
  taxes: 0.1,
  travel: 0.4,
  utilities: 0.2,
};

/** @param day of the month. @param more.every how many months; each one if absent. */
type Monthly = [day: number, ...Line, more?: { every?: number; spread?: number }];

/** The other business of each month. */
export const monthly: ByLaboratory<readonly Monthly[]> = {
  KOL: [
    [4, 'package_fees', 'upi', 28_000, null, 'Health check packages, first week'],
    [18, 'package_fees', 'card', 31_000, null, 'Health check packages, third week'],
    [11, 'home_collection', 'upi', 14_500, null, 'Home collection charges'],
    [9, 'corporate', 'bank_transfer', 186_000, 'Bengal Steel Works', 'Annual check-ups of employees'],
    [12, 'corporate', 'bank_transfer', 42_500, 'Orbit Software', 'Pre-employment tests'],
    [16, 'corporate', 'cheque', 38_000, 'Sunrise Public School', 'Health camp'],
    [26, 'corporate', 'credit', 27_500, 'Hooghly Jute Mills', 'Occupational health tests'],
    [14, 'insurance', 'bank_transfer', 124_000, 'Suraksha Health Insurance', 'Claims settled'],
    [24, 'insurance', 'bank_transfer', 46_000, 'Bharat Mediclaim', 'Claims settled'],
    [19, 'referral_in', 'bank_transfer', 22_000, 'Apex Nursing Home', 'Tests referred'],
    [6, 'reagents_consumables', 'bank_transfer', 148_000, 'Gangetic Biosciences', 'Chemistry and immunoassay reagents'],
    [
      15,
      'reagents_consumables',
      'bank_transfer',
      44_500,
      'Eastern Diagnostic Supplies',
      'Vacuum tubes, needles and gloves',
    ],
    [23, 'reagents_consumables', 'cheque', 36_000, 'Deccan Reagents', 'Haematology controls'],
    [1, 'salaries', 'bank_transfer', 642_000, 'Employees', 'Salaries'],
    [5, 'rent', 'bank_transfer', 185_000, 'Park Street Estates', 'Rent of the premises'],
    [10, 'utilities', 'upi', 41_000, 'Calcutta Power Supply', 'Electricity'],
    [10, 'utilities', 'upi', 3_200, 'Vaayu Broadband', 'Internet and telephone'],
    [8, 'biomedical_waste', 'bank_transfer', 9_800, 'Swachh Biocare', 'Collection of waste'],
    [13, 'logistics', 'upi', 12_600, 'Blueline Couriers', 'Transport of samples'],
    [20, 'maintenance', 'bank_transfer', 18_500, 'Medserve Engineers', 'Service of the analysers', { every: 2 }],
    [17, 'marketing', 'card', 15_000, 'Howrah Bridge Media', 'Leaflets and online notices', { every: 2 }],
    [22, 'referral_out', 'bank_transfer', 26_000, 'National Reference Lab', 'Special tests sent out', { every: 2 }],
    [27, 'refund', 'upi', 1_800, 'Patients', 'Tests that were cancelled', { every: 2 }],
    [25, 'travel', 'cash', 3_600, 'Field staff', 'Fares of home visits', { every: 2 }],
    [2, 'taxes', 'bank_transfer', 48_000, 'Income Tax Department', 'Advance tax', { every: 3 }],
    [3, 'licences', 'bank_transfer', 35_000, 'Accreditation board', 'Accreditation fee', { every: 6 }],
    [28, 'equipment', 'cheque', 265_000, 'Medserve Engineers', 'Laboratory equipment', { every: 6 }],
    [21, 'petty_cash', 'cash', 4_600, null, 'Tea, stationery and small repairs'],
  ],
  DXB: [
    [8, 'package_fees', 'card', 46_000, null, 'Wellness packages'],
    [7, 'corporate', 'bank_transfer', 212_000, 'Gulf Horizon Contracting', 'Visa medicals of employees'],
    [18, 'corporate', 'bank_transfer', 48_500, 'Deira Hotels Group', 'Food handlers’ tests'],
    [12, 'insurance', 'bank_transfer', 168_000, 'Noor Takaful', 'Claims settled'],
    [26, 'insurance', 'bank_transfer', 49_000, 'Oasis Medical Insurance', 'Claims settled'],
    [5, 'reagents_consumables', 'bank_transfer', 176_000, 'Al Noor Scientific Trading', 'Reagents'],
    [19, 'reagents_consumables', 'bank_transfer', 38_000, 'Creek Medical Supplies', 'Consumables'],
    [1, 'salaries', 'bank_transfer', 598_000, 'Employees', 'Salaries'],
    [3, 'rent', 'cheque', 240_000, 'Al Maktoum Properties', 'Rent of the premises'],
    [10, 'utilities', 'bank_transfer', 34_000, 'Dubai utilities', 'Electricity and water', { spread: 0.15 }],
    [9, 'biomedical_waste', 'bank_transfer', 12_400, 'Enviro Med Gulf', 'Collection of waste'],
    [15, 'logistics', 'card', 9_200, 'Dune Express', 'Transport of samples'],
    [22, 'maintenance', 'bank_transfer', 21_000, 'Gulf Biomedical Services', 'Service of analysers'],
    [4, 'licences', 'card', 46_000, 'Health authority', 'Licence and permits', { every: 6 }],
    [21, 'petty_cash', 'cash', 4_600, null, 'Tea, stationery and small repairs'],
  ],
  SLK: [
    [9, 'package_fees', 'upi', 16_500, null, 'Family packages'],
    [17, 'home_collection', 'upi', 8_200, null, 'Home collection charges'],
    [14, 'corporate', 'bank_transfer', 46_000, 'Sector Five Technologies', 'Annual check-ups', { spread: 0.2 }],
    [7, 'reagents_consumables', 'bank_transfer', 47_000, 'Gangetic Biosciences', 'Reagents'],
    [1, 'salaries', 'bank_transfer', 286_000, 'Employees', 'Salaries'],
    [5, 'rent', 'bank_transfer', 64_000, 'Bidhannagar Estates', 'Rent of the premises'],
    [11, 'utilities', 'upi', 17_500, 'Calcutta Power Supply', 'Electricity'],
    [8, 'biomedical_waste', 'bank_transfer', 5_400, 'Swachh Biocare', 'Collection of waste'],
    [16, 'logistics', 'upi', 6_800, 'Blueline Couriers', 'Transport of samples'],
    [24, 'maintenance', 'upi', 7_500, 'Medserve Engineers', 'Small repairs'],
    [21, 'petty_cash', 'cash', 4_600, null, 'Tea, stationery and small repairs'],
  ],
  PAT: [
    [15, 'corporate', 'cheque', 32_000, 'Magadh Agro Industries', 'Occupational health tests', { spread: 0.2 }],
    [20, 'referral_in', 'bank_transfer', 18_500, 'Ganga Nursing Home', 'Tests referred', { spread: 0.3 }],
    [6, 'reagents_consumables', 'bank_transfer', 39_000, 'Deccan Reagents', 'Reagents'],
    [1, 'salaries', 'bank_transfer', 198_000, 'Employees', 'Salaries'],
    [4, 'rent', 'bank_transfer', 42_000, 'Fraser Road Holdings', 'Rent of the premises'],
    [12, 'utilities', 'upi', 13_200, 'Bihar Electricity', 'Electricity'],
    [9, 'biomedical_waste', 'bank_transfer', 4_600, 'Patna Biocare', 'Collection of waste'],
    [18, 'logistics', 'cash', 5_200, 'Rail parcel office', 'Samples sent to Kolkata'],
    [21, 'petty_cash', 'cash', 4_600, null, 'Tea, stationery and small repairs'],
  ],
  HWH: [
    [13, 'home_collection', 'upi', 6_400, null, 'Home collection charges'],
    [1, 'salaries', 'bank_transfer', 78_000, 'Employees', 'Salaries'],
    [6, 'rent', 'upi', 22_000, 'Howrah Municipal Market', 'Rent of the premises'],
    [14, 'utilities', 'upi', 4_100, 'Calcutta Power Supply', 'Electricity'],
    [10, 'biomedical_waste', 'upi', 2_400, 'Swachh Biocare', 'Collection of waste'],
    [19, 'logistics', 'upi', 7_600, 'Blueline Couriers', 'Samples to Kolkata'],
    [21, 'petty_cash', 'cash', 4_600, null, 'Tea, stationery and small repairs'],
  ],
};

/** What became of an entry. */
export type DemoOutcome =
  | 'approved'
  | 'pending'
  | 'partially_approved'
  | 'cancelled'
  | 'reversed'
  | 'reversing'
  | { rejected: string; correctedPaise?: number };

type Exceptional = [
  daysAgo: number,
  ...Line,
  outcome: DemoOutcome,
  /** `entered` how many days ago, where that was later. */
  more?: { entered?: number; by?: 'admin'; receipt?: ReceiptRow['contentType'] },
];

const pdf = { receipt: 'application/pdf' } as const;
const png = { receipt: 'image/png' } as const;
const rejected = (reason: string) => ({ rejected: reason });
const wrongAmount = { rejected: "The amount isn't that of the bill", correctedPaise: 1_305_000 };

/** Pending entries and unusual outcomes; Kolkata has every kind. */
export const exceptions: ByLaboratory<readonly Exceptional[]> = {
  KOL: [
    [1, 'test_fees', 'cash', 18_240, null, 'Tests of the evening, second till', 'pending'],
    [1, 'home_collection', 'upi', 6_850, null, 'Home visits in Ballygunge', 'pending'],
    [1, 'travel', 'cash', 1_460, 'Field staff', 'Taxi to the health camp', 'pending'],
    [1, 'petty_cash', 'cash', 980, null, 'Printer paper and pens', 'pending', png],
    [2, 'corporate', 'bank_transfer', 36_400, 'Orbit Software', 'Vaccination day', 'pending'],
    [2, 'maintenance', 'upi', 7_250, 'Medserve Engineers', 'Centrifuge, new brushes', 'pending', pdf],
    [3, 'marketing', 'card', 12_500, 'Howrah Bridge Media', 'Notices of the camp', 'pending'],
    [3, 'other_income', 'upi', 4_000, 'Lecture hall', 'Hire of the lecture room', 'pending'],
    [4, 'logistics', 'upi', 8_900, 'Blueline Couriers', 'Cold boxes', 'pending', { by: 'admin' }],
    [12, 'utilities', 'upi', 5_640, 'Ganga Water Works', 'Water, a bill that came late', 'pending', { entered: 2 }],
    [2, 'equipment', 'cheque', 148_000, 'Medserve Engineers', 'Biosafety cabinet', 'partially_approved', pdf],
    [3, 'reagents_consumables', 'bank_transfer', 84_500, 'Gangetic Biosciences', 'Thyroid reagents', 'pending'],
    [6, 'marketing', 'upi', 9_600, 'Howrah Bridge Media', 'Banner', rejected('The invoice names another laboratory')],
    [17, 'travel', 'cash', 4_800, 'Field staff', 'Fares', rejected('No tickets were handed in')],
    [24, 'maintenance', 'upi', 13_500, 'Medserve Engineers', 'Air conditioning', wrongAmount],
    [9, 'test_fees', 'cash', 18_240, null, 'Tests of the evening, entered twice', 'cancelled'],
    [33, 'petty_cash', 'cash', 750, null, 'Stationery', 'cancelled'],
    [21, 'corporate', 'bank_transfer', 42_500, 'Orbit Software', 'Pre-employment tests, entered twice', 'reversed'],
    [8, 'reagents_consumables', 'cheque', 36_000, 'Deccan Reagents', 'Controls that were sent back', 'reversing'],
    [
      40,
      'licences',
      'bank_transfer',
      18_000,
      'Fire services',
      'Safety certificate, found in the post',
      'approved',
      { entered: 28 },
    ],
  ],
  DXB: [
    [1, 'insurance', 'bank_transfer', 47_200, 'Noor Takaful', 'Claims settled late', 'pending'],
    [2, 'logistics', 'card', 3_900, 'Dune Express', 'Dry ice', 'pending'],
    [3, 'equipment', 'bank_transfer', 96_000, 'Gulf Biomedical Services', 'Refrigerator', 'partially_approved'],
    [10, 'marketing', 'card', 22_000, 'Marina Media', 'Radio notices', rejected("This wasn't agreed with head office")],
  ],
  SLK: [
    [1, 'test_fees', 'upi', 11_300, null, 'Tests of the evening', 'pending'],
    [14, 'petty_cash', 'cash', 620, null, 'Keys', 'cancelled'],
  ],
  PAT: [[2, 'refund', 'cash', 1_250, 'Patients', "Test that wasn't made", 'pending']],
  HWH: [[1, 'travel', 'cash', 540, 'Field staff', 'Ferry and rickshaw', 'pending']],
};
