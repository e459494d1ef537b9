import { type AuditEntry, contract, type Role, type Session, type StaffMember } from '@shifa/contract';
import { laboratory, nextId, sessionUser, staffMember } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { LiveSocket } from '../../data/socket';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render-app';
import { StaffDetailPage } from './staff-detail-page';
import { staffLive } from './staff.resource';

const stored = staffMember({
  name: 'Meera Nair',
  phone: '+91 98300 12345',
  shift: {
    start: '22:00',
    end: '06:00',
    breakMinutes: 45,
    weekdays: [1, 2, 3, 4, 5],
    graceLateMinutes: null,
    halfDayBelowMinutes: null,
    overtimeAfterMinutes: 60,
  },
});

const howrah = laboratory({ name: 'Shifa Howrah' });

const session: Session = {
  _id: nextId(),
  device: 'Chrome on Android',
  ipAddress: '10.0.0.7',
  createdAt: '2026-11-20T09:15:00.000Z',
  lastSeenAt: new Date().toISOString(),
  current: false,
};

const entry = (action: string, changes: AuditEntry['changes']): AuditEntry => ({
  _id: nextId(),
  at: '2026-11-20T09:15:00.000Z',
  by: { _id: nextId(), name: 'Asha Rao' },
  action,
  changes,
});

type SetUp = { tab?: string; role?: Role; document?: StaffMember; missing?: boolean };

function setUp({ tab = '', role = 'super_admin', document = stored, missing = false }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.staff.get, () => (missing ? failure('STAFF_NOT_FOUND') : answer(document)));
  api.on(contract.staff.sessions, () => answer([session, { ...session, _id: nextId(), device: 'Firefox on Linux' }]));
  api.on(contract.secondFactor.getOfPerson, () => answer({ hasAuthenticator: false, passkeys: 0 }));
  api.on(contract.laboratories.options, () => answer([howrah]));
  api.on(contract.staff.history, () =>
    answerPage([
      entry('user.updated', [{ field: 'status', before: 'active', after: 'suspended' }]),
      entry('permissions.changed', [{ field: 'permissionOverrides.staff.create', after: false }]),
      entry('user.updated', [{ field: 'laboratoryId', before: nextId(), after: howrah._id }]),
    ]),
  );
  const view = renderApp(
    <Routes>
      <Route
        path="/staff/:id"
        element={
          <StaffDetailPage permissions={(userId) => <p>What {userId === document._id ? 'they' : '?'} may do</p>} />
        }
      />
    </Routes>,
    { user: sessionUser({ role }), at: `/staff/${document._id}${tab}` },
  );
  return { ...view, api };
}

