import type { PurchaseOrder } from '@shifa/contract';
import { laboratory, purchaseOrder, sessionUser } from '@shifa/contract/testing';
import { Link, Route, Routes } from 'react-router-dom';
import { renderApp } from '../../../../testing/render-app';
import { ReceivePage } from '../receive-page';

export const user = sessionUser({ role: 'manager', laboratoryId: laboratory() });

/** Goods of it can be received. */
export const order = purchaseOrder({ number: 'PO-KOL-2026-27-000012', actions: { receive: { allowed: true } } });

/** The page on which an order is received; every other address shows `The order`. */
export function openReceiving({ _id }: Pick<PurchaseOrder, '_id'> = order) {
  return renderApp(
    <Routes>
      <Route path="/purchase-orders/:id/receive" element={<ReceivePage Scanner={() => null} />} />
      <Route path="/elsewhere" element="Elsewhere" />
      <Route path="*" element={<Link to="/elsewhere">The order</Link>} />
    </Routes>,
    { user, at: `/purchase-orders/${_id}/receive` },
  );
}
