import { contract } from '@shifa/contract';
import { laboratory, sessionUser, supplier, supplierReview } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { SupplierPage } from './supplier-page';

const own = laboratory();
const shown = supplier({ name: 'Roche' });
const manager = sessionUser({ role: 'manager', laboratoryId: own });

function open({ user = manager, query = '?tab=review' } = {}) {
  const api = fakeApi();
  api.on(contract.suppliers.get, () => answer(shown));
  const view = renderApp(
    <Routes>
      <Route path="/suppliers/:id" element={<SupplierPage />} />
    </Routes>,
    { user, at: `/suppliers/${shown._id}${query}` },
  );
  return { api, address: view.address };
}

describe('the review of a supplier', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-27T06:00:00Z'), toFake: ['Date'] });
    return () => vi.useRealTimers();
  });

  it('shows each figure with what it counts, and leads to the orders that it counts', async () => {
    const { api } = open();
    const review = supplierReview();
    api.on(contract.suppliers.review, () => answer(review));
    const orders = await screen.findByRole('region', { name: 'Orders' });
    const hrefOf = (name: RegExp) => within(orders).getByRole('link', { name }).getAttribute('href');
    const days = 'from=2025-11-28&to=2026-11-27';
    const list = `/purchase-orders?supplierId=${shown._id}&${days}`;
    expect(hrefOf(/^Sent\s*10/)).toBe(
      `${list}&status=sent&status=partly_received&status=received&status=closed&status=closed_short`,
    );
    expect(hrefOf(/^Ended\s*7/)).toBe(`${list}&status=received&status=closed&status=closed_short`);
    expect(hrefOf(/^Open\s*3/)).toBe(`${list}&status=sent&status=partly_received`);
    expect(hrefOf(/^Overdue\s*1/)).toBe(`${list}&overdue=true`);
    expect(within(orders).queryByRole('link', { name: /Cancelled/ })).toBeNull();
    const deliveries = screen.getByRole('region', { name: 'Deliveries' });
    expect(within(deliveries).getByText('75%')).toBeVisible();
    expect(within(deliveries).getByText('9 of 12 due lines')).toBeVisible();
    expect(within(deliveries).getByText('90.9%')).toBeVisible();
    expect(screen.getByText('REA-001 · 1 damaged of 40 bottles that arrived')).toBeVisible();
    const prices = screen.getByRole('region', { name: 'Price changes' });
    expect(within(prices).getByText('+10%')).toBeVisible();
    expect(within(prices).getByText(/From ₹120\.00 on Jan 5, 2026 to ₹132\.00 on Oct 2, 2026$/)).toBeVisible();
    expect(within(prices).getByRole('link', { name: 'Glucose reagent' })).toHaveAttribute(
      'href',
      `/inventory/${review.prices?.items[0]?.itemId ?? ''}`,
    );
    expect(api.requests(contract.suppliers.review)[0]?.query.toString()).toBe(days);
  });

  it('never rounds to none or to all', async () => {
    const { api } = open();
    const nearly = { damaged: { lines: 1, of: 5_000 }, complete: { lines: 4_999, of: 5_000 } };
    api.on(contract.suppliers.review, () => answer(supplierReview({ ...nearly, refused: { lines: 0, of: 5_000 } })));
    const deliveries = await screen.findByRole('region', { name: 'Deliveries' });
    for (const text of ['99.9%', '0.1%', '0%']) expect(within(deliveries).getByText(text)).toBeVisible();
  });

  it('says why a figure is absent', async () => {
    const { api } = open();
    const absent = { onTime: null, complete: null, damaged: null, refused: null, prices: null };
    const orders = { sent: 1, ended: 0, open: 1, overdue: 0, cancelled: 0 };
    api.on(contract.suppliers.review, () =>
      answer(supplierReview({ ...absent, orders, faults: { total: 0, items: [] } })),
    );
    expect(await screen.findByText('No line is due yet')).toBeVisible();
    expect(screen.getByText('No order has ended yet')).toBeVisible();
    expect(screen.getAllByText('Nothing has arrived yet')).toHaveLength(2);
    expect(screen.getByText(/^No item was ordered twice/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Damaged or refused items' })).toBeNull();
  });

  it('is empty without orders, and says what to do', async () => {
    const { api } = open();
    const orders = { sent: 0, ended: 0, open: 0, overdue: 0, cancelled: 0 };
    api.on(contract.suppliers.review, () => answer(supplierReview({ orders })));
    expect(await screen.findByText(/^No order of this period was sent/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show all orders with this supplier' })).toHaveAttribute(
      'href',
      `/purchase-orders?supplierId=${shown._id}`,
    );
    expect(screen.queryByRole('region', { name: 'Deliveries' })).toBeNull();
  });

  it('asks for another period or laboratory, and keeps both in the address', async () => {
    const head = sessionUser({ role: 'super_admin', laboratoryId: null });
    const { api, address } = open({ user: head });
    api.on(contract.laboratories.options, () => answer([own]));
    api.on(contract.suppliers.review, () => answer(supplierReview()));
    await screen.findByRole('region', { name: 'Deliveries' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Orders entered' }), 'Last 3 months');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Laboratory' }), own.name);
    const last = () => api.requests(contract.suppliers.review).at(-1)?.query.toString();
    await waitFor(() => expect(last()).toBe(`from=2026-08-28&to=2026-11-27&laboratoryId=${own._id}`));
    expect(address()).toContain(`period=quarter&laboratoryId=${own._id}`);
    expect(screen.getByRole('link', { name: /^Overdue/ })).toHaveAttribute(
      'href',
      expect.stringContaining(`laboratoryId=${own._id}&overdue=true`),
    );
  });

  it('names what is wrong with the days, and asks for nothing', async () => {
    const { api } = open({ query: '?tab=review&period=custom&from=2026-05-02&to=2026-05-01' });
    expect(await screen.findByText('The last day must not be before the first.')).toBeVisible();
    expect(api.requests(contract.suppliers.review)).toHaveLength(0);
  });

  it('says why it could not be loaded, with the period to narrow', async () => {
    const { api } = open();
    api.on(contract.suppliers.review, () => failure('TOO_MANY_AT_ONCE'));
    expect(await screen.findByText("Couldn't load the review")).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Orders entered' })).toBeVisible();
    api.on(contract.suppliers.review, () => answer(supplierReview()));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Deliveries' })).toBeVisible();
  });

  it('is not offered to those who may not see orders', async () => {
    const { api } = open({ user: sessionUser({ role: 'staff', laboratoryId: own }), query: '' });
    api.on(contract.suppliers.links, () => answerPage([]));
    expect(await screen.findByRole('tab', { name: 'History' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Review' })).toBeNull();
  });
});
