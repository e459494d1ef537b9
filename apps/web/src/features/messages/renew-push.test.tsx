import { contract, defaultMessagePreferences, type MessageAddress, type MessageChannels } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { PushCard } from './push-card';
import { useRenewedPush } from './use-renewed-push';

const endpoint = 'https://push.example/1';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const browser: MessageAddress = {
  _id: 'a'.repeat(24),
  name: 'Chrome on Android',
  confirmedAt: null,
  lastSentAt: null,
  broken: null,
};
const push = { publicKey: 'key', browsers: [browser] };

beforeEach(() => {
  const getSubscription = () => Promise.resolve({ toJSON: () => ({ endpoint, keys }) });
  const serviceWorker = { ready: Promise.resolve({ pushManager: { getSubscription } }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', { permission: 'granted' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

function Product() {
  useRenewedPush();
  return null;
}

it('binds a browser that receives push messages to the session after a sign-in', async () => {
  const api = fakeApi();
  const channels: MessageChannels = { email: null, push, gateway: null, preferences: defaultMessagePreferences };
  api.on(contract.messages.subscribe, () => answer(channels));
  renderApp(<Product />, { user: sessionUser() });
  const sent = () => api.requests(contract.messages.subscribe).map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ endpoint, keys, onlyIfKnown: true }]), { timeout: 5_000 });
});

it('says that a browser receives nothing until the person signs in there again', () => {
  renderApp(<PushCard push={push} />, { user: sessionUser() });
  expect(screen.getByText('Off until you sign in there again')).toBeVisible();
});
