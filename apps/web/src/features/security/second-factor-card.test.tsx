import { contract, type SecondFactor } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { onPhone } from '../../testing/on-phone';
import { renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { SecondFactorCard } from './second-factor-card';

const codes = Array.from({ length: 10 }, (_, index) => `KV7M-RT4P-QW9E-2HX${'ABCDEFGHJK'.charAt(index)}`);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

function setUp(initial: SecondFactor) {
  let factor = initial;
  const api = fakeApi();
  api.on(contract.secondFactor.get, () => answer(factor));
  api.on(contract.secondFactor.startAuthenticator, () =>
    answer({ secret, address: `otpauth://totp/Shifa%20MS:a%40b.example?secret=${secret}` }),
  );
  api.on(contract.secondFactor.addAuthenticator, ({ body }) => {
    const message = 'This code is wrong, has expired or was already used';
    if ((body as { code: string }).code !== '123456') {
      return failure('SECOND_FACTOR_WRONG', { errors: [{ field: 'code', message }] });
    }
    const isFirst = factor.authenticator === null;
    factor = {
      authenticator: { addedAt: '2026-11-26T12:00:00.000Z', lastUsedAt: null },
      passkeys: [],
      recoveryCodesLeft: 10,
    };
    return answer({ recoveryCodes: isFirst ? codes : [] });
  });
  api.on(contract.secondFactor.renewRecoveryCodes, () => answer({ recoveryCodes: codes }));
  api.on(contract.secondFactor.removeAuthenticator, () => {
    factor = none;
    return answer(null);
  });
  renderApp(<SecondFactorCard />, { user: sessionUser() });
  return api;
}

const none: SecondFactor = { authenticator: null, passkeys: [], recoveryCodesLeft: 0 };
const withApp: SecondFactor = {
  authenticator: { addedAt: '2026-11-20T12:00:00.000Z', lastUsedAt: '2026-11-26T12:00:00.000Z' },
  passkeys: [],
  recoveryCodesLeft: 7,
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the second factor in the settings', () => {
  it('shows passkeys, which can be renamed', async () => {
    const passkey = {
      _id: '665f1a2b3c4d5e6f70819200',
      name: 'Telephone',
      backedUp: false,
      createdAt: '2026-11-20T12:00:00.000Z',
      lastUsedAt: null,
    };
    const api = setUp({ authenticator: null, passkeys: [passkey], recoveryCodesLeft: 10 });
    api.on(contract.secondFactor.renamePasskey, () => answer(null));
    await press('Rename the passkey Telephone');
    await userEvent.clear(screen.getByLabelText('Name'));
    await press('Rename');
    expect(await screen.findByText(/required/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('Name'), 'Key on the ring');
    await press('Rename');
    expect(await screen.findByText('The passkey was renamed')).toBeVisible();
    expect(api.requests(contract.secondFactor.renamePasskey)[0]?.body).toEqual({ name: 'Key on the ring' });
  });

  it('whose first answer was lost is found by the next attempt, with recovery codes that can be kept', async () => {
    const api = setUp(none);
    api.on(contract.secondFactor.addAuthenticator, () => {
      api.on(contract.secondFactor.get, () => answer({ ...withApp, recoveryCodesLeft: 10 }));
      api.on(contract.secondFactor.addAuthenticator, () => failure('AUTHENTICATOR_SETUP_EXPIRED'));
      throw new TypeError('No network');
    });
    await press('Add authenticator app');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await press('Add app');
    await screen.findByText(/You're back online/);
    expect(api.requests(contract.secondFactor.renewRecoveryCodes)).toEqual([]);
    await press('Add app');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
    expect(api.requests(contract.secondFactor.renewRecoveryCodes)).toHaveLength(1);
  });

  it('that was refused after a lost request is not taken for one that was added', async () => {
    const api = setUp(none);
    api.on(contract.secondFactor.addAuthenticator, () => {
      api.on(contract.secondFactor.addAuthenticator, () => failure('AUTHENTICATOR_SETUP_EXPIRED'));
      throw new TypeError('No network');
    });
    await press('Add authenticator app');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await press('Add app');
    await screen.findByText(/You're back online/);
    await press('Add app');
    await waitFor(() => expect(api.requests(contract.secondFactor.addAuthenticator)).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('alert')).not.toHaveTextContent("Can't reach"));
    expect(screen.getByRole('button', { name: 'Add app' })).toBeVisible();
    expect(api.requests(contract.secondFactor.renewRecoveryCodes)).toEqual([]);
  });

  it('is an app that is added with a code of it; its recovery codes are saved', async () => {
    const files = savedFiles();
    setUp(none);
    await press('Add authenticator app');
    expect(await screen.findByRole('img', { name: 'Code for your authenticator app' })).toBeVisible();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await press('Add app');
    expect(await screen.findByText('Code is required')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Code'), '000000');
    await press('Add app');
    expect(await screen.findByText('This code is wrong, has expired or was already used')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Code'));
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    await press('Add app');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    // On a phone, it would lie on what is said about the codes.
    expect(screen.queryByText('The authenticator app was added')).toBeNull();
    await press('Done');
    expect(await screen.findByText(/You haven't saved or printed the codes/)).toBeVisible();
    // What it loses can't be brought back.
    expect(screen.getByRole('button', { name: 'Close' })).toHaveClass('MuiButton-colorError');
    await press('Back to the codes');
    await press('Save file');
    expect(files).toHaveLength(1);
    await press('Done');
    expect(await screen.findByText('10 of 10 left')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
  });

  it('can be replaced, which keeps the recovery codes', async () => {
    const api = setUp(withApp);
    expect(await screen.findByText('7 of 10 left')).toBeVisible();
    await press('Replace app');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await press('Add app');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('The authenticator app was added')).toBeVisible();
    expect(api.requests(contract.secondFactor.addAuthenticator)).toHaveLength(1);
  });

  it('is opened in the app of the phone that shows the code, which it cannot scan', async () => {
    setUp(none);
    await press('Add authenticator app');
    await screen.findByRole('img', { name: 'Code for your authenticator app' });
    expect(screen.queryByRole('link')).toBeNull();
    await press('Cancel');
    onPhone();
    await press('Add authenticator app');
    const link = await screen.findByRole('link', { name: 'Open authenticator app' });
    expect(link).toHaveAttribute('href', expect.stringMatching(/^otpauth:\/\/totp\//));
  });

  it('has new recovery codes when the person wants them, which can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    setUp(withApp);
    await press('Create new recovery codes');
    await screen.findByRole('list', { name: 'Recovery codes' });
    await press('Print');
    expect(print).toHaveBeenCalledOnce();
    await press('Done');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ends only after a question', async () => {
    const api = setUp(withApp);
    await press('Remove app');
    const question = await screen.findByRole('alertdialog', { name: 'Remove authenticator app' });
    expect(question).toHaveTextContent('Your 7 unused recovery codes stop working.');
    expect(api.requests(contract.secondFactor.removeAuthenticator)).toHaveLength(0);
    await userEvent.click(within(question).getByRole('button', { name: 'Remove app' }));
    expect(await screen.findByRole('button', { name: 'Add authenticator app' })).toBeVisible();
  });

  it('has ended where the answer to an earlier request was lost', async () => {
    const api = setUp(withApp);
    api.on(contract.secondFactor.removeAuthenticator, () => failure('SECOND_FACTOR_NOT_FOUND'));
    await press('Remove app');
    const question = await screen.findByRole('alertdialog', { name: 'Remove authenticator app' });
    await userEvent.click(within(question).getByRole('button', { name: 'Remove app' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});
