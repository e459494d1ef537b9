import type { OrderDelivery } from '@shifa/contract';

/** What became of the email of an order; nothing once it is delivered. */
export const deliveryNotes: Record<OrderDelivery, string | null> = {
  waiting: 'The email is on its way',
  sent: null,
  failed: "The email wasn't delivered",
};

/** Asks whether to approve a supplier that was on hold or blocked. */
export const approveSupplierText = (previousReason: string | null) =>
  previousReason === null
    ? 'New orders can be placed with it again.'
    : `New orders can be placed with it again. Previous reason: ${previousReason}`;
