import { contract, defaultMessagePreferences, type MessageChannels, type MessagePreferences } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { messageChannels } from '../../features/messages/messages.queries';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { typePartly } from '../../testing/type-partly';
import { NotificationSettingsPage } from './settings-pages';

describe('notifications', () => {
  const channels: MessageChannels = {
    email: { address: 'asha@shifa.example', state: null },
    push: { publicKey: 'BNc4', browsers: [] },
    gateway: null,
    preferences: defaultMessagePreferences,
  };
  function setUpNotifications(stored: MessageChannels) {
    const api = fakeApi();
    api.on(contract.notifications.preferences, () => answer({ muted: [], quietHours: null }));
    api.on(contract.messages.channels, () => answer(stored));
    const { unmount, queryClient } = renderApp(<NotificationSettingsPage />, {
      user: sessionUser(),
      at: '/settings/notifications',
    });
    return { api, unmount, queryClient };
  }
  const address = {
    _id: 'a'.repeat(24),
    name: 'asha@shifa.example',
    confirmedAt: '2026-11-20T05:30:00.000Z',
    lastSentAt: null,
    broken: null,
  };

  it('have the preferences of the product at hand', async () => {
    setUpNotifications(channels);
    await userEvent.click(screen.getByRole('button', { name: 'Notification preferences' }));
    expect(await screen.findByRole('group', { name: 'Quiet hours' })).toBeVisible();
  });

  it('are sent by email once the address is confirmed', async () => {
    const { api } = setUpNotifications(channels);
    api.on(contract.messages.requestConfirmation, () =>
      answer({ ...channels, email: { address: address.name, state: { ...address, confirmedAt: null } } }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send confirmation link' }));
    expect(await screen.findByText('Check your inbox for the confirmation link')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Email: Warning' })).not.toBeInTheDocument();
  });

  it('are chosen by type, and each choice is stored with the others', async () => {
    const confirmed = { ...channels, email: { address: address.name, state: address } };
    const { api } = setUpNotifications(confirmed);
    api.on(contract.messages.setPreferences, ({ body }) =>
      answer({ ...confirmed, preferences: { ...confirmed.preferences, ...(body as MessagePreferences) } }),
    );
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Email: Warning' }), 'At once');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Email: Absent' }), 'In the digest');
    expect(await screen.findByLabelText('Time of the digest')).toHaveValue('08:00');
    await waitFor(() =>
      expect(
        api.requests(contract.messages.setPreferences).map(({ body }) => (body as MessagePreferences).email),
      ).toEqual([{ warning: 'at_once' }, { warning: 'at_once', absent: 'digest' }]),
    );
    // Also if the page is left at once.
    expect(api.requests(contract.messages.setPreferences).every(({ keepalive }) => keepalive)).toBe(true);
  });

  it('keep the time of the digest where only a part of another is typed', async () => {
    const preferences: MessagePreferences = { ...defaultMessagePreferences, email: { absent: 'digest' } };
    const { api } = setUpNotifications({ ...channels, email: { address: address.name, state: address }, preferences });
    api.on(contract.messages.setPreferences, () => failure('VALIDATION_FAILED'));
    const time = await screen.findByLabelText('Time of the digest');
    typePartly(time);
    fireEvent.blur(time);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(api.requests(contract.messages.setPreferences)).toEqual([]);
    expect(time).toHaveValue('08:00');
    expect(screen.queryByText('Complete the time.')).not.toBeInTheDocument();
  });

  it('are shown as they were when a choice is refused after the page was left', async () => {
    const confirmed = { ...channels, email: { address: address.name, state: address } };
    const { api, unmount, queryClient } = setUpNotifications(confirmed);
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    api.on(contract.messages.setPreferences, async () => {
      await refused;
      return failure('UNAVAILABLE');
    });
    const kept = () => queryClient.getQueryData(messageChannels.queryKey)?.preferences;
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Email: Warning' }), 'At once');
    unmount();
    expect(kept()?.email).toEqual({ warning: 'at_once' });
    refuse();
    await waitFor(() => expect(kept()).toEqual(defaultMessagePreferences));
  });

  it('say what the mail host answers when a channel is broken, and to a test', async () => {
    const broken = { ...channels, email: { address: address.name, state: { ...address, broken: '550 No such user' } } };
    const { api } = setUpNotifications(broken);
    api.on(contract.messages.test, () => answer({ accepted: false, answer: '550 Mailbox full' }));
    expect(await screen.findByText(/550 No such user/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send me a test' }));
    expect(await screen.findByText('The message was refused: 550 Mailbox full')).toBeVisible();
  });

  it('reach a phone once its number was confirmed with the code of a message', async () => {
    const phone = { label: 'WhatsApp', phone: '98300 12345', number: '+919830012345', state: null, codeUntil: null };
    const withPhone: MessageChannels = { ...channels, gateway: phone };
    const { api } = setUpNotifications(withPhone);
    api.on(contract.messages.requestCode, () => answer(withPhone));
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
    const code = await screen.findByRole('textbox', { name: 'Code' });
    await userEvent.type(code, '123');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm number' }));
    expect(await screen.findByText('Enter the 6 digits of the code')).toBeVisible();
    const message = 'This code is wrong or has expired. Check it, or request a new one.';
    api.on(contract.messages.confirmNumber, () => failure('CODE_WRONG', { errors: [{ field: 'code', message }] }));
    await userEvent.type(code, ' 456');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm number' }));
    expect(await screen.findByText(message)).toBeVisible();
    const state = { ...address, name: phone.number };
    const confirmed = { ...withPhone, gateway: { ...phone, state } };
    api.on(contract.messages.confirmNumber, () => answer(confirmed));
    api.on(contract.messages.channels, () => answer(confirmed));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm number' }));
    expect(api.requests(contract.messages.confirmNumber).map(({ body }) => body)).toEqual(
      Array(2).fill({ code: '123456' }),
    );
    api.on(contract.messages.setPreferences, ({ body }) =>
      answer({ ...confirmed, preferences: { ...confirmed.preferences, ...(body as MessagePreferences) } }),
    );
    await userEvent.click(await screen.findByRole('switch', { name: 'WhatsApp: Warning' }));
    await userEvent.click(screen.getByRole('switch', { name: /WhatsApp: show the text/ }));
    await waitFor(() =>
      expect(api.requests(contract.messages.setPreferences).map(({ body }) => body)).toEqual([
        { gateway: ['warning'] },
        { gatewayDetails: true },
      ]),
    );
  });

  it('say why no code can be sent', async () => {
    const phone = { label: 'Text message', phone: '033 2212 0000', number: null, state: null, codeUntil: null };
    setUpNotifications({ ...channels, email: null, gateway: phone });
    expect(await screen.findByText(/Nothing can be sent to 033 2212 0000: the country code is missing/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send code' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Switch push on or confirm your phone number, and choose here/)).toBeVisible();
  });

  it('let a code be entered that was asked for before the page was opened', async () => {
    const phone = { label: 'WhatsApp', phone: '98300 12345', number: '+919830012345' };
    const state = { ...address, name: phone.number, confirmedAt: null, broken: '422 unknown number' };
    setUpNotifications({ ...channels, gateway: { ...phone, state, codeUntil: '2126-11-20T05:30:00.000Z' } });
    expect(await screen.findByRole('textbox', { name: 'Code' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send another code' })).toBeVisible();
    expect(screen.getByText(/The gateway answered: 422 unknown number/)).toBeVisible();
  });

  it('name no email where the operator has not set it up', async () => {
    setUpNotifications({ ...channels, email: null });
    expect(await screen.findByRole('heading', { name: 'Push' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Email' })).not.toBeInTheDocument();
  });
});
