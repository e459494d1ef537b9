import { contract, type ProviderLink } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ProviderCard } from './provider-card';

const linked: ProviderLink = { label: 'Example ID', state: 'linked', since: '2026-11-20T12:00:00.000Z' };
const ended: ProviderLink = { ...linked, state: 'ended' };

function setUp(link: ProviderLink) {
  const api = fakeApi();
  api.on(contract.providerSignIn.link, () => answer(link));
  renderApp(<ProviderCard />, { user: sessionUser() });
  return api;
}

it('ends the link after a question, and allows it again', async () => {
  const api = setUp(linked);
  expect(await screen.findByText(/^Linked .*2026.*Signing in with Example ID opens your account\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Unlink' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Unlink Example ID' }));
  api.on(contract.providerSignIn.unlink, () => failure('PASSWORD_NEEDED'));
  await userEvent.click(dialog.getByRole('button', { name: 'Unlink' }));
  expect(await dialog.findByText(/Set a password of your own first/)).toBeVisible();
  api.on(contract.providerSignIn.unlink, () => answer(ended));
  await userEvent.click(dialog.getByRole('button', { name: 'Unlink' }));
  expect(await screen.findByText(/^You unlinked it/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  api.on(contract.providerSignIn.allowLink, () => answer({ ...linked, state: 'none', since: null }));
  await userEvent.click(screen.getByRole('button', { name: 'Allow again' }));
  expect(await screen.findByText(/^Your account isn't linked yet/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('shows nothing without a provider', async () => {
  const api = setUp({ label: null, state: 'none', since: null });
  await waitFor(() => expect(api.requests(contract.providerSignIn.link)).toHaveLength(1));
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});
