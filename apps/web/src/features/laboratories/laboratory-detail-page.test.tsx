import { type AuditEntry, contract, type Laboratory, type LaboratoryStats, type Role } from '@shifa/contract';
import { laboratory, nextId, sessionUser } from '@shifa/contract/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { LiveSocket } from '../../data/socket';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render-app';
import { LaboratoryDetailPage } from './laboratory-detail-page';
import { laboratoryLive } from './laboratory.resource';

const stored = laboratory({
  name: 'Shifa Kolkata',
  code: 'KOL',
  holidays: [{ date: '2026-01-26', name: 'Republic Day' }],
  licence: { body: 'Health Department', number: 'WB-7', validUntil: '2020-03-31' },
});

const stats: LaboratoryStats = {
  period: { from: '2026-11-01', to: '2026-11-30' },
  staff: { total: 22, byRole: { lab_admin: 1, manager: 2, staff: 19 } },
  finance: { incomePaise: 125_000_000, expensePaise: 25_000_000, netPaise: 100_000_000, pendingCount: 3 },
  lastActivityAt: null,
};

const entries: AuditEntry[] = [
  {
    _id: nextId(),
    at: '2026-11-20T09:15:00.000Z',
    by: { _id: nextId(), name: 'Asha Rao' },
    action: 'laboratory.updated',
    changes: [{ field: 'type', before: 'branch', after: 'mobile_unit' }],
  },
];

type SetUp = { tab?: string; role?: Role; document?: Laboratory; missing?: boolean };

function setUp({ tab = '', role = 'super_admin', document = stored, missing = false }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.laboratories.get, () => (missing ? failure('LABORATORY_NOT_FOUND') : answer(document)));
  api.on(contract.laboratories.stats, () => answer(stats));
  api.on(contract.laboratories.history, () => answerPage(entries));
  const view = renderApp(
    <Routes>
      <Route path="/laboratories/:id" element={<LaboratoryDetailPage />} />
    </Routes>,
    { user: sessionUser({ role }), at: `/laboratories/${document._id}${tab}` },
  );
  return { ...view, api };
}

