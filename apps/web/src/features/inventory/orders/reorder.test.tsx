import { contract } from '@shifa/contract';
import { inventoryItem, reorderSuggestion, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { dayAhead } from '../../../lib/calendar';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { onPhone } from '../../../testing/on-phone';
import { renderApp } from '../../../testing/render-app';
import { OrderListPage } from './order-list-page';
import { ReorderPage } from './reorder-page';

const glucose = reorderSuggestion({ name: 'Glucose reagent', supplier: 'Medline', costPaise: 2_500_000 });
const rows = [
  glucose,
  reorderSuggestion({ name: 'Cuvettes', supplier: null, costPaise: 100_000 }),
  reorderSuggestion({
    name: 'Albumin',
    supplier: 'MEDLINE',
    costPaise: 50_000,
    orderedQuantity: 2,
    expectedOn: '2026-11-30',
  }),
];

/** The server answers so many rows on a page. */
function setUp(at = '/inventory/reorder', perPage = 20) {
  const api = fakeApi();
  // First, as its address fits that of the list as well.
  api.on(contract.inventory.get, () => answer(inventoryItem({ ...glucose, leadTimeDays: 7 })));
  api.on(contract.stockAlerts.reorderTotals, () =>
    answer({
      items: 3,
      costPaise: 2_650_000,
      suppliers: [
        { supplier: 'Medline', items: 2, costPaise: 2_550_000 },
        { supplier: null, items: 1, costPaise: 100_000 },
      ],
    }),
  );
  api.on(contract.stockAlerts.reorder, ({ query }) => {
    const start = (Number(query.get('page') ?? 1) - 1) * perPage;
    return answerPage(rows.slice(start, start + perPage), perPage < rows.length ? 21 : rows.length);
  });
  api.on(contract.preferences.get, () => answer({ grids: {} }));
  const view = renderApp(
    <Routes>
      <Route path="/inventory/reorder" element={<ReorderPage />} />
      <Route path="/inventory/reorder/order-list" element={<OrderListPage />} />
    </Routes>,
    { user: sessionUser({ role: 'lab_admin' }), at },
  );
  return { ...view, api };
}

it('lists what to order with its cost and supplier, and what all of it costs', async () => {
  const { api } = setUp();
  const row = (await screen.findByText('Glucose reagent')).closest('[role="row"]');
  expect(row).toHaveTextContent('20 bottles');
  expect(row).toHaveTextContent('₹25,000.00');
  expect(row).toHaveTextContent('Medline');
  expect(screen.getByText('Albumin').closest('[role="row"]')).toHaveTextContent('2 bottlesNov 30, 2026');
  expect(screen.getByText('₹26,500.00')).toBeVisible();
  expect(api.requests(contract.stockAlerts.reorder)[0]?.query.has('sort')).toBe(false);
});

it('explains a suggestion by its inputs and leads to the movements behind it', async () => {
  setUp();
  await userEvent.click(await screen.findByRole('button', { name: 'Why 20 bottles of Glucose reagent?' }));
  const why = await screen.findByRole('dialog');
  expect(why).toHaveTextContent('average use per day × lead time + minimum − usable − ordered');
  expect(why).toHaveTextContent('Use until delivery: 1 per day × 7 days7');
  expect(why).toHaveTextContent('Minimum+ 10');
  expect(why).toHaveTextContent('Usable now− 5');
  expect(why).toHaveTextContent('Needed12 bottles');
  expect(why).toHaveTextContent('In orders of 10 bottles2 × 10');
  expect(within(why).getByRole('link')).toHaveAttribute(
    'href',
    `/inventory/${glucose._id}?tab=ledger&type=out&from=${dayAhead(-89, 'Asia/Kolkata')}`,
  );
});

it('filters by the suppliers that there are', async () => {
  const { api } = setUp();
  await userEvent.click(await screen.findByRole('button', { name: /^Supplier/ }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Medline' }));
  await waitFor(() => expect(api.requests(contract.stockAlerts.reorder).at(-1)?.query.get('supplier')).toBe('Medline'));
});

it('records an order from a row', async () => {
  setUp();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Glucose reagent' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Record an order' }));
  expect(await screen.findByLabelText('Quantity ordered')).toHaveValue('20');
});

it('shows cards on a phone', async () => {
  onPhone();
  setUp();
  expect(await screen.findByRole('heading', { name: 'Glucose reagent' })).toBeVisible();
  expect(screen.getByText(/2 ordered, expected Nov 30, 2026/)).toBeVisible();
});

it('prints one table for each supplier, from all pages', async () => {
  const { api } = setUp('/inventory/reorder/order-list?supplier=medline', 2);
  const medline = await screen.findByRole('region', { name: 'Medline' });
  const tables = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(tables).toEqual(['Medline', 'No supplier entered']);
  expect(
    within(medline)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Albumin', 'Glucose reagent', 'Total of 2 items']);
  expect(medline).toHaveTextContent('₹25,500.00');
  expect(api.requests(contract.stockAlerts.reorder).map(({ query }) => query.get('page'))).toEqual(['1', '2']);
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});
