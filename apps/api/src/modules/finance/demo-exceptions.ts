import type { PaymentMethod, TransactionCategory } from '@shifa/contract';
import { demoChance } from '../../platform/seed/demo-network';
import { addDays } from '../../platform/time/business-day';
import { type DemoEntry, type DemoFate, referenceBy } from './demo-entries';

type Line = [
  /** Days before today. */
  ago: number,
  category: TransactionCategory,
  method: PaymentMethod,
  rupees: number,
  party: string | null,
  description: string,
  more: { fate: DemoFate; enteredAgo?: number } & Partial<Pick<DemoEntry, 'enteredBy' | 'receipt'>>,
];

const pdf = { receipt: 'application/pdf' } as const;
const png = { receipt: 'image/png' } as const;

/** What waits, and what did not go the ordinary way: where the others have little of it, Kolkata has each kind. */
const lines: Record<string, readonly Line[] | undefined> = {
  KOL: [
    [1, 'test_fees', 'cash', 18_240, null, 'Tests of the evening, second till', { fate: 'waiting' }],
    [1, 'home_collection', 'upi', 6_850, null, 'Home visits in Ballygunge', { fate: 'waiting' }],
    [1, 'travel', 'cash', 1_460, 'Field staff', 'Taxi to the health camp', { fate: 'waiting' }],
    [1, 'petty_cash', 'cash', 980, null, 'Printer paper and pens', { fate: 'waiting', ...png }],
    [2, 'corporate', 'bank_transfer', 36_400, 'Orbit Software', 'Vaccination day', { fate: 'waiting' }],
    [2, 'maintenance', 'upi', 7_250, 'Medserve Engineers', 'Centrifuge, new brushes', { fate: 'waiting', ...pdf }],
    [3, 'marketing', 'card', 12_500, 'Howrah Bridge Media', 'Notices of the camp', { fate: 'waiting' }],
    [3, 'other_income', 'upi', 4_000, 'Lecture hall', 'Hire of the lecture room', { fate: 'waiting' }],
    [4, 'logistics', 'upi', 8_900, 'Blueline Couriers', 'Cold boxes', { fate: 'waiting', enteredBy: 'admin' }],
    [
      12,
      'utilities',
      'upi',
      5_640,
      'Ganga Water Works',
      'Water, a bill that came late',
      { fate: 'waiting', enteredAgo: 2 },
    ],
    [2, 'equipment', 'cheque', 148_000, 'Medserve Engineers', 'Biosafety cabinet', { fate: 'half_approved', ...pdf }],
    [
      3,
      'reagents_consumables',
      'bank_transfer',
      84_500,
      'Gangetic Biosciences',
      'Thyroid reagents',
      { fate: 'waiting' },
    ],
    [
      6,
      'marketing',
      'upi',
      9_600,
      'Howrah Bridge Media',
      'Banner',
      { fate: { rejected: 'The invoice names another laboratory' } },
    ],
    [17, 'travel', 'cash', 4_800, 'Field staff', 'Fares', { fate: { rejected: 'No tickets were handed in' } }],
    [
      24,
      'maintenance',
      'upi',
      13_500,
      'Medserve Engineers',
      'Air conditioning',
      { fate: { rejected: 'The amount is not that of the bill', mendedPaise: 1_305_000 } },
    ],
    [9, 'test_fees', 'cash', 18_240, null, 'Tests of the evening, entered twice', { fate: 'cancelled' }],
    [33, 'petty_cash', 'cash', 750, null, 'Stationery', { fate: 'cancelled' }],
    [
      21,
      'corporate',
      'bank_transfer',
      42_500,
      'Orbit Software',
      'Pre-employment tests, entered twice',
      { fate: 'reversed' },
    ],
    [
      8,
      'reagents_consumables',
      'cheque',
      36_000,
      'Deccan Reagents',
      'Controls that were sent back',
      { fate: 'reversal_waits' },
    ],
    [
      40,
      'licences',
      'bank_transfer',
      18_000,
      'Fire services',
      'Safety certificate, found in the post',
      { fate: 'approved', enteredAgo: 28 },
    ],
  ],
  DXB: [
    [1, 'insurance', 'bank_transfer', 47_200, 'Noor Takaful', 'Claims settled late', { fate: 'waiting' }],
    [2, 'logistics', 'card', 3_900, 'Dune Express', 'Dry ice', { fate: 'waiting' }],
    [3, 'equipment', 'bank_transfer', 96_000, 'Gulf Biomedical Services', 'Refrigerator', { fate: 'half_approved' }],
    [
      10,
      'marketing',
      'card',
      22_000,
      'Marina Media',
      'Radio notices',
      { fate: { rejected: 'This was not agreed with head office' } },
    ],
  ],
  SLK: [
    [1, 'test_fees', 'upi', 11_300, null, 'Tests of the evening', { fate: 'waiting' }],
    [14, 'petty_cash', 'cash', 620, null, 'Keys', { fate: 'cancelled' }],
  ],
  PAT: [[2, 'refund', 'cash', 1_250, 'Patients', 'Test that was not made', { fate: 'waiting' }]],
  HWH: [[1, 'travel', 'cash', 540, 'Field staff', 'Ferry and rickshaw', { fate: 'waiting' }]],
};

/** The laboratory's entries that are not as all others, in no order; the same from the same day. */
export function demoExceptions(code: string, today: string): DemoEntry[] {
  return (lines[code] ?? []).map((line, index) => {
    const [ago, category, paymentMethod, rupees, party, description, more] = line;
    const { enteredAgo = ago, fate, enteredBy = 'bookkeeper', receipt } = more;
    return {
      key: `exception ${index}`,
      date: addDays(today, -ago),
      enteredOn: addDays(today, -enteredAgo),
      hour: 8,
      category,
      paymentMethod,
      amountPaise: rupees * 100,
      reference: referenceBy(paymentMethod, demoChance(`exception ${code} ${index}`)),
      party,
      description,
      enteredBy,
      fate,
      ...(receipt && { receipt }),
    };
  });
}
