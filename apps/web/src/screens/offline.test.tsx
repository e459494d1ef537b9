import { sessionUser } from '@shifa/contract/testing';
import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { LaboratoryForm } from '../features/laboratories/form/laboratory-form';
import { LaboratoryListPage } from '../features/laboratories/laboratory-list-page';
import { type Call, fakeFetch, pageOf } from '../testing/fake-fetch';
import { renderApp } from '../testing/render-app';

const user = sessionUser({ role: 'super_admin' });
const noNetwork = new TypeError('Failed to fetch');

/** As when the browser reports that the network is gone, or back. */
const goOnline = (online: boolean) => act(() => onlineManager.setOnline(online));

beforeEach(() => {
  onTestFinished(() => onlineManager.setOnline(true));
});

it('a list that cannot be loaded says so instead of looking empty, and loads when the network is back', async () => {
  fakeFetch({ 'GET /api/laboratories': noNetwork });
  goOnline(false);
  renderApp(<LaboratoryListPage />, { user });
  expect(await screen.findByText("Couldn't load laboratories")).toBeVisible();
  expect(screen.queryByText('No rows')).toBeNull();
  fakeFetch({ 'GET /api/laboratories': pageOf([]) });
  goOnline(true);
  expect(await screen.findByText(/^No laboratories yet/)).toBeVisible();
});

it('a write fails at once, keeps what was typed and is not sent later', async () => {
  const calls: Call[] = fakeFetch({ 'POST /api/laboratories': noNetwork, 'PUT /api/laboratories/1': noNetwork });
  goOnline(false);
  renderApp(<LaboratoryForm onClose={() => undefined} />, { user });
  for (const [label, text] of Object.entries({
    Name: 'Salt Lake',
    Code: 'SLK',
    Phone: '+91 33 4021 7741',
    City: 'Kolkata',
  })) {
    await userEvent.click(screen.getByLabelText(label, { selector: 'input' }));
    await userEvent.paste(text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create laboratory' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach the server. Check your connection.");
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  expect(screen.getByLabelText('Name', { selector: 'input' })).toHaveValue('Salt Lake');
  goOnline(true);
  await act(() => Promise.resolve());
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
