import { contract, type LaboratoryLedgers, type Ledger, type Verification } from '@shifa/contract';
import { nextId, sessionUser } from '@shifa/contract/testing';
import { QueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { keyOf } from '../../data/queries';
import type { LiveSocket } from '../../data/socket';
import { api as client } from '../../data/api';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render-app';
import { Ledgers } from './ledgers';
import { ledgersLive } from './ledgers.resource';

const laboratory = { _id: nextId(), name: 'Shifa Kolkata', code: 'KOL' };
const hash = `${'a'.repeat(32)}${'b'.repeat(32)}`;
const at = '2026-11-22T10:00:00.000Z';
const verification: Verification = {
  status: 'intact',
  by: 'Asha Rao',
  startedAt: at,
  finishedAt: at,
  done: 824,
  total: 824,
  links: 412,
  broken: null,
};
const money: Ledger = { ledger: 'money', head: { seq: 412, hash, at }, verification: null };
const running = {
  ...money,
  verification: { ...verification, status: 'running' as const, finishedAt: null, done: 206 },
};

function setUp(ledger: Ledger, others: LaboratoryLedgers[] = []) {
  const api = fakeApi();
  api.on(contract.audit.ledgers, () => answerPage([{ laboratory, ledgers: [ledger] }, ...others]));
  renderApp(<Ledgers />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/ledgers' });
  return api;
}

const item = async () => within(await screen.findByRole('listitem'));

it('shows the head of each ledger, and starts and cancels its verification', async () => {
  const api = setUp(money);
  api.on(contract.audit.verifyLedger, () => answer(running));
  api.on(contract.audit.cancelVerification, () =>
    answer({ ...running, verification: { ...running.verification, status: 'cancelled', finishedAt: at } }),
  );
  const row = await item();
  expect(row.getByText('412 links, hash')).toBeVisible();
  expect(row.getByText('aaaaaaaa…bbbbbbbb')).toBeVisible();
  expect(row.getByRole('button', { name: 'Copy the hash of Money' })).toBeVisible();
  await userEvent.click(row.getByRole('button', { name: 'Verify Money' }));
  expect(await row.findByRole('progressbar', { name: 'Verifying Money' })).toHaveAttribute('aria-valuenow', '25');
  expect(api.requests(contract.audit.verifyLedger)[0]?.body).toEqual({ ledger: 'money', laboratoryId: laboratory._id });
  await userEvent.click(row.getByRole('button', { name: 'Cancel' }));
  expect(await row.findByText(/The verification was cancelled/)).toBeVisible();
  expect(row.getByRole('button', { name: 'Verify Money' })).toBeVisible();
});

it('says that nothing was changed, of how many links, by whom', async () => {
  setUp({ ...money, verification });
  expect((await item()).getByRole('status')).toHaveTextContent(/^All 412 links are unchanged. Verified by Asha Rao/);
});

it('names the first broken link and leads to its record', async () => {
  const document = { _id: nextId(), name: 'KOL-2026-27-000123', path: '/finances/vouchers/1' };
  const broken = {
    fault: 'document_changed' as const,
    seq: 17,
    at,
    document,
    expected: 'version 2',
    found: 'version 3',
  };
  setUp({ ...money, verification: { ...verification, status: 'broken', broken: { ...broken, documents: 3 } } });
  const alert = (await item()).getByRole('alert');
  expect(alert).toHaveTextContent(/^Link 17 of Nov 22, 2026.* doesn't match its record\. KOL-2026-27-000123/);
  expect(alert).toHaveTextContent('2 more records differ. Expected: version 2. Found: version 3.');
  expect(within(alert).getByRole('link', { name: 'Open KOL-2026-27-000123' })).toHaveAttribute('href', document.path);
});

it('says why a verification was not started', async () => {
  const api = setUp({ ...money, head: null });
  api.on(contract.audit.verifyLedger, () => failure('VERIFICATION_RUNNING'));
  const row = await item();
  expect(row.getByText('No records yet')).toBeVisible();
  await userEvent.click(row.getByRole('button', { name: 'Verify Money' }));
  expect(await screen.findByText(/This ledger is already being verified/)).toBeVisible();
});

it('can be fetched again after a failure', async () => {
  const api = fakeApi();
  api.on(contract.audit.ledgers, () => failure('UNAVAILABLE'));
  renderApp(<Ledgers />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/ledgers' });
  expect(await screen.findByText("Couldn't load the ledgers")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('follows the progress, and reads the outcome once it is over', () => {
  const [queryClient, socket] = [new QueryClient(), new FakeSocket()];
  ledgersLive(socket as object as LiveSocket, queryClient);
  const queryKey = keyOf(client.audit.ledgers, { query: { page: 1, limit: 20 } });
  queryClient.setQueryData(queryKey, { data: [{ laboratory, ledgers: [running] }], pagination: {} });
  const progress = { ledger: 'money', laboratoryId: laboratory._id, status: 'running', done: 400, total: 824, at };
  socket.receive('ledger:progress', progress);
  const shown = queryClient.getQueryData<{ data: LaboratoryLedgers[] }>(queryKey);
  expect(shown?.data[0]?.ledgers[0]?.verification).toMatchObject({ done: 400, total: 824 });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  socket.receive('ledger:progress', { ...progress, status: 'intact', done: 824 });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
