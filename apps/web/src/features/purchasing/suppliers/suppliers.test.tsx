import { contract } from '@shifa/contract';
import {
  inventoryListItem,
  laboratory,
  nextId,
  purchaseOrder,
  sessionUser,
  supplier,
  supplierLink,
  supplierProposal,
} from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { SupplierForm } from './supplier-form';
import { SupplierListPage } from './supplier-list-page';
import { SupplierNamesPage } from './supplier-names-page';
import { SupplierPage } from './supplier-page';

const own = laboratory();
const user = sessionUser({ role: 'lab_admin', laboratoryId: own });

describe('the list of suppliers', () => {
  it('is empty at first, and says what to do', async () => {
    fakeApi().on(contract.suppliers.list, () => answerPage([]));
    renderApp(<SupplierListPage tabs={null} />, { user, at: '/suppliers' });
    expect(await screen.findByText(/^No suppliers yet\. Create the first one/)).toBeVisible();
  });

  it('puts a supplier on hold with a reason, at the version that was seen', async () => {
    const api = fakeApi();
    const shown = supplier({ name: 'Medline Traders' });
    api.on(contract.suppliers.list, () => answerPage([shown]));
    api.on(contract.suppliers.changeStatus, () => answer({ ...shown, status: 'on_hold' as const, version: 2 }));
    renderApp(<SupplierListPage tabs={null} />, { user, at: '/suppliers' });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Medline Traders' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Put on hold' }));
    const dialog = await screen.findByRole('dialog', { name: 'Put Medline Traders on hold' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Late deliveries');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Put on hold' }));
    await waitFor(() => expect(api.requests(contract.suppliers.changeStatus)).toHaveLength(1));
    expect(api.requests(contract.suppliers.changeStatus)[0]?.body).toEqual({
      status: 'on_hold',
      reason: 'Late deliveries',
      version: 1,
    });
  });

  it('creates one, and names what is wrong with its GSTIN before anything is sent', async () => {
    const api = fakeApi();
    api.on(contract.suppliers.list, () => answerPage([supplier()]));
    api.on(contract.suppliers.create, () => answerCreated(supplier({ name: 'Roche' })));
    api.on(contract.suppliers.get, () => answer(supplier({ name: 'Roche' })));
    renderApp(<SupplierListPage tabs={null} />, { user, at: '/suppliers' });
    await userEvent.click(await screen.findByRole('button', { name: 'New supplier' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Roche');
    const gstin = screen.getByRole('textbox', { name: /^GSTIN/ });
    await userEvent.type(gstin, '27AAPFU0939F1ZW');
    await userEvent.click(screen.getByRole('button', { name: 'Create supplier' }));
    expect(await screen.findByText(/^A character of the GSTIN is mistyped/)).toBeVisible();
    await userEvent.clear(gstin);
    await userEvent.type(gstin, '27 aapfu0939f1zv');
    await userEvent.click(screen.getByRole('button', { name: 'Create supplier' }));
    await waitFor(() => expect(api.requests(contract.suppliers.create)).toHaveLength(1));
    expect(api.requests(contract.suppliers.create)[0]?.body).toMatchObject({ name: 'Roche', gstin: '27AAPFU0939F1ZV' });
  });
});

describe('the page of a supplier', () => {
  const shown = supplier({ name: 'Roche' });
  const open = (who = user) =>
    renderApp(
      <Routes>
        <Route path="/suppliers/:id" element={<SupplierPage />} />
      </Routes>,
      { user: who, at: `/suppliers/${shown._id}` },
    );

  it('loses the last laboratory with a lead time of its own', async () => {
    const api = fakeApi();
    const { _id, code, name } = own;
    const uses = [{ laboratory: { _id, code, name }, leadTimeDays: 3 }];
    const shared = supplier({ name: 'Medline Traders', usedByAll: true, uses });
    api.on(contract.suppliers.get, () => answer(shared));
    api.on(contract.laboratories.options, () => answer([]));
    api.on(contract.suppliers.update, () => answer({ ...shared, uses: [], version: 2 }));
    renderApp(<SupplierForm document={shared} onClose={() => {}} />, { user: sessionUser({ role: 'super_admin' }) });
    await userEvent.click(await screen.findByRole('button', { name: /^Laboratories/ }));
    await userEvent.click(await screen.findByRole('button', { name: /^Remove/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(api.requests(contract.suppliers.update).map(({ body }) => body)).toEqual([{ uses: [], version: 1 }]),
    );
  });

  it('has the latest orders, and leads to all of them', async () => {
    const api = fakeApi();
    api.on(contract.suppliers.get, () => answer(shown));
    api.on(contract.purchaseOrders.list, () => answerPage([purchaseOrder({ number: 'PO-KOL-2026-27-000012' })], 12));
    open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Orders' }));
    expect(await screen.findByRole('link', { name: 'PO-KOL-2026-27-000012' })).toBeVisible();
    const all = screen.getByRole('link', { name: 'Show all 12 orders' });
    expect(all).toHaveAttribute('href', `/purchase-orders?supplierId=${shown._id}`);
    expect(api.requests(contract.purchaseOrders.list)[0]?.query.get('supplierId')).toBe(shown._id);
  });

  it('has the items that are linked to it, at most 50, each with the way to it', async () => {
    const api = fakeApi();
    api.on(contract.suppliers.get, () => answer(shown));
    const item = inventoryListItem({ name: 'Glucose reagent' });
    api.on(contract.inventory.list, () => answerPage([item], 62));
    open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Items' }));
    const link = await screen.findByRole('link', { name: 'Glucose reagent' });
    expect(link).toHaveAttribute('href', `/inventory/${item._id}`);
    expect(screen.getByText(/^The first 1 of 62 items, by name/)).toBeVisible();
    const query = api.requests(contract.inventory.list)[0]?.query;
    expect([query?.get('supplierId'), query?.get('limit')]).toEqual([shown._id, '50']);
  });

  it('says how an item is linked to it where none is', async () => {
    const api = fakeApi();
    api.on(contract.suppliers.get, () => answer(shown));
    api.on(contract.inventory.list, () => answerPage([]));
    open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Items' }));
    expect(await screen.findByText(/^No item is linked to this supplier yet/)).toBeVisible();
  });

  it('names the own laboratory in the history of those who cannot see laboratories', async () => {
    const api = fakeApi();
    api.on(contract.suppliers.get, () => answer(shown));
    const used = { laboratoryId: own._id, leadTimeDays: 4 };
    const changes = [{ field: 'uses', before: [{ ...used, leadTimeDays: 9 }], after: [used], entries: true as const }];
    api.on(contract.suppliers.history, () =>
      answerPage([
        {
          _id: nextId(),
          action: 'supplier.updated',
          by: { _id: nextId(), name: 'Meera Nair' },
          at: '2026-11-20T06:00:00.000Z',
          changes,
        },
      ]),
    );
    open(sessionUser({ role: 'manager', laboratoryId: own }));
    await userEvent.click(await screen.findByRole('tab', { name: 'History' }));
    const change = (await screen.findByText('Laboratories')).closest('div');
    expect(change).toHaveTextContent(`${own.name}: own lead time 9 days → own lead time 4 days`);
    expect(api.requests(contract.laboratories.options)).toEqual([]);
  });

  it('has no orders for those who may not see them', async () => {
    fakeApi().on(contract.suppliers.get, () => answer(shown));
    open(sessionUser({ role: 'staff', laboratoryId: own }));
    expect(await screen.findByRole('tab', { name: 'History' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Orders' })).toBeNull();
  });
});

describe('the names on items', () => {
  function setUp() {
    const api = fakeApi();
    api.on(contract.suppliers.proposals, () =>
      answer({ proposals: [supplierProposal()], groups: 1, incomplete: false }),
    );
    api.on(contract.suppliers.list, () => answerPage([]));
    renderApp(<SupplierNamesPage />, { user, at: '/suppliers/names' });
    return api;
  }

  it('are linked without those that were rejected, and the link is undone', async () => {
    const api = setUp();
    const link = supplierLink({ items: 3 });
    api.on(contract.suppliers.accept, () => answer(link));
    api.on(contract.suppliers.undoLink, () => answer({ ...link, status: 'undone' as const }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'M/s Medline Traders (1 item)' }));
    await userEvent.click(screen.getByRole('button', { name: 'Link 3 items' }));
    await waitFor(() => expect(api.requests(contract.suppliers.accept)).toHaveLength(1));
    expect(api.requests(contract.suppliers.accept)[0]?.body).toEqual({
      laboratoryId: own._id,
      texts: ['Medline Traders'],
      items: 3,
      name: 'Medline Traders',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo Medline Traders' }));
    await waitFor(() => expect(api.requests(contract.suppliers.undoLink)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Linked now' })).not.toBeInTheDocument());
  });

  it('say why they were not linked, and keep what was chosen', async () => {
    const api = setUp();
    api.on(contract.suppliers.accept, () => failure('SUPPLIER_NAMES_CHANGED'));
    const name = await screen.findByRole('textbox', { name: 'Name of the new supplier' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Medline');
    await userEvent.click(screen.getByRole('button', { name: 'Link 4 items' }));
    expect(await screen.findByText(/have changed since you opened the page/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name of the new supplier' })).toHaveValue('Medline');
  });
});
