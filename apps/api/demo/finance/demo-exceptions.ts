import type { PaymentMethod, TransactionCategory } from '@shifa/contract';
import { demoChance } from '../demo-values';
import { addDays } from '../../src/platform/time/business-day';
import { type DemoEntry, type DemoOutcome, referenceBy } from './demo-entries';

type Line = [
  daysAgo: number,
  category: TransactionCategory,
  method: PaymentMethod,
  rupees: number,
  party: string | null,
  description: string,
  more: { outcome: DemoOutcome; enteredDaysAgo?: number } & Partial<Pick<DemoEntry, 'enteredBy' | 'receipt'>>,
];

const pdf = { receipt: 'application/pdf' } as const;
const png = { receipt: 'image/png' } as const;

/** Pending entries and unusual outcomes; Kolkata has every kind. */
const exceptions: Record<string, readonly Line[] | undefined> = {
  KOL: [
    [1, 'test_fees', 'cash', 18_240, null, 'Tests of the evening, second till', { outcome: 'pending' }],
    [1, 'home_collection', 'upi', 6_850, null, 'Home visits in Ballygunge', { outcome: 'pending' }],
    [1, 'travel', 'cash', 1_460, 'Field staff', 'Taxi to the health camp', { outcome: 'pending' }],
    [1, 'petty_cash', 'cash', 980, null, 'Printer paper and pens', { outcome: 'pending', ...png }],
    [2, 'corporate', 'bank_transfer', 36_400, 'Orbit Software', 'Vaccination day', { outcome: 'pending' }],
    [2, 'maintenance', 'upi', 7_250, 'Medserve Engineers', 'Centrifuge, new brushes', { outcome: 'pending', ...pdf }],
    [3, 'marketing', 'card', 12_500, 'Howrah Bridge Media', 'Notices of the camp', { outcome: 'pending' }],
    [3, 'other_income', 'upi', 4_000, 'Lecture hall', 'Hire of the lecture room', { outcome: 'pending' }],
    [4, 'logistics', 'upi', 8_900, 'Blueline Couriers', 'Cold boxes', { outcome: 'pending', enteredBy: 'admin' }],
    [
      12,
      'utilities',
      'upi',
      5_640,
      'Ganga Water Works',
      'Water, a bill that came late',
      { outcome: 'pending', enteredDaysAgo: 2 },
    ],
    [
      2,
      'equipment',
      'cheque',
      148_000,
      'Medserve Engineers',
      'Biosafety cabinet',
      { outcome: 'partially_approved', ...pdf },
    ],
    [
      3,
      'reagents_consumables',
      'bank_transfer',
      84_500,
      'Gangetic Biosciences',
      'Thyroid reagents',
      { outcome: 'pending' },
    ],
    [
      6,
      'marketing',
      'upi',
      9_600,
      'Howrah Bridge Media',
      'Banner',
      { outcome: { rejected: 'The invoice names another laboratory' } },
    ],
    [17, 'travel', 'cash', 4_800, 'Field staff', 'Fares', { outcome: { rejected: 'No tickets were handed in' } }],
    [
      24,
      'maintenance',
      'upi',
      13_500,
      'Medserve Engineers',
      'Air conditioning',
      { outcome: { rejected: "The amount isn't that of the bill", correctedPaise: 1_305_000 } },
    ],
    [9, 'test_fees', 'cash', 18_240, null, 'Tests of the evening, entered twice', { outcome: 'cancelled' }],
    [33, 'petty_cash', 'cash', 750, null, 'Stationery', { outcome: 'cancelled' }],
    [
      21,
      'corporate',
      'bank_transfer',
      42_500,
      'Orbit Software',
      'Pre-employment tests, entered twice',
      { outcome: 'reversed' },
    ],
    [
      8,
      'reagents_consumables',
      'cheque',
      36_000,
      'Deccan Reagents',
      'Controls that were sent back',
      { outcome: 'reversal_pending' },
    ],
    [
      40,
      'licences',
      'bank_transfer',
      18_000,
      'Fire services',
      'Safety certificate, found in the post',
      { outcome: 'approved', enteredDaysAgo: 28 },
    ],
  ],
  DXB: [
    [1, 'insurance', 'bank_transfer', 47_200, 'Noor Takaful', 'Claims settled late', { outcome: 'pending' }],
    [2, 'logistics', 'card', 3_900, 'Dune Express', 'Dry ice', { outcome: 'pending' }],
    [
      3,
      'equipment',
      'bank_transfer',
      96_000,
      'Gulf Biomedical Services',
      'Refrigerator',
      { outcome: 'partially_approved' },
    ],
    [
      10,
      'marketing',
      'card',
      22_000,
      'Marina Media',
      'Radio notices',
      { outcome: { rejected: "This wasn't agreed with head office" } },
    ],
  ],
  SLK: [
    [1, 'test_fees', 'upi', 11_300, null, 'Tests of the evening', { outcome: 'pending' }],
    [14, 'petty_cash', 'cash', 620, null, 'Keys', { outcome: 'cancelled' }],
  ],
  PAT: [[2, 'refund', 'cash', 1_250, 'Patients', "Test that wasn't made", { outcome: 'pending' }]],
  HWH: [[1, 'travel', 'cash', 540, 'Field staff', 'Ferry and rickshaw', { outcome: 'pending' }]],
};

/** The laboratory's exceptional entries, unsorted; the same on the same day. */
export function demoExceptions(code: string, today: string): DemoEntry[] {
  return (exceptions[code] ?? []).map((line, index) => {
    const [daysAgo, category, paymentMethod, rupees, party, description, more] = line;
    const { enteredDaysAgo = daysAgo, outcome, enteredBy = 'bookkeeper', receipt } = more;
    return {
      key: `exception ${index}`,
      date: addDays(today, -daysAgo),
      enteredOn: addDays(today, -enteredDaysAgo),
      hour: 8,
      category,
      paymentMethod,
      amountPaise: rupees * 100,
      reference: referenceBy(paymentMethod, demoChance(`exception ${code} ${index}`)),
      party,
      description,
      enteredBy,
      outcome,
      ...(receipt && { receipt }),
    };
  });
}
