import type { StockChangeType } from '@shifa/contract';

type StockChangeWords = {
  /** In menus and as the title of the drawer. */
  label: string;
  verb: string;
  /** Over the quantity. */
  quantity: string;
  /** What is done while no batch is chosen. */
  anyBatch: string;
  /** Reasons that are often given. */
  reasons: readonly string[];
};

/** The five kinds of stock change, in the words of the screens. */
export const stockChanges: Readonly<Record<StockChangeType, StockChangeWords>> = {
  in: { label: 'Receive stock', verb: 'Receive', quantity: 'Quantity received', anyBatch: '', reasons: [] },
  out: {
    label: 'Use stock',
    verb: 'Use',
    quantity: 'Quantity used',
    anyBatch: 'First expiry first',
    reasons: ['Batch already open', 'Lot-to-lot comparison', 'Instrument calibrated with this lot'],
  },
  adjustment: {
    label: 'Adjust to count',
    verb: 'Save count',
    quantity: 'Counted quantity',
    anyBatch: 'The whole item',
    reasons: ['Stock count', 'Earlier mistake', 'Found elsewhere'],
  },
  waste: {
    label: 'Write off stock',
    verb: 'Write off',
    quantity: 'Quantity to write off',
    anyBatch: 'Expired stock first',
    reasons: ['Expired', 'Broken or spilled', 'Contaminated', 'Failed quality control', 'Cold chain interrupted'],
  },
  return: {
    label: 'Return to supplier',
    verb: 'Return',
    quantity: 'Quantity returned',
    anyBatch: 'Expired stock first',
    reasons: [
      'Short expiry on delivery',
      'Damaged on delivery',
      'Recalled by the manufacturer',
      'Wrong item delivered',
    ],
  },
};
