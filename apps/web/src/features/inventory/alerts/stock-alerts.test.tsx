import { contract, type InventoryItem, type StockAlert } from '@shifa/contract';
import { inventoryItem, reorderSuggestion, sessionUser, stockAlert } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { dayAhead } from '../../../lib/calendar';
import type { LiveSocket } from '../../../data/socket';
import { clickBeside } from '../../../testing/click-beside';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { onPhone } from '../../../testing/on-phone';
import { renderApp } from '../../../testing/render-app';
import { typePartly } from '../../../testing/type-partly';
import { inventoryLive } from '../inventory.resource';
import { ItemPage } from '../item/item-page';
import { StockAlertsPage } from './stock-alerts-page';

const glucose = inventoryItem({ name: 'Glucose reagent', usableQuantity: 5, reorderQuantity: 12, leadTimeDays: 9 });
const about = { _id: glucose._id, itemCode: glucose.itemCode, name: glucose.name, unit: glucose.unit };
const allowed = { allowed: true };

function setUp(alerts: StockAlert[], { at = '/inventory/alerts', item = glucose } = {}) {
  const api = fakeApi();
  api.on(contract.inventory.get, () => answer(item));
  api.on(contract.preferences.get, () => answer({ grids: {} }));
  api.on(contract.stockAlerts.list, () => answerPage(alerts));
  api.on(contract.stockAlerts.reorder, () => answerPage([reorderSuggestion({ _id: item._id, usedIn90Days: 90 })]));
  api.on(contract.stockAlerts.order, ({ body }) => {
    const order = body as NonNullable<InventoryItem['onOrder']>;
    return answer({ ...item, onOrder: order.quantity === 0 ? null : order });
  });
  const view = renderApp(
    <Routes>
      <Route path="/inventory/alerts" element={<StockAlertsPage />} />
      <Route path="/inventory/:id" element={<ItemPage />} />
    </Routes>,
    { user: sessionUser({ role: 'lab_admin' }), at },
  );
  return { ...view, api };
}

async function choose(alert: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${alert}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
}

