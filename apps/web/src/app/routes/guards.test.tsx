import { sessionUser } from '@shifa/contract/testing';
import { act, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { session } from '../../data/session';
import { renderApp } from '../../testing/render-app';
import { PublicOnly, RequireSession } from './guards';

const first = sessionUser({ name: 'Asha Rao' });

function open(at: string) {
  return renderApp(
    <Routes>
      <Route path="/login" element={<PublicOnly>Sign in</PublicOnly>} />
      <Route path="*" element={<RequireSession>A page</RequireSession>} />
    </Routes>,
    { user: first, at },
  );
}

it('leads a person whose session expired back to their page, and somebody else to the start', async () => {
  for (const [next, expected] of [
    [first, '/staff?page=2'],
    [sessionUser({ name: 'Biren Das' }), '/dashboard'],
  ] as const) {
    const { address, unmount } = open('/staff?page=2');
    act(() => session.end('expired'));
    await screen.findByText('Sign in');
    act(() => session.start('another token', next));
    await screen.findByText('A page');
    expect(address()).toBe(expected);
    unmount();
  }
});

it('leads nobody back after a sign-out', async () => {
  const { address } = open('/staff?page=2');
  act(() => session.end('left'));
  await screen.findByText('Sign in');
  act(() => session.start('another token', first));
  await screen.findByText('A page');
  expect(address()).toBe('/dashboard');
});