describe('a laboratory', () => {
  it('announces that it is suspended', async () => {
    setUp({ document: laboratory({ name: 'Shifa Puri', status: 'suspended' }) });
    expect(await screen.findByText(/This laboratory is suspended and accepts no entries/)).toBeVisible();
  });

  it('shows what to set up next while it is new', async () => {
    const { api } = setUp({ role: 'lab_admin' });
    api.on(contract.staff.list, () => answerPage([]));
    expect(await screen.findByRole('link', { name: 'Add people, or import a list' })).toHaveAttribute(
      'href',
      `/staff?laboratoryId=${stored._id}`,
    );
  });

  it('leads from each figure to what it counts, and has no card for what does not exist', async () => {
    setUp();
    const staff = await screen.findByRole('link', { name: /Staff/ });
    expect(staff).toHaveTextContent('221 lab admin · 2 managers · 19 staff');
    expect(staff).toHaveAttribute('href', `/staff?laboratoryId=${stored._id}`);
    const entries = (filter: string) =>
      `/finances/transactions?laboratoryId=${stored._id}&${filter}&from=2026-11-01&to=2026-11-30`;
    expect(screen.getByRole('link', { name: /Pending approval/ })).toHaveAttribute(
      'href',
      entries('status=pending&status=partially_approved'),
    );
    expect(screen.getByRole('link', { name: /Expense/ })).toHaveAttribute(
      'href',
      entries('type=expense&status=approved&status=reversed'),
    );
    expect(screen.getByRole('link', { name: /Net/ })).toHaveAttribute(
      'href',
      entries('status=approved&status=reversed'),
    );
    expect(screen.getByText('₹1,000,000.00')).toBeVisible();
    expect(screen.queryByText('Stock value')).not.toBeInTheDocument();
  });

  it('says what nobody entered, and what has run out', async () => {
    setUp();
    expect(await screen.findByText('Expired')).toBeVisible();
    expect(screen.getAllByText('Not set').length).toBeGreaterThan(2);
  });

  it('keeps the open tab in the address bar', async () => {
    const { address } = setUp({ tab: '?tab=calendar' });
    expect(await screen.findByText('Republic Day')).toBeVisible();
    expect(screen.getByText('Jan 26, 2026, Monday')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Policies' }));
    expect(address()).toBe(`/laboratories/${stored._id}?tab=policies`);
    expect(await screen.findAllByText('₹50,000.00')).toHaveLength(2);
  });

  it('tells its history in words', async () => {
    setUp({ tab: '?tab=history' });
    expect(await screen.findByText('Asha Rao')).toBeVisible();
    expect(screen.getByText('changed the laboratory', { exact: false })).toBeVisible();
    expect(screen.getByText('Type').closest('div')).toHaveTextContent('TypeBranch → Mobile unit');
  });

  it('that is not there, or not yours, says so without a way to try again', async () => {
    setUp({ missing: true });
    expect(await screen.findByText(/^This laboratory doesn't exist/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

describe('who looks at a laboratory', () => {
  it.each([
    ['moved out of sight', failure('LABORATORY_NOT_FOUND')],
    ['no longer theirs to see', failure('FORBIDDEN')],
  ])('is told when it is %s, and can do nothing with it any more', async (_, answerNow) => {
    const { api, queryClient } = setUp();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit laboratory' }));
    expect(await screen.findByRole('dialog', { name: 'Edit laboratory' })).toBeVisible();
    api.on(contract.laboratories.get, () => answerNow);
    const socket = new FakeSocket();
    laboratoryLive(socket as object as LiveSocket, queryClient);
    act(() =>
      socket.receive('laboratory:updated', { ...stored, version: 9, by: null, at: '2026-11-20T09:15:00.000Z' }),
    );
    expect(await screen.findByText(/^You can no longer see Shifa Kolkata\./)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit laboratory' })).toBeNull();
  });

  it('finds the open part in the title of the window', async () => {
    setUp({ tab: '?tab=history' });
    await screen.findByText(/Asha Rao/);
    expect(document.title).toBe('History · Shifa Kolkata · Shifa MS');
  });

  it('sees another’s change at once and is told who made it', async () => {
    const { api, queryClient } = setUp();
    const socket = new FakeSocket();
    laboratoryLive(socket as object as LiveSocket, queryClient);
    await screen.findByRole('heading', { name: 'Shifa Kolkata' });
    api.on(contract.laboratories.get, () => answer({ ...stored, name: 'Shifa Salt Lake', version: 2 }));
    act(() => {
      socket.receive('laboratory:updated', {
        ...stored,
        name: 'Shifa Salt Lake',
        version: 2,
        by: { _id: nextId(), name: 'Asha Rao' },
        at: new Date().toISOString(),
      });
    });
    expect(await screen.findByRole('heading', { name: 'Shifa Salt Lake' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Asha Rao changed this laboratory just now.');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('changed this laboratory', { exact: false })).not.toBeInTheDocument();
  });

  it('may edit their own without a list to go back to, and finds the network’s actions disabled', async () => {
    const denied = { allowed: false, reason: "Lab admins can't do this. Super admins can." };
    setUp({ role: 'lab_admin', document: { ...stored, actions: { edit: { allowed: true }, suspend: denied } } });
    expect(await screen.findByRole('button', { name: 'Edit laboratory' })).not.toHaveAttribute('aria-disabled');
    expect(screen.queryByRole('link', { name: 'Laboratories' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(screen.getByRole('menuitem', { name: 'Suspend laboratory' })).toHaveAccessibleDescription(
      "Lab admins can't do this. Super admins can.",
    );
  });

  it('finds an archived one closed to changes', async () => {
    const reason = 'An archived laboratory can no longer change';
    setUp({ document: { ...stored, status: 'archived', actions: { edit: { allowed: false, reason } } } });
    const edit = await screen.findByRole('button', { name: 'Edit laboratory' });
    expect(edit).toHaveAttribute('aria-disabled', 'true');
    expect(edit).toHaveAccessibleDescription(reason);
  });
});
