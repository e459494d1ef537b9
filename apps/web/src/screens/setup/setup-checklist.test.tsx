import { contract } from '@shifa/contract';
import { laboratory, sessionUser, staffListItem } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { SetupChecklist } from './setup-checklist';

const kolkata = laboratory({ name: 'Shifa Kolkata', holidays: [] });
const head = sessionUser({ role: 'super_admin', laboratoryId: null });

const steps = () =>
  screen.getAllByRole('listitem').map((step) => {
    const link = within(step).queryByRole('link');
    return [step.textContent, link?.getAttribute('href') ?? null];
  });

it('leads an empty network to its first laboratory', async () => {
  fakeApi().on(contract.laboratories.options, () => answer([]));
  renderApp(<SetupChecklist />, { user: head });
  expect(await screen.findByText('0 of 6 done')).toBeVisible();
  expect(steps()[0]).toEqual([expect.stringContaining('Create a laboratory'), '/laboratories']);
  // The others need a laboratory first.
  expect(steps().map(([, href]) => href)).toEqual(['/laboratories', null, null, null, null, null]);
});

it('leads a new laboratory on, each step to its page, until it is in use', async () => {
  const api = fakeApi();
  api.on(contract.laboratories.get, () => answer(kolkata));
  api.on(contract.laboratories.options, () => answer([kolkata]));
  let inUse = false;
  api.on(contract.staff.list, () => answerPage([staffListItem()]));
  api.on(contract.inventory.list, () => answerPage([], inUse ? 1 : 0));
  api.on(contract.transactions.list, () => answerPage([], inUse ? 1 : 0));
  api.on(contract.displays.list, () => answer([]));
  const { queryClient } = renderApp(<SetupChecklist />, { user: head });
  expect(await screen.findByText('2 of 6 done')).toBeVisible();
  const at = `?laboratoryId=${kolkata._id}`;
  expect(steps().map(([, href]) => href)).toEqual([
    null,
    null,
    `/attendance/shifts${at}`,
    `/inventory${at}`,
    `/settings/displays${at}`,
    `/finances/transactions${at}`,
  ]);
  inUse = true;
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByText(/of 6 done/)).toBeNull());
});
