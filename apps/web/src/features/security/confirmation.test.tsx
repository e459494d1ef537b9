import Button from '@mui/material/Button';
import { contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api as client } from '../../data/api';
import { useWrite } from '../../data/use-write';
import { clickBeside } from '../../testing/click-beside';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ConfirmationHost } from './confirmation-host';

function Form() {
  const renew = useWrite({ send: () => client.secondFactor.renewRecoveryCodes.mutate({ body: {} }) });
  return (
    <>
      <Button onClick={() => renew.mutate()}>Renew</Button>
      {renew.isSuccess && 'Renewed'}
      {renew.fault}
    </>
  );
}

function setUp({ withApp = false } = {}) {
  let confirmed = false;
  const api = fakeApi();
  api.on(contract.secondFactor.get, () =>
    answer({
      authenticator: withApp ? { addedAt: '2026-11-26T12:00:00.000Z', lastUsedAt: null } : null,
      passkeys: [],
      recoveryCodesLeft: 0,
    }),
  );
  api.on(contract.secondFactor.renewRecoveryCodes, () =>
    confirmed ? answer({ recoveryCodes: ['KV7M-RT4P-QW9E-2HXA'] }) : failure('CONFIRMATION_REQUIRED'),
  );
  api.on(contract.secondFactor.confirm, ({ body }) => {
    const { password, code } = body as { password?: string; code?: string };
    if (password === 'Wrong') {
      const errors = [{ field: 'password', message: 'Current password is incorrect' }];
      return failure('CURRENT_PASSWORD_WRONG', { errors });
    }
    confirmed = password === 'Right' || code === '123456';
    return answer(null);
  });
  renderApp(
    <>
      <ConfirmationHost />
      <Form />
    </>,
    { user: sessionUser() },
  );
  const sent = () => api.requests(contract.secondFactor.renewRecoveryCodes).length;
  return { api, sent, press: () => userEvent.click(screen.getByRole('button', { name: 'Renew' })) };
}

describe('a request that needs a confirmation', () => {
  it('asks for the password, and is sent again', async () => {
    const { sent, press } = setUp();
    await press();
    await userEvent.type(await screen.findByLabelText('Password'), 'Right');
    await clickBeside();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Renewed')).toBeVisible();
    expect(sent()).toBe(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that the password is wrong, and asks again', async () => {
    const { sent, press } = setUp();
    await press();
    await userEvent.type(await screen.findByLabelText('Password'), 'Wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Current password is incorrect')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Password'));
    await userEvent.type(screen.getByLabelText('Password'), 'Right');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Renewed')).toBeVisible();
    expect(sent()).toBe(2);
  });

  it('takes a code from those who have an app', async () => {
    const { press } = setUp({ withApp: true });
    await press();
    await userEvent.click(await screen.findByRole('button', { name: 'Use a code' }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Code is required')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Code'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Renewed')).toBeVisible();
  });

  it('says why it was not done when the person cancels', async () => {
    const { sent, press } = setUp();
    await press();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText("Confirm that it's you to continue")).toBeVisible();
    expect(sent()).toBe(1);
  });

  it('asks once for several', async () => {
    const { sent, press } = setUp();
    await press();
    await screen.findByLabelText('Password');
    const other = client.secondFactor.renewRecoveryCodes.mutate({ body: {} });
    await waitFor(() => expect(sent()).toBe(2));
    expect(screen.getAllByLabelText('Password')).toHaveLength(1);
    await userEvent.type(screen.getByLabelText('Password'), 'Right');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await other).status).toBe(200);
    expect(await screen.findByText('Renewed')).toBeVisible();
  });
});
