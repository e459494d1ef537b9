import { contract, resolvePermissions } from '@shifa/contract';
import { nextId, sessionUser } from '@shifa/contract/testing';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PermissionButton } from '../../screens/actions/permission-button';
import { session } from '../../data/session';
import type { LiveSocket } from '../../data/socket';
import { useSession } from '../../data/use-session';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { FakeSocket } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render-app';
import { authLive, ownSessions, useFreshUser } from './auth.queries';

const user = sessionUser({ role: 'manager' });

/** Shows the screen only while someone is signed in, as the product does. */
function Screen() {
  return useSession().status === 'signed-in' ? <SignedInScreen /> : null;
}

function SignedInScreen() {
  useFreshUser();
  const { data } = useQuery(ownSessions);
  return (
    <>
      <PermissionButton permission="inventory.stock">Move stock</PermissionButton>
      {data && 'Fetched'}
    </>
  );
}

function nameOfUser() {
  const current = session.current();
  return current.status === 'signed-in' ? current.user.name : undefined;
}

function setUp() {
  const api = fakeApi();
  api.on(contract.auth.me, () => answer({ user }));
  api.on(contract.auth.listSessions, () => answer([]));
  const socket = new FakeSocket();
  const { queryClient } = renderApp(<Screen />, { user });
  authLive(socket as object as LiveSocket, queryClient);
  const publish = (_id: string) =>
    act(() => socket.receive('user:updated', { ...user, _id, version: 2, by: null, at: user.createdAt }));
  return { api, publish, asked: () => api.requests(contract.auth.me).length };
}

describe('a change of the signed-in person', () => {
  it('disables an open button at once when a permission was taken away', async () => {
    const { api, publish } = setUp();
    expect(screen.getByRole('button', { name: 'Move stock' })).not.toHaveAttribute('aria-disabled');
    const permissions = resolvePermissions('manager', { 'inventory.stock': false }, new Date());
    api.on(contract.auth.me, () => answer({ user: { ...user, permissions } }));
    publish(user._id);
    expect(await screen.findByRole('button', { name: 'Move stock', description: /Revoked/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('is fetched again when another tab stored it', async () => {
    const { api } = setUp();
    const permissions = resolvePermissions('manager', { 'inventory.stock': false }, new Date());
    api.on(contract.auth.me, () => answer({ user: { ...user, permissions } }));
    // The other tab has stored what this one is about to fetch.
    localStorage.setItem('user', JSON.stringify({ ...user, permissions }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: 'text', storageArea: localStorage }));
    expect(await screen.findByRole('button', { name: 'Move stock', description: /Revoked/ })).toBeVisible();
  });

  it('fetches again what is open once their permissions are others', async () => {
    const { api, publish } = setUp();
    await screen.findByText('Fetched');
    const asked = () => api.requests(contract.auth.listSessions).length;
    const before = asked();
    api.on(contract.auth.me, () => answer({ user: { ...user, name: 'Asha Pillai' } }));
    publish(user._id);
    await waitFor(() => expect(nameOfUser()).toBe('Asha Pillai'));
    expect(asked()).toBe(before);
    const permissions = resolvePermissions('manager', { 'inventory.stock': false }, new Date());
    api.on(contract.auth.me, () => answer({ user: { ...user, permissions } }));
    publish(user._id);
    await waitFor(() => expect(asked()).toBe(before + 1));
  });

  it('ends the session when the server no longer accepts it', async () => {
    const { api, publish } = setUp();
    api.on(contract.auth.me, () => failure('UNAUTHENTICATED'));
    const ended = new Promise<void>((resolve) => {
      const stop = session.subscribe(() => {
        if (session.current().status !== 'signed-out') return;
        stop();
        resolve();
      });
    });
    publish(user._id);
    await ended;
    expect(session.current()).toEqual({ status: 'signed-out', reason: 'expired' });
  });

  it('of someone else does not fetch anything', () => {
    const { publish, asked } = setUp();
    const before = asked();
    publish(nextId());
    expect(asked()).toBe(before);
  });
});