describe('the contact card of a person', () => {
  it.each([
    [new Date(Date.now() + 3_600_000), /^Valid until /],
    [new Date(Date.now() - 3_600_000), 'Expired: issue another one'],
  ])('says until when the temporary password works (%s)', async (expiry, text) => {
    const temporaryPasswordExpiresAt = expiry.toISOString();
    setUp({ document: { ...stored, mustChangePassword: true, temporaryPasswordExpiresAt } });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('says when the person was last active', async () => {
    setUp({ document: { ...stored, lastActivityAt: new Date().toISOString() } });
    expect((await screen.findByText('Last active')).parentElement).toHaveTextContent('just now');
  });
});

describe('a person', () => {
  it('is shown with labels and a link to the laboratory', async () => {
    setUp();
    expect(await screen.findByRole('heading', { name: 'Meera Nair' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Kolkata Central' })).toHaveAttribute(
      'href',
      `/laboratories/${stored.laboratoryId?._id ?? ''}`,
    );
    expect(screen.getByRole('link', { name: '+91 98300 12345' })).toHaveAttribute('href', 'tel:+919830012345');
    expect(screen.getByText('January 5, 2026')).toBeVisible();
    expect(screen.getAllByText('Not set').length).toBeGreaterThan(0);
  });

  it('keeps the open tab in the address bar', async () => {
    const { address } = setUp({ tab: '?tab=shift' });
    expect(await screen.findByText(/10:00.PM – 6:00.AM \(next day\)/)).toBeVisible();
    expect(screen.getByText('Monday to Friday')).toBeVisible();
    expect(screen.getAllByText('Laboratory rule')).toHaveLength(2);
    await userEvent.click(screen.getByRole('tab', { name: 'Permissions' }));
    expect(address()).toBe(`/staff/${stored._id}?tab=permissions`);
    expect(screen.getByText('What they may do')).toBeVisible();
  });

  it('shows the history without ids', async () => {
    setUp({ tab: '?tab=history' });
    expect(await screen.findByText('suspended the person', { exact: false })).toBeVisible();
    expect(screen.getByText('Staff: Create').closest('div')).toHaveTextContent('Role default → Revoked');
    expect(screen.getByText('Laboratory').closest('div')).toHaveTextContent('Another laboratory → Shifa Howrah');
    expect(document.body.textContent).not.toMatch(/[0-9a-f]{24}/);
  });

  it('says in the history what someone did with their account', async () => {
    const { api } = setUp({ tab: '?tab=history' });
    const own = (action: string): AuditEntry => ({ ...entry(action, []), by: { _id: stored._id, name: stored.name } });
    const actions = ['recovery-code.used', 'second-factor.required', 'user.updated'].map(own);
    api.on(contract.staff.history, () => answerPage([...actions, entry('second-factor.reset', [])]));
    expect(await screen.findByText('used a recovery code', { exact: false })).toBeVisible();
    // What has no words yet is said by its name.
    expect(screen.getByText('required second factor', { exact: false })).toBeVisible();
    expect(screen.getByText('removed the second factor', { exact: false })).toBeVisible();
    expect(screen.getAllByText('changed the person', { exact: false })).toHaveLength(1);
  });

  it('has sessions that can be ended one by one or all at once, after a question', async () => {
    const { api } = setUp({ tab: '?tab=sessions' });
    const ended = { status: 200 as const, body: { success: true as const, data: null, message: '' } };
    api.on(contract.staff.endSession, () => ended);
    api.on(contract.staff.endSessions, () => ended);
    await userEvent.click(await screen.findByRole('button', { name: 'End the session on Chrome on Android' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('signed out of Chrome on Android at once');
    await userEvent.click(screen.getByRole('button', { name: 'End session' }));
    expect(await screen.findByText('Session ended')).toBeVisible();
    expect(api.requests(contract.staff.endSession)[0]?.params).toEqual({ id: stored._id, sessionId: session._id });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'End all' }));
    await userEvent.click(await screen.findByRole('button', { name: 'End all', hidden: false }));
    await waitFor(() => expect(api.requests(contract.staff.endSessions)).toHaveLength(1));
  });

  it('has a second factor that can be removed for them, after a question', async () => {
    const { api } = setUp({ tab: '?tab=sessions' });
    let factor = { hasAuthenticator: true, passkeys: 2 };
    api.on(contract.secondFactor.getOfPerson, () => answer(factor));
    api.on(contract.secondFactor.reset, () => {
      factor = { hasAuthenticator: false, passkeys: 0 };
      return answer(null);
    });
    expect(await screen.findByText('Authenticator app, 2 passkeys')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove second factor' }));
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Remove second factor' }));
    expect(await screen.findByText('The second factor was removed')).toBeVisible();
    expect(api.requests(contract.secondFactor.reset)[0]?.params).toEqual({ id: stored._id });
  });

  it('who does not exist or is hidden from the viewer is reported without a retry button', async () => {
    setUp({ missing: true });
    expect(await screen.findByText(/^This person doesn't exist/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('who cannot be changed shows the reason from the server', async () => {
    const reason = 'Only super admins can manage lab admins';
    setUp({
      role: 'lab_admin',
      document: { ...stored, role: 'lab_admin', actions: { edit: { allowed: false, reason } } },
    });
    const edit = await screen.findByRole('button', { name: 'Edit person' });
    expect(edit).toHaveAttribute('aria-disabled', 'true');
    await userEvent.hover(edit);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(reason);
  });
});

describe('a viewer of the page', () => {
  it('sees a change at once and who made it', async () => {
    const { api, queryClient } = setUp();
    const socket = new FakeSocket();
    staffLive(socket as object as LiveSocket, queryClient);
    await screen.findByRole('heading', { name: 'Meera Nair' });
    api.on(contract.staff.get, () => answer({ ...stored, name: 'Meera Pillai', version: 2 }));
    act(() => {
      socket.receive('user:updated', {
        ...stored,
        version: 2,
        by: { _id: nextId(), name: 'Asha Rao' },
        at: new Date().toISOString(),
      });
    });
    expect(await screen.findByRole('heading', { name: 'Meera Pillai' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Asha Rao changed this person just now.');
  });
});
