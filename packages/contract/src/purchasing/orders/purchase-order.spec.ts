import { describe, expect, it } from 'vitest';
import { ReceiveOrderBody } from '../receipts/goods-receipt.schema.js';
import { acceptableOf, needsNewApproval, outstandingOf, receivableFrom } from './purchase-order.rules.js';
import { CreatePurchaseOrderBody, orderTotal } from './purchase-order.schema.js';
import { isOrderApproved, orderNeedsSuperAdmin } from './purchase-order.status.js';

const id = (digit: string) => digit.repeat(24);
const line = { itemId: id('a'), quantity: 10, pricePaise: 100 };
const approved = { supplierId: id('1'), lines: [line], notes: null };

describe('what an approval of an order covers', () => {
  it('is less of an item, a lower price and fewer lines', () => {
    expect(needsNewApproval(approved, approved)).toBe(false);
    expect(needsNewApproval(approved, { ...approved, lines: [{ ...line, quantity: 1, pricePaise: 0 }] })).toBe(false);
    expect(needsNewApproval(approved, { ...approved, lines: [] })).toBe(false);
  });

  it.each([
    ['more of an item', { ...approved, lines: [{ ...line, quantity: 11 }] }],
    ['a higher price', { ...approved, lines: [{ ...line, pricePaise: 101 }] }],
    ['another item', { ...approved, lines: [line, { ...line, itemId: id('b') }] }],
    ['another supplier', { ...approved, supplierId: id('2') }],
    ['other notes', { ...approved, notes: 'Deliver to the second floor' }],
  ])('is not %s', (_, next) => {
    expect(needsNewApproval(approved, next)).toBe(true);
  });
});

describe('the ladder of approvals of orders', () => {
  const admin = { role: 'lab_admin', dependent: false } as const;
  const head = { role: 'super_admin', dependent: false } as const;

  it('needs a super admin above the limit, and after a dependent approval', () => {
    expect(isOrderApproved(false, [])).toBe(false);
    expect(isOrderApproved(false, [admin])).toBe(true);
    expect(isOrderApproved(true, [head])).toBe(false);
    expect(isOrderApproved(true, [admin, admin])).toBe(false);
    expect(isOrderApproved(true, [head, admin])).toBe(true);
    expect(isOrderApproved(false, [{ ...admin, dependent: true }])).toBe(false);
    expect(orderNeedsSuperAdmin(true, [admin])).toBe(true);
    expect(orderNeedsSuperAdmin(true, [head])).toBe(false);
  });
});

describe('what can still be received of a line', () => {
  it('is counted over all receipts, with the tolerance rounded down', () => {
    const progress = { quantity: 15, accepted: 10, short: 2 };
    expect(outstandingOf(progress)).toBe(3);
    expect(acceptableOf(progress, 0)).toBe(3);
    expect(acceptableOf(progress, 10)).toBe(4);
    expect(acceptableOf({ ...progress, accepted: 20 }, 10)).toBe(0);
  });
});

describe('the first day on which goods can have arrived', () => {
  const createdAt = '2026-11-20T20:00:00.000Z';
  const emailed = { email: 'orders@meril.example', at: '2026-11-23T19:00:00.000Z' };
  const told = { email: null, at: '2026-11-25T05:00:00.000Z' };

  it('is that of the first email, in the time zone of the laboratory', () => {
    const reminder = { ...emailed, at: '2026-11-26T05:00:00.000Z' };
    expect(receivableFrom({ createdAt, sent: [emailed, reminder] }, 'Asia/Kolkata')).toBe('2026-11-24');
  });

  it('is that of the order where people recorded that the supplier had it, as they may do so later', () => {
    expect(receivableFrom({ createdAt, sent: [told] }, 'Asia/Kolkata')).toBe('2026-11-21');
    expect(receivableFrom({ createdAt, sent: [emailed, told] }, 'Asia/Kolkata')).toBe('2026-11-21');
    expect(receivableFrom({ createdAt: new Date(createdAt), sent: [] }, 'Asia/Dubai')).toBe('2026-11-21');
  });
});

describe('an order', () => {
  const body = { supplierId: id('1'), lines: [{ ...line, expectedOn: '2026-12-01' }] };

  it('has each item once, and packs that agree with the units', () => {
    expect(CreatePurchaseOrderBody.safeParse(body).success).toBe(true);
    const faultOf = (lines: object[]) =>
      CreatePurchaseOrderBody.safeParse({ ...body, lines }).error?.issues[0]?.message;
    expect(faultOf([])).toBe('Add at least one item');
    expect(faultOf([...body.lines, ...body.lines])).toBe('This item is already on the order');
    const entered = { name: 'Box', factor: 3, quantity: 3 };
    expect(faultOf([{ ...body.lines[0], entered }])).toBe('Must be the number of units in the packs');
    const dear = { ...body.lines[0], quantity: 10_000_000, pricePaise: 10_000_000_000 };
    expect(faultOf([dear])).toBe('An order can be worth at most ₹10,000,000,000.00');
    expect(orderTotal([dear])).toBe(100_000_000_000_000_000n);
  });

  it('is received with a reason for what is wrong', () => {
    const faultOf = (received: object) =>
      ReceiveOrderBody.safeParse({ lines: [{ lineId: id('c'), ...received }] }).error?.issues[0]?.message;
    expect(faultOf({ batches: [{ quantity: 1 }] })).toBeUndefined();
    expect(faultOf({})).toBe('Enter what was received');
    expect(faultOf({ damaged: 1 })).toBe('Reason is required');
  });
});
