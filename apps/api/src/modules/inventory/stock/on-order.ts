import type { ItemRow } from './item.document';

/** A part of what is on order, with the day on which it is expected. A quantity of 0 is nothing. */
export type OrderedPart = { quantity: number; expectedOn: string };

/** What was recorded as ordered by hand, and what is on purchase orders. */
export type OrderedParts = { recorded: OrderedPart; purchased: OrderedPart };

export function partsOnOrder(onOrder: ItemRow['onOrder']): OrderedParts {
  const { quantity, expectedOn, ...parts } = onOrder ?? { quantity: 0, expectedOn: '' };
  const { purchased = 0, recordedOn = expectedOn, purchasedOn = expectedOn } = parts;
  return {
    recorded: { quantity: quantity - purchased, expectedOn: recordedOn },
    purchased: { quantity: purchased, expectedOn: purchasedOn },
  };
}

/** Expected on the earlier of the days of its parts. */
export function toOnOrder({ recorded, purchased }: OrderedParts): ItemRow['onOrder'] {
  const parts = [recorded, purchased].filter(({ quantity }) => quantity > 0);
  const [expectedOn] = parts.map((part) => part.expectedOn).toSorted();
  if (expectedOn === undefined) return null;
  return {
    quantity: recorded.quantity + purchased.quantity,
    expectedOn,
    ...(recorded.quantity > 0 && { recordedOn: recorded.expectedOn }),
    ...(purchased.quantity > 0 && { purchased: purchased.quantity, purchasedOn: purchased.expectedOn }),
  };
}
