import { sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { InventoryTabs } from './inventory-tabs';

const tabsOf = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

it('lead a person who sees suppliers only to no page that they cannot open', () => {
  const user = sessionUser({ role: 'manager' });
  const denied = { ...user.permissions['inventory.view'], allowed: false, scope: null };
  const permissions = { ...user.permissions, 'inventory.view': denied, 'purchaseOrders.view': denied };
  renderApp(<InventoryTabs />, { user: { ...user, permissions }, at: '/suppliers' });
  expect(tabsOf()).toEqual(['Suppliers']);
});

it('are the lists of the inventory for a person who sees it', () => {
  renderApp(<InventoryTabs />, { user: sessionUser({ role: 'manager' }), at: '/inventory' });
  expect(tabsOf()).toEqual(expect.arrayContaining(['Items', 'Alerts', 'Purchase orders', 'Suppliers']));
});
