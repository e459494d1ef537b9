import Button from '@mui/material/Button';
import { contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { api as client } from '../../data/api';
import { handOver } from '../../data/provider-window';
import { session } from '../../data/session';
import { useWrite } from '../../data/use-write';
import { stored } from '../../lib/storage';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ConfirmationHost } from './confirmation-host';

const again = 'Sign in again with Example ID';
let visits = 0;
beforeEach(() => {
  visits = 0;
});

function Form() {
  const renew = useWrite({ send: () => client.secondFactor.renewRecoveryCodes.mutate({ body: {} }) });
  return (
    <>
      <Button onClick={() => renew.mutate()}>Renew</Button>
      {renew.isSuccess && 'Renewed'}
    </>
  );
}

/** Someone whose session began at the provider, and who is asked to confirm. */
async function asked({
  label = 'Example ID',
  isOfProvider = true,
}: { label?: string | null; isOfProvider?: boolean } = {}) {
  const opened: { location: { href: string }; close: () => void }[] = [];
  vi.spyOn(window, 'open').mockImplementation(() => {
    const tab = { location: { href: '' }, close: vi.fn() };
    opened.push(tab);
    return tab as never;
  });
  let isConfirmed = false;
  const api = fakeApi();
  api.on(contract.secondFactor.get, () => answer({ authenticator: null, passkeys: [], recoveryCodesLeft: 0 }));
  api.on(contract.secondFactor.renewRecoveryCodes, () =>
    isConfirmed ? answer({ recoveryCodes: ['KV7M-RT4P-QW9E-2HXA'] }) : failure('CONFIRMATION_REQUIRED'),
  );
  api.on(contract.providerSignIn.offer, () => answer({ label }));
  api.on(contract.providerSignIn.startConfirmation, () => {
    visits += 1;
    return answer({ url: `https://id.example/authorize?state=confirm.${visits}` });
  });
  api.on(contract.providerSignIn.confirm, () => {
    isConfirmed = true;
    return answer(null);
  });
  renderApp(
    <>
      <ConfirmationHost />
      <Form />
    </>,
    { user: sessionUser() },
  );
  if (isOfProvider) stored.provider.write('yes');
  else stored.provider.remove();
  await userEvent.click(screen.getByRole('button', { name: 'Renew' }));
  await screen.findByRole('dialog');
  const confirmed = () => api.requests(contract.providerSignIn.confirm).map(({ body }) => body);
  return { api, opened, confirmed };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('confirms with the answer of the provider, which a window of its own brings back, and goes on', async () => {
  const { opened, confirmed } = await asked();
  expect(screen.queryByLabelText('Password')).toBeNull();
  // A long name needs the width of the dialog.
  expect(await screen.findByRole('button', { name: again })).toHaveClass('MuiButton-fullWidth');
  await press(again);
  await waitFor(() => expect(opened[0]?.location.href).toBe('https://id.example/authorize?state=confirm.1'));
  expect(screen.getByText(/^Sign in with Example ID in the window that has opened/)).toBeVisible();
  expect(await handOver({ code: 'a-code', state: 'confirm.1', iss: 'https://id.example' })).toBe(true);
  expect(await screen.findByText('Renewed')).toBeVisible();
  expect(confirmed()).toEqual([{ code: 'a-code', state: 'confirm.1', iss: 'https://id.example' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(session.current().status).toBe('signed-in');
});

it('takes no answer of another visit, such as one of another tab', async () => {
  const { opened, confirmed } = await asked();
  await press(again);
  await waitFor(() => expect(opened[0]?.location.href).not.toBe(''));
  expect(await handOver({ code: 'a-code', state: 'confirm.other' })).toBe(false);
  expect(confirmed()).toEqual([]);
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('says that it was cancelled there, and can be tried again', async () => {
  const { opened, confirmed } = await asked();
  await press(again);
  await waitFor(() => expect(opened[0]?.location.href).not.toBe(''));
  await handOver({ error: 'access_denied', error_description: 'Call us at 555', state: 'confirm.1' });
  expect(await screen.findByText(/was cancelled or refused/)).toBeVisible();
  expect(screen.queryByText(/555/)).toBeNull();
  await press(again);
  await waitFor(() => expect(opened[1]?.location.href).toContain('confirm.2'));
  await handOver({ code: 'a-code', state: 'confirm.2' });
  expect(await screen.findByText('Renewed')).toBeVisible();
  expect(confirmed()).toHaveLength(1);
});

it('says why the server refuses, and leaves the session as it is', async () => {
  const { api, opened } = await asked();
  api.on(contract.providerSignIn.confirm, () => failure('PROVIDER_OTHER_PERSON'));
  await press(again);
  await waitFor(() => expect(opened[0]?.location.href).not.toBe(''));
  await handOver({ code: 'a-code', state: 'confirm.1' });
  expect(await screen.findByText(/You signed in there as someone else/)).toBeVisible();
  expect(session.current().status).toBe('signed-in');
  await press('Use your password');
  expect(screen.getByLabelText('Password')).toBeVisible();
  expect(screen.queryByText(/someone else/)).toBeNull();
  expect(screen.getByRole('button', { name: again })).toBeVisible();
});

it('is opened again after its window was closed; the first one then counts no more', async () => {
  const { opened, confirmed } = await asked();
  await press(again);
  await waitFor(() => expect(opened[0]?.location.href).not.toBe(''));
  await press('Open it again');
  await waitFor(() => expect(opened[1]?.location.href).toContain('confirm.2'));
  expect(await handOver({ code: 'a-code', state: 'confirm.1' })).toBe(false);
  expect(await handOver({ code: 'a-code', state: 'confirm.2' })).toBe(true);
  expect(await screen.findByText('Renewed')).toBeVisible();
  expect(confirmed()).toHaveLength(1);
});

it('confirms nothing after the person has cancelled', async () => {
  const { opened, confirmed } = await asked();
  await press(again);
  await waitFor(() => expect(opened[0]?.location.href).not.toBe(''));
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await handOver({ code: 'a-code', state: 'confirm.1' })).toBe(false);
  expect(confirmed()).toEqual([]);
});

it('says that the browser blocked the window, or that the provider cannot be reached', async () => {
  const { api, opened } = await asked();
  vi.mocked(window.open).mockReturnValueOnce(null);
  await press(again);
  expect(await screen.findByText(/blocked the window/)).toBeVisible();
  expect(api.requests(contract.providerSignIn.startConfirmation)).toHaveLength(0);
  api.on(contract.providerSignIn.startConfirmation, () => failure('PROVIDER_UNAVAILABLE'));
  await press(again);
  expect(await screen.findByText(/provider can't be reached/)).toBeVisible();
  expect(opened[0]?.close).toHaveBeenCalled();
});

it.each([
  ['began with a password', { isOfProvider: false }],
  ['began at a provider that was removed', { label: null }],
])('is not offered where the session %s', async (_, setting) => {
  await asked(setting);
  expect(await screen.findByLabelText('Password')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Sign in again/ })).toBeNull();
});
