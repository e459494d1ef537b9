import { contract } from '@shifa/contract';
import { batch, inventoryItem, laboratory, sessionUser, writeOff } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { StockDrawer } from '../stock/stock-drawer';
import { WriteOffsPage } from './write-offs-page';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });

describe('write-offs above the limit', () => {
  it('can be withdrawn from their list by the person who requested them', async () => {
    const api = fakeApi();
    const own = writeOff({ number: 'WOF-000008', actions: { withdraw: { allowed: true } } });
    api.on(contract.writeOffs.list, () => answerPage([own]));
    api.on(contract.writeOffs.withdraw, () => answer({ ...own, status: 'withdrawn', actions: {} }));
    renderApp(<WriteOffsPage />, { user, at: '/inventory/write-offs' });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for WOF-000008' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Withdraw' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw WOF-000008' });
    expect(dialog).toHaveTextContent('The stock of Glucose reagent increases by 4 bottles');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(api.requests(contract.writeOffs.withdraw)).toHaveLength(1));
  });

  it('of a person whom a link names are listed until the name is taken away', async () => {
    const api = fakeApi();
    const requested = writeOff();
    api.on(contract.writeOffs.list, () => answerPage([requested]));
    const { _id, name } = requested.requestedBy;
    renderApp(<WriteOffsPage />, { user, at: `/inventory/write-offs?enteredBy=${_id}` });
    await userEvent.click(await screen.findByRole('button', { name: `Remove Requested by: ${name}` }));
    const asked = () => api.requests(contract.writeOffs.list).map(({ query }) => query.get('enteredBy'));
    await waitFor(() => expect(asked().at(-1)).toBeNull());
    expect(asked()).toContain(_id);
  });

  it('that have never been requested are explained, and no filter is blamed', async () => {
    const api = fakeApi();
    api.on(contract.writeOffs.list, () => answerPage([]));
    renderApp(<WriteOffsPage />, { user, at: '/inventory/write-offs' });
    expect(await screen.findByText('No write-offs have needed approval yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear search and filters' })).not.toBeInTheDocument();
  });

  it('say before and after they are sent that they wait for approval', async () => {
    const api = fakeApi();
    const item = inventoryItem({ batches: [batch({ quantity: 20 })], quantity: 20, usableQuantity: 20 });
    api.on(contract.inventory.get, () => answer(item));
    api.on(contract.inventory.changeStock, ({ body }) => {
      const { dryRun } = body as { dryRun?: boolean };
      return answer({ ...item, movements: [], writeOff: { number: dryRun ? null : 'WOF-000009' } });
    });
    renderApp(<StockDrawer itemId={item._id} type="waste" onClose={() => undefined} />, { user });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Quantity to write off' }), '12');
    expect(await screen.findByText(/more than you can write off in a day/)).toBeVisible();
    await userEvent.type(screen.getByRole('combobox', { name: 'Reason' }), 'Broken in the cold room');
    await userEvent.click(screen.getByRole('button', { name: 'Write off' }));
    expect(await screen.findByText(/WOF-000009 is pending approval/)).toBeVisible();
  });
});