describe('the list of stock alerts', () => {
  it('shows kind and state in words, who acted and until when', async () => {
    const { api } = setUp([
      stockAlert({ item: about, kind: 'expiring', isUrgent: true, escalatedAt: '2026-11-21T05:30:00.000Z' }),
      stockAlert({ kind: 'out', state: 'snoozed', until: '2026-12-01', actedBy: { _id: about._id, name: 'Asha Rao' } }),
    ]);
    const [urgent, snoozed] = await screen.findAllByRole('row', { name: /Glucose reagent/ });
    expect(urgent).toHaveTextContent('Expiring, urgent');
    expect(urgent).toHaveTextContent('Open, escalated');
    expect(snoozed).toHaveTextContent('Out of stock');
    expect(snoozed).toHaveTextContent('Snoozed');
    expect(snoozed).toHaveTextContent('Dec 1, 2026');
    expect(within(urgent as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      `/inventory/${glucose._id}?tab=alerts`,
    );
    const query = api.requests(contract.stockAlerts.list)[0]?.query;
    expect([...(query ?? [])].flatMap(([name, value]) => (name.startsWith('state') ? [value] : []))).toEqual([
      ...['open', 'acknowledged', 'ordered', 'snoozed'],
    ]);
    expect(query?.has('sort')).toBe(false);
  });

  it('says what it will show where nothing is wrong', async () => {
    setUp([]);
    expect(await screen.findByText(/^No alerts\. All items are above their minimum/)).toBeVisible();
  });

  it('acknowledges with the version that was seen, and says why that was refused', async () => {
    const alert = stockAlert({ item: about, version: 4 });
    const { api } = setUp([alert]);
    api.on(contract.stockAlerts.change, () => failure('STOCK_ALERT_RESOLVED'));
    await choose('Glucose reagent · Low stock', 'Acknowledge');
    expect(await screen.findByText(/has changed since you opened it/)).toBeVisible();
    api.on(contract.stockAlerts.change, () => answer({ ...alert, state: 'acknowledged' }));
    await choose('Glucose reagent · Low stock', 'Acknowledge');
    expect(await screen.findByText('Glucose reagent · Low stock: the alert was acknowledged')).toBeVisible();
    const [request] = api.requests(contract.stockAlerts.change);
    expect(request?.params).toEqual({ id: alert._id });
    expect(request?.body).toEqual({ action: 'acknowledge', version: 4 });
  });

  it('snoozes until a day, a week from now unless another one is chosen', async () => {
    const alert = stockAlert({ item: about });
    const { api } = setUp([alert]);
    const until = dayAhead(7, 'Asia/Kolkata');
    api.on(contract.stockAlerts.change, () => answer({ ...alert, state: 'snoozed', until }));
    await choose('Glucose reagent · Low stock', 'Snooze');
    expect(await screen.findByLabelText('Snooze until')).toHaveValue(until);
    await clickBeside();
    await userEvent.click(screen.getByRole('button', { name: 'Snooze' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(api.requests(contract.stockAlerts.change)[0]?.body).toEqual({ action: 'snooze', until, version: 1 });
  });

  it('is not snoozed with a part of a date', async () => {
    const { api } = setUp([stockAlert({ item: about })]);
    api.on(contract.stockAlerts.change, () => failure('VALIDATION_FAILED'));
    await choose('Glucose reagent · Low stock', 'Snooze');
    const until = await screen.findByLabelText('Snooze until');
    typePartly(until);
    fireEvent.blur(until);
    await userEvent.click(screen.getByRole('button', { name: 'Snooze' }));
    expect(await screen.findByText('Complete the date.')).toBeVisible();
    expect(api.requests(contract.stockAlerts.change)).toEqual([]);
  });

  it('offers the same on a phone', async () => {
    onPhone();
    const alert = stockAlert({ item: about });
    const { api } = setUp([alert]);
    api.on(contract.stockAlerts.change, () => answer({ ...alert, state: 'acknowledged' }));
    await choose('Glucose reagent · Low stock', 'Acknowledge');
    expect(await screen.findByText('Glucose reagent · Low stock: the alert was acknowledged')).toBeVisible();
  });

  it('offers what the server allows, and nothing else', async () => {
    setUp([
      stockAlert({
        item: about,
        state: 'ordered',
        actions: { snooze: allowed, reopen: { allowed: false, reason: 'You may not move stock' } },
      }),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Snooze',
      'ReopenYou may not move stock',
    ]);
    expect(screen.getByRole('menuitem', { name: 'Reopen' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('records an order, starting from the suggestion and the lead time', async () => {
    const { api } = setUp([stockAlert({ item: about })]);
    await choose('Glucose reagent · Low stock', 'Record an order');
    const expectedOn = dayAhead(9, 'Asia/Kolkata');
    // 90 used in 90 days × 7 days + 10 − 5 = 12, in orders of 10.
    expect(await screen.findByLabelText('Quantity ordered')).toHaveValue('20');
    expect(screen.getByLabelText('Expected on')).toHaveValue(expectedOn);
    expect(api.requests(contract.stockAlerts.reorder)[0]?.query.get('itemId')).toBe(glucose._id);
    await userEvent.click(screen.getByRole('button', { name: 'Record order' }));
    expect(await screen.findByText('Glucose reagent is on order')).toBeVisible();
    const [request] = api.requests(contract.stockAlerts.order);
    expect(request?.body).toEqual({ quantity: 20, expectedOn, version: glucose.version });
    expect(request?.headers.get('idempotency-key')).toBeTruthy();
  });

  it.each(['stock-alert:updated', 'inventory:updated'] as const)('is fetched again after %s', async (event) => {
    const { api, queryClient } = setUp([stockAlert({ item: about })]);
    const socket = new FakeSocket();
    inventoryLive(socket as unknown as LiveSocket, queryClient);
    await screen.findByText('Glucose reagent');
    const before = api.requests(contract.stockAlerts.list).length;
    socket.receive(event, { ...stockAlert(), itemId: glucose._id, by: null, at: glucose.updatedAt });
    await waitFor(() => expect(api.requests(contract.stockAlerts.list).length).toBeGreaterThan(before));
  });
});

describe('the alerts of an item', () => {
  const at = `/inventory/${glucose._id}?tab=alerts`;

  it('are its own', async () => {
    const { api } = setUp([stockAlert({ item: about })], { at });
    expect(await screen.findByText('Low stock')).toBeVisible();
    expect(api.requests(contract.stockAlerts.list)[0]?.query.get('itemId')).toBe(glucose._id);
    expect(screen.getByRole('button', { name: 'Record an order' })).toBeEnabled();
  });

  it('come with what is on order, which can be withdrawn', async () => {
    const item = { ...glucose, onOrder: { quantity: 20, expectedOn: '2026-11-30' } };
    const { api } = setUp([], { at, item });
    expect(await screen.findByText('On order: 20 bottles, expected Nov 30, 2026')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
    const question = await screen.findByRole('alertdialog', { name: 'Withdraw order' });
    expect(question).toHaveTextContent('20 bottles of Glucose reagent will no longer count as ordered');
    await userEvent.click(within(question).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Glucose reagent is no longer on order')).toBeVisible();
    expect(api.requests(contract.stockAlerts.order)[0]?.body).toEqual({ quantity: 0, version: glucose.version });
  });

  it('withdraw only what is not on purchase orders', async () => {
    const onOrder = { quantity: 15, expectedOn: '2026-11-25', recordedOn: '2026-11-30', purchased: 10 };
    const item = { ...glucose, onOrder: { ...onOrder, purchasedOn: '2026-11-25' } };
    const { api } = setUp([], { at, item });
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const question = await screen.findByRole('alertdialog', { name: 'Withdraw order' });
    expect(question).toHaveTextContent(
      '5 bottles of Glucose reagent will no longer count as ordered. 10 bottles on purchase orders still will.',
    );
    await userEvent.click(within(question).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText(/10 bottles on purchase orders still count as ordered/)).toBeVisible();
    expect(api.requests(contract.stockAlerts.order)[0]?.body).toEqual({
      quantity: 10,
      expectedOn: '2026-11-25',
      version: glucose.version,
    });
  });

  it('offer nothing to withdraw where all of it is on purchase orders', async () => {
    const onOrder = { quantity: 10, expectedOn: '2026-11-25', purchased: 10, purchasedOn: '2026-11-25' };
    setUp([], { at, item: { ...glucose, onOrder } });
    expect(await screen.findByRole('button', { name: 'Change' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  });

  it('let an order grow by what is suggested beyond it', async () => {
    const item = { ...glucose, onOrder: { quantity: 20, expectedOn: '2026-11-30' } };
    setUp([], { at, item });
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    expect(await screen.findByLabelText('Quantity ordered')).toHaveValue('40');
    expect(screen.getByText('The new total: 20 bottles on order so far.')).toBeVisible();
  });
});
