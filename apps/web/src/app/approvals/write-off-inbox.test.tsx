import { contract } from '@shifa/contract';
import { laboratory, sessionUser, writeOff } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { InboxPart } from '../../screens/inbox/queue';
import { answer, answerPage, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { inventory } from '../routes/inventory';
import { ApprovalsPage } from './approvals-page';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });
const waiting = writeOff({ number: 'WOF-000007', entered: { name: 'Box', factor: 2, quantity: 2 } });
const parts: InboxPart[] = await Promise.all(
  (inventory.inbox ?? []).map(async (source) => ({ ...source, queue: await source.load() })),
);

describe('write-offs above the limit', () => {
  it('are approved in the inbox, with what the decision is based on', async () => {
    const api = fakeApi();
    api.on(contract.writeOffs.get, () => answer(waiting));
    api.on(contract.writeOffs.list, () => answerPage([waiting]));
    api.on(contract.writeOffs.decide, () => answer({ ...waiting, status: 'approved', version: 2 }));
    renderApp(<ApprovalsPage parts={parts} />, { user, at: '/approvals' });
    const evidence = await screen.findByText('LOT-7', { exact: false });
    expect(evidence).toBeVisible();
    expect(screen.getByText('2 boxes of 2 = 4 bottles', { exact: false })).toBeVisible();
    expect(screen.getAllByText(/Meera Nair/).length).toBeGreaterThan(0);
    await userEvent.click((await screen.findAllByRole('button', { name: /^Approve/ }))[0] as HTMLElement);
    await waitFor(() => expect(api.requests(contract.writeOffs.decide)).toHaveLength(1));
    expect(api.requests(contract.writeOffs.decide)[0]?.body).toMatchObject({ approved: true, version: 1 });
  });
});
