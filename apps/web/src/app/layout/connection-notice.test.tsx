import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { api } from '../../data/api';
import { connection, ConnectionStore } from '../../lib/connection';
import { fakeFetch, success } from '../../testing/fake-fetch';
import { renderApp } from '../../testing/render-app';
import { ConnectionNotice } from './connection-notice';

const welcome = () => screen.queryByText('Welcome');

it('takes the place of the welcome as soon as the device is offline, and leaves when it is back', () => {
  const stop = connection.listen();
  onTestFinished(stop);
  renderApp(<ConnectionNotice>Welcome</ConnectionNotice>);
  const notice = screen.getByRole('status');
  expect(notice).toBeEmptyDOMElement();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(notice).toHaveTextContent(/^You've been offline since \d+:\d\d [AP]M\./);
  expect(welcome()).toBeNull();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(notice).toBeEmptyDOMElement();
  expect(welcome()).toBeVisible();
});

it('says when the server does not answer, until it does', async () => {
  renderApp(<ConnectionNotice>Welcome</ConnectionNotice>);
  fakeFetch({ 'GET /api/auth/me': new TypeError('Failed to fetch') });
  await act(() => api.auth.me.query().catch(() => undefined));
  expect(screen.getByRole('status')).toHaveTextContent("The server hasn't answered since");
  fakeFetch({ 'GET /api/auth/me': success({}) });
  await act(() => api.auth.me.query().catch(() => undefined));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('knows from the start that the device is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const store = new ConnectionStore();
  onTestFinished(store.listen());
  expect(store.current().status).toBe('offline');
});
