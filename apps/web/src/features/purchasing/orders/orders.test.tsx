import { contract, type PurchaseOrder } from '@shifa/contract';
import { laboratory, purchaseOrder, sessionUser, supplier } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { type Box, outstandingEntries, toReceivedLines, withBox } from '../receipts/received-lines';
import { OrderPage } from './order-page';
import { OrderPrintPage } from './order-print-page';
import { OrdersPage } from './orders-page';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });

describe('the list of orders', () => {
  it('cancels an order with a reason', async () => {
    const api = fakeApi();
    const order = purchaseOrder({
      number: 'PO-KOL-2026-27-000012',
      nextExpected: '2026-01-05',
      isOverdue: true,
      actions: { cancel: { allowed: true } },
    });
    api.on(contract.purchaseOrders.list, () => answerPage([order]));
    api.on(contract.purchaseOrders.cancel, () => answer({ ...order, status: 'cancelled', actions: {} }));
    renderApp(<OrdersPage tabs={null} />, { user, at: '/purchase-orders' });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for PO-KOL-2026-27-000012' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel order' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel PO-KOL-2026-27-000012' });
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Ordered twice');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(api.requests(contract.purchaseOrders.cancel)).toHaveLength(1));
    expect(api.requests(contract.purchaseOrders.cancel)[0]?.body).toMatchObject({ reason: 'Ordered twice' });
  });

  it('names the supplier that it is narrowed to, and shows all orders again', async () => {
    const api = fakeApi();
    const roche = supplier({ name: 'Roche', status: 'blocked', statusReason: 'Late deliveries' });
    api.on(contract.purchaseOrders.list, () => answerPage([purchaseOrder()]));
    api.on(contract.suppliers.get, () => answer(roche));
    renderApp(<OrdersPage tabs={null} />, { user, at: `/purchase-orders?supplierId=${roche._id}` });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Supplier: Roche' }));
    await waitFor(() => expect(api.requests(contract.purchaseOrders.list)).toHaveLength(2));
    const asked = api.requests(contract.purchaseOrders.list).map(({ query }) => query.get('supplierId'));
    expect(asked).toEqual([roche._id, null]);
  });

  it('names the person whose orders a link opens, and shows those of all again', async () => {
    const api = fakeApi();
    const order = purchaseOrder();
    api.on(contract.purchaseOrders.list, () => answerPage([order]));
    const { _id, name } = order.createdBy;
    renderApp(<OrdersPage tabs={null} />, { user, at: `/purchase-orders?enteredBy=${_id}&status=approved` });
    await userEvent.click(await screen.findByRole('button', { name: `Remove Entered by: ${name}` }));
    const asked = () => api.requests(contract.purchaseOrders.list).map(({ query }) => query.get('enteredBy'));
    await waitFor(() => expect(asked().at(-1)).toBeNull());
    expect(asked()).toContain(_id);
  });

  it('says what to do where there are none', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.list, () => answerPage([]));
    renderApp(<OrdersPage tabs={null} />, { user, at: '/purchase-orders' });
    expect(await screen.findByText(/No orders yet/)).toBeVisible();
  });
});

