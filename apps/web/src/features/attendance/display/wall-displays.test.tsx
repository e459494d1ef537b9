import { contract, type Display, MAX_DISPLAYS } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerCreated, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { WallDisplays } from './wall-displays';

const home = laboratory({ name: 'Shifa Kolkata' });
const reception: Display = {
  _id: 'a'.repeat(24),
  name: 'Reception',
  laboratoryId: home._id,
  state: 'paired',
  expiresAt: null,
  device: 'Chrome on Android',
  createdBy: 'Meera Nair',
  createdAt: '2026-11-20T03:30:00.000Z',
  pairedAt: '2026-11-20T03:31:00.000Z',
  lastSeenAt: null,
};

function setUp(displays: Display[]) {
  const api = fakeApi();
  let listed = displays;
  api.on(contract.displays.list, () => answer(listed));
  renderApp(<WallDisplays laboratory={home} />, { user: sessionUser({ role: 'manager', laboratoryId: home }) });
  return { api, setList: (next: Display[]) => (listed = next) };
}

it('creates a code, shows it until it is typed, and names what is missing', async () => {
  const { api, setList } = setUp([]);
  expect(await screen.findByText('No wall displays yet.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Create a pairing code' }));
  expect(await screen.findByText('Name is required')).toBeVisible();
  const waiting: Display = { ...reception, state: 'waiting', expiresAt: '2026-11-20T03:40:00.000Z', device: null };
  api.on(contract.displays.create, () => {
    setList([waiting]);
    return answerCreated({ ...waiting, code: 'ABCD-2345' });
  });
  await userEvent.type(screen.getByLabelText('Name of the new display'), 'Reception');
  await userEvent.click(screen.getByRole('button', { name: 'Create a pairing code' }));
  expect(await screen.findByText('ABCD-2345')).toBeVisible();
  expect(screen.getByText(/^Not paired yet. The code expires at 9:10 AM/)).toBeVisible();
  setList([reception]);
  await waitFor(() => expect(screen.queryByText('ABCD-2345')).not.toBeInTheDocument(), { timeout: 5_000 });
  expect(screen.getByText(/Chrome on Android/)).toBeVisible();
});

it('says why no more displays can be paired', async () => {
  setUp(Array.from({ length: MAX_DISPLAYS }, (_, index) => ({ ...reception, _id: String(index).repeat(24) })));
  expect(await screen.findByText(/at most 10 wall displays\. Remove one to pair another\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create a pairing code' })).toBeNull();
});

it.each(['removed now', 'already removed'])('removes a display after a question (%s)', async (state) => {
  const { api, setList } = setUp([reception]);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Reception' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('its stored codes stop working at once');
  api.on(contract.displays.remove, () => {
    setList([]);
    return state === 'removed now' ? answer(null) : failure('DISPLAY_NOT_FOUND');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No wall displays yet.')).toBeVisible();
  expect(api.requests(contract.displays.remove)[0]?.params).toEqual({ id: reception._id });
});

it('says why the displays cannot be loaded', async () => {
  const api = fakeApi();
  api.on(contract.displays.list, () => failure('UNAVAILABLE'));
  renderApp(<WallDisplays laboratory={home} />, { user: sessionUser({ role: 'manager', laboratoryId: home }) });
  expect(await screen.findByText("Couldn't load the displays")).toBeVisible();
});
