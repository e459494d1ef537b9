import { contract, type DraftOrdersBody } from '@shifa/contract';
import { laboratory, reorderSuggestion, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { api as routes } from '../../../data/api';
import { keyOf } from '../../../data/queries';
import { answer, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { DraftOrders } from './draft-orders';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });
const suggestionsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => reorderSuggestion({ name: `Item ${index + 1}` }));

/** The server has these suggestions, 100 on a page. */
function setUp(rows: ReturnType<typeof suggestionsOf>) {
  const api = fakeApi();
  api.on(contract.stockAlerts.reorder, ({ query }) => {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const pagination = { page, limit, total: rows.length, pages: Math.ceil(rows.length / limit) };
    const data = rows.slice((page - 1) * limit, page * limit);
    return { status: 200 as const, body: { success: true as const, data, pagination } };
  });
  api.on(contract.purchaseOrders.draft, () => answer({ orders: [], skipped: [] }));
  const view = renderApp(<DraftOrders filter={{}} onClose={() => undefined} />, { user });
  const draft = () => userEvent.click(screen.getByRole('button', { name: 'Draft orders' }));
  const sent = () =>
    api.requests(contract.purchaseOrders.draft).map(({ body }) => (body as DraftOrdersBody).items.length);
  return { ...view, api, draft, sent };
}

it('offers the suggestions of every page, and drafts as many at once as the server takes', async () => {
  const { draft, sent } = setUp(suggestionsOf(103));
  expect(await screen.findByText(/100 of 103 chosen/)).toBeVisible();
  expect(screen.getByText('At most 100 items at once. Draft the others afterwards.')).toBeVisible();
  await draft();
  await userEvent.click(await screen.findByRole('button', { name: 'Show the other 3 items' }));
  expect(screen.getByText(/3 of 3 chosen/)).toBeVisible();
  await draft();
  await waitFor(() => expect(sent()).toEqual([100, 3]));
});

it('groups the items by supplier, and links those that have none', async () => {
  const { api, draft, sent } = setUp([
    reorderSuggestion({ name: 'Cuvettes', supplier: 'Apex Surgicals', supplierId: '665f1c2ab7e4d5f6a7b8c9d1' }),
    reorderSuggestion({ name: 'Urea reagent', orderedQuantity: 3 }),
    reorderSuggestion({ _id: '665f1c2ab7e4d5f6a7b8c9d2', name: 'Slides', supplier: 'Bengal Supply', supplierId: null }),
  ]);
  const groupOf = (name: string) => screen.getByRole('group', { name });
  expect(await screen.findByText(/2 of 2 chosen/)).toBeVisible();
  expect(within(groupOf('Apex Surgicals')).getByRole('checkbox')).toHaveAccessibleName(/^Cuvettes/);
  expect(within(groupOf('Medline Traders')).getByRole('checkbox')).toHaveAccessibleName(/^Urea reagent/);
  expect(screen.getByRole('link', { name: 'Slides' })).toHaveAttribute('href', '/inventory/665f1c2ab7e4d5f6a7b8c9d2');
  await draft();
  await waitFor(() => expect(sent()).toEqual([2]));
  // The server skips an item of which more is on order than the person saw.
  expect(api.requests(contract.purchaseOrders.draft)[0]?.body).toMatchObject({
    items: [{ orderedQuantity: 0 }, { orderedQuantity: 3 }],
  });
  expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

it('drafts only what was shown when it was opened', async () => {
  const rows = suggestionsOf(2);
  const { queryClient, api, draft, sent } = setUp(rows);
  await screen.findByText(/2 of 2 chosen/);
  rows.push(reorderSuggestion({ name: 'Cuvettes' }));
  await act(() => queryClient.invalidateQueries({ queryKey: keyOf(routes.stockAlerts.reorder) }));
  expect(api.requests(contract.stockAlerts.reorder)).toHaveLength(2);
  expect(within(screen.getByRole('dialog')).queryByText(/Cuvettes/)).toBeNull();
  await draft();
  await waitFor(() => expect(sent()).toEqual([2]));
});