describe('the page of an order', () => {
  it('names where it was emailed to, and warns that the latest email was not delivered', async () => {
    const api = fakeApi();
    const by = { _id: 'a'.repeat(24), name: 'Meera Nair' };
    const emailed = { way: 'emailed', by, at: '2026-11-20T05:30:00.000Z' } as const;
    const order = purchaseOrder({
      sent: [
        { ...emailed, email: 'old@medline.example', delivery: null },
        { ...emailed, email: 'orders@medline.example', delivery: 'failed' },
      ],
    });
    api.on(contract.purchaseOrders.get, () => answer(order));
    renderApp(
      <Routes>
        <Route path="/purchase-orders/:id" element={<OrderPage />} />
      </Routes>,
      { user, at: `/purchase-orders/${order._id}` },
    );
    expect(
      await screen.findByText(/^Emailed to old@medline\.example · Meera Nair · Nov 20, 2026, [^.·]*$/),
    ).toBeVisible();
    expect(screen.getByText(/^Emailed to orders@medline\.example · .* · The email wasn't delivered$/)).toBeVisible();
    expect(screen.getByText(/The email to orders@medline\.example couldn't be delivered/)).toBeVisible();
  });
});

describe('the printed order', () => {
  const print = ({ _id }: PurchaseOrder) =>
    renderApp(
      <Routes>
        <Route path="/purchase-orders/:id/print" element={<OrderPrintPage />} />
      </Routes>,
      { user, at: `/purchase-orders/${_id}/print` },
    );

  it('names the supplier with address and GSTIN, where the viewer may see suppliers', async () => {
    const api = fakeApi();
    const order = purchaseOrder({ status: 'approved' });
    const medline = supplier({ name: 'Medline Traders', gstin: '27AAPFU0939F1ZV', address: '4 Park Street' });
    api.on(contract.purchaseOrders.get, () => answer(order));
    api.on(contract.suppliers.get, () => answer(medline));
    print(order);
    expect(await screen.findByText(/4 Park Street\s+GSTIN 27AAPFU0939F1ZV/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled();
  });

  it('says that it was cancelled, and has the day of the laboratory', async () => {
    const api = fakeApi();
    // In Dubai it is still November 30, and in Kolkata, where the viewer is, December 1.
    const dubai = { ...purchaseOrder().laboratoryId, timezone: 'Asia/Dubai' };
    const order = purchaseOrder({ status: 'cancelled', createdAt: '2026-11-30T19:00:00.000Z', laboratoryId: dubai });
    api.on(contract.purchaseOrders.get, () => answer(order));
    api.on(contract.suppliers.get, () => answer(supplier()));
    print(order);
    expect(await screen.findByRole('heading', { name: 'Cancelled purchase order' })).toBeVisible();
    expect(screen.getByText('Nov 30, 2026')).toBeVisible();
  });

  it('says what has arrived and what is no longer expected', async () => {
    const api = fakeApi();
    const [line] = purchaseOrder().lines;
    if (!line) throw new Error('The order has no line');
    const received = { ...line, quantity: 10, accepted: 4, short: 1, outstanding: 5 };
    const order = purchaseOrder({ status: 'partly_received', lines: [received] });
    api.on(contract.purchaseOrders.get, () => answer(order));
    api.on(contract.suppliers.get, () => answer(supplier()));
    print(order);
    expect(await screen.findByText(/^Already received: 4/)).toBeVisible();
    expect(screen.getByText(/^No longer expected: 1/)).toBeVisible();
    expect(screen.getByText(/^Still expected: 5/)).toBeVisible();
  });
});

describe('boxes that are scanned into a receipt', () => {
  const order = purchaseOrder();
  const [line] = order.lines;
  const lineId = line?._id ?? '';
  const packOfFive = { name: 'Box', factor: 5 };
  const boxOf = (batchNumber: string, step: Box['step'] = 'new') =>
    ({
      step,
      scan: {
        code: { batchNumber, expiryDate: '2099-12-31', bestBefore: null, count: null, contained: null, serial: null },
        item: { _id: line?.itemId, name: 'Glucose reagent' },
        package: { gtin: null, name: 'Box', factor: 5 },
        batch: null,
      },
    }) as unknown as Box;
  const scanned = (boxes: readonly Box[]) =>
    boxes.reduce((entries, box) => {
      const next = withBox(entries, order, box);
      if ('fault' in next) throw new Error(next.fault);
      return next.entries;
    }, outstandingEntries(order));

  it('are everything that is outstanding until the first one', () => {
    expect(toReceivedLines(outstandingEntries(order))).toEqual([
      { lineId, batches: [{ quantity: 20, expiryDate: null }], short: 0, damaged: 0, refused: 0 },
    ]);
  });

  it('add one pack each, to their batch', () => {
    const entries = scanned([boxOf('LOT-1'), boxOf('LOT-1', 'again'), boxOf('LOT-2')]);
    expect(toReceivedLines(entries)[0]?.batches).toEqual([
      { batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity: 10, entered: { ...packOfFive, quantity: 2 } },
      { batchNumber: 'LOT-2', expiryDate: '2099-12-31', quantity: 5, entered: { ...packOfFive, quantity: 1 } },
    ]);
  });

  it('add to the same batch where their code names none, and to the number that was typed', () => {
    const nameless = (step?: Box['step']) => {
      const box = boxOf('', step);
      return { ...box, scan: { ...box.scan, code: { ...box.scan.code, batchNumber: null } } } as Box;
    };
    const entries = scanned([nameless(), nameless('again'), nameless('again')]);
    expect(toReceivedLines(entries)[0]?.batches).toMatchObject([{ quantity: 15, entered: { quantity: 3 } }]);
    const [lineId = ''] = Object.keys(entries);
    const entry = entries[lineId] ?? { batches: [], short: null, damaged: null, refused: null, reason: '' };
    const typed = { ...entry, batches: entry.batches.map((one) => ({ ...one, batchNumber: 'LOT-9' })) };
    const next = withBox({ [lineId]: typed }, order, nameless('again'));
    if ('fault' in next) throw new Error(next.fault);
    expect(toReceivedLines(next.entries)[0]?.batches).toMatchObject([
      { batchNumber: 'LOT-9', quantity: 20, entered: { ...packOfFive, quantity: 4 } },
    ]);
  });

  it('are units again where another pack is scanned, or the code says how many there are', () => {
    const [first, other, counted] = [boxOf('LOT-1'), boxOf('LOT-1'), boxOf('LOT-1')];
    const strip = { ...other, scan: { ...other.scan, package: { gtin: null, name: 'Strip', factor: 2 } } } as Box;
    expect(toReceivedLines(scanned([first, strip]))[0]?.batches).toEqual([
      { batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity: 7 },
    ]);
    const many = { ...counted, scan: { ...counted.scan, code: { ...counted.scan.code, count: 8 } } } as Box;
    expect(toReceivedLines(scanned([first, many]))[0]?.batches).toMatchObject([{ quantity: 13 }]);
  });

  it('of something else are not taken', () => {
    const other = boxOf('LOT-1');
    const strange = { ...other, scan: { ...other.scan, item: { _id: 'f'.repeat(24), name: 'Lancets' } } } as Box;
    expect(withBox(outstandingEntries(order), order, strange)).toEqual({
      fault: 'This order has no outstanding Lancets.',
    });
  });
});
