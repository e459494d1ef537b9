import { formatQuantity, type GoodsReceipt, type InventoryUnit, type OrderDelivery, unitNoun } from '@shifa/contract';
import { formatDay, formatMoney } from '../../lib/format';
import { checkLabelText } from '../../screens/batches/other-expiry.messages';

/** What became of the email of an order; nothing once it is delivered. */
export const deliveryNotes: Record<OrderDelivery, string | null> = {
  waiting: 'The email is on its way',
  sent: null,
  failed: "The email wasn't delivered",
};

type ReceivedBatch = { batchNumber: string; expiryDate: string | null };

export const receivedBatchText = (quantity: string, { batchNumber, expiryDate }: ReceivedBatch) =>
  expiryDate === null
    ? `${quantity} of ${batchNumber}`
    : `${quantity} of ${batchNumber}, expires ${formatDay(expiryDate)}`;

export const outstandingText = (outstanding: number, acceptable: number, unit: InventoryUnit) =>
  acceptable > outstanding
    ? `${formatQuantity(outstanding, unit)} outstanding. At most ${formatQuantity(acceptable, unit)} can be accepted.`
    : `${formatQuantity(outstanding, unit)} outstanding`;

/** At the quantity, where a line has more than is tolerated. */
export const beyondToleranceText = (acceptable: number, unit: InventoryUnit) =>
  `At most ${formatQuantity(acceptable, unit)} can be accepted. Enter the rest as refused.`;

/** Where what arrived and what is short come to more than what was expected. */
export const shortOfMoreText = (outstanding: number, unit: InventoryUnit) =>
  `Accepted and short can't be more than the ${formatQuantity(outstanding, unit)} outstanding`;

/** Of a line that is complete: how much more is tolerated. */
export const nothingOutstandingText = (acceptable: number, unit: InventoryUnit) =>
  acceptable > 0
    ? `Nothing is outstanding. At most ${formatQuantity(acceptable, unit)} more can be accepted.`
    : 'Nothing is outstanding. More can only be entered as damaged or refused.';

/** The same that the server says. */
export const receiptDayText = (from: string, to: string) => `Choose a day from ${formatDay(from)} to ${formatDay(to)}`;

/** Over what was typed for an earlier version of an order; the viewer's own may be a receipt whose answer was lost. */
export const changedOrderText = (isOwn: boolean) =>
  isOwn
    ? 'You changed this order in the meantime. This may already have been saved.'
    : 'Someone else changed this order in the meantime.';

/** Also in the place of a form whose answer was lost, or to which someone else was faster. */
export const nothingToReceiveText = (last: Pick<GoodsReceipt, 'number' | 'by'> | undefined) =>
  last === undefined
    ? 'This order has nothing to receive.'
    : `This order has nothing to receive. ${last.by.name} recorded the last receipt, ${last.number}.`;

/** What the server said of the batch in stock, and the date of what is received under its number; empty if there is none. */
export const otherExpiryText = (inStock: string, received: string) =>
  received === ''
    ? `${inStock}, but this one doesn't expire. ${checkLabelText}`
    : `${inStock}, but this one expires on ${formatDay(received)}. ${checkLabelText}`;

type InFormerUnit = { quantity: number; unit: InventoryUnit; pricePaise: number };

/** What a line says of an item whose unit has changed since. */
export const unitChangedText = ({ quantity, unit, pricePaise }: InFormerUnit, now: InventoryUnit) =>
  `This item is now counted in ${unitNoun(2, now)}. The order has ${formatQuantity(quantity, unit)} at ${formatMoney(pricePaise)} for 1 ${unit}. Enter the quantity and the price in ${unitNoun(2, now)}.`;

/** Asks whether to approve a supplier that was on hold or blocked. */
export const approveSupplierText = (previousReason: string | null) =>
  previousReason === null
    ? 'New orders can be placed with it again.'
    : `New orders can be placed with it again. Previous reason: ${previousReason}`;
