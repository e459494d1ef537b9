import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { LaboratoryListPage } from '../features/laboratories/laboratory-list-page';
import { answerPage, fakeApi } from '../testing/fake-api';
import { renderApp } from '../testing/render-app';
import { newOn, useNewByLink } from './use-new-by-link';

function Page({ open }: { open: (() => void) | undefined }) {
  useNewByLink(open);
  return null;
}

it('opens once, and keeps the rest of the address', () => {
  const open = vi.fn();
  const { address } = renderApp(<Page open={open} />, { at: newOn('/staff?page=2') });
  expect(open).toHaveBeenCalledOnce();
  expect(address()).toBe('/staff?page=2');
});

it('opens nothing by another address, nor for a person who may not create anything', () => {
  const open = vi.fn();
  renderApp(<Page open={open} />, { at: '/staff' });
  renderApp(<Page open={undefined} />, { at: newOn('/staff') });
  expect(open).not.toHaveBeenCalled();
});

it('opens the form of a list', async () => {
  fakeApi().on(contract.laboratories.list, () => answerPage([laboratory()]));
  renderApp(<LaboratoryListPage />, { user: sessionUser({ role: 'super_admin' }), at: newOn('/laboratories') });
  expect(await screen.findByRole('dialog', { name: 'New laboratory' })).toBeVisible();
});
