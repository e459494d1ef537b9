import { contract, defaultMessagePreferences, type MessageChannels, type MessagePreferences } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { NotificationSettingsPage } from './settings-pages';

describe('notifications', () => {
  const channels: MessageChannels = {
    email: { address: 'asha@shifa.example', state: null },
    push: { publicKey: 'BNc4', browsers: [] },
    preferences: defaultMessagePreferences,
  };
  function setUpNotifications(stored: MessageChannels) {
    const api = fakeApi();
    api.on(contract.notifications.preferences, () => answer({ muted: [], quietHours: null }));
    api.on(contract.messages.channels, () => answer(stored));
    renderApp(<NotificationSettingsPage />, { user: sessionUser(), at: '/settings/notifications' });
    return api;
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
    const api = setUpNotifications(channels);
    api.on(contract.messages.requestConfirmation, () =>
      answer({ ...channels, email: { address: address.name, state: { ...address, confirmedAt: null } } }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send confirmation link' }));
    expect(await screen.findByText('Check your inbox for the confirmation link')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Email: Warning' })).not.toBeInTheDocument();
  });

  it('are chosen by type, and each choice is stored with the others', async () => {
    const confirmed = { ...channels, email: { address: address.name, state: address } };
    const api = setUpNotifications(confirmed);
    api.on(contract.messages.setPreferences, ({ body }) =>
      answer({ ...confirmed, preferences: body as MessagePreferences }),
    );
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Email: Warning' }), 'At once');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Email: Absent' }), 'In the digest');
    expect(await screen.findByLabelText('Time of the digest')).toHaveValue('08:00');
    await waitFor(() =>
      expect(
        api.requests(contract.messages.setPreferences).map(({ body }) => (body as MessagePreferences).email),
      ).toEqual([{ warning: 'at_once' }, { warning: 'at_once', absent: 'digest' }]),
    );
  });

  it('say what the mail host answers when a channel is broken, and to a test', async () => {
    const broken = { ...channels, email: { address: address.name, state: { ...address, broken: '550 No such user' } } };
    const api = setUpNotifications(broken);
    api.on(contract.messages.test, () => answer({ accepted: false, answer: '550 Mailbox full' }));
    expect(await screen.findByText(/550 No such user/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send me a test' }));
    expect(await screen.findByText('The message was refused: 550 Mailbox full')).toBeVisible();
  });

  it('name no email where the operator has not set it up', async () => {
    setUpNotifications({ ...channels, email: null });
    expect(await screen.findByRole('heading', { name: 'Push' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Email' })).not.toBeInTheDocument();
  });
});
