import { describe, expect, it } from 'vitest';
import { ReturnGoodsBody } from './goods-return.schema.js';
import { returnableOf } from './returnable.js';

const [lineId, other] = ['a'.repeat(24), 'b'.repeat(24)];
const receipt = {
  _id: 'receipt',
  lines: [
    {
      lineId,
      batches: [
        { batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity: 5 },
        { batchNumber: 'lot - 1', expiryDate: '2099-12-31', quantity: 2 },
        { batchNumber: 'LOT-1', expiryDate: null, quantity: 3 },
      ],
    },
    { lineId: other, batches: [{ batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity: 1 }] },
  ],
};

describe('what of a receipt can be returned', () => {
  it('is what was accepted of each batch, regardless of case and spaces', () => {
    expect(returnableOf(receipt, []).map(({ lineId: line, ...batch }) => [line === lineId, batch])).toEqual([
      [true, { batchNumber: 'LOT-1', expiryDate: '2099-12-31', accepted: 7, returnable: 7 }],
      [true, { batchNumber: 'LOT-1', expiryDate: null, accepted: 3, returnable: 3 }],
      [false, { batchNumber: 'LOT-1', expiryDate: '2099-12-31', accepted: 1, returnable: 1 }],
    ]);
  });

  it('excludes what went back of it, and nothing that went back of other receipts', () => {
    const line = { lineId, batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity: 3 };
    const returns = ['receipt', 'receipt', 'another'].map((_id) => ({ receipt: { _id }, lines: [line] }));
    expect(returnableOf(receipt, returns).map(({ returnable }) => returnable)).toEqual([1, 3, 1]);
  });

  it('is entered once for each batch of a line', () => {
    const line = { lineId, batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity: 1 };
    const bodyOf = (...lines: object[]) => ({ receiptId: other, reason: 'Leaking', lines });
    expect(ReturnGoodsBody.safeParse(bodyOf(line, { ...line, lineId: other })).success).toBe(true);
    const twice = ReturnGoodsBody.safeParse(bodyOf(line, { ...line, batchNumber: 'lot-1' }));
    expect(twice.error?.issues).toMatchObject([{ path: ['lines'], message: 'Each batch can appear once' }]);
  });
});
