import { countSheetItem, sessionUser } from '@shifa/contract/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { countsUnderWay } from '../features/inventory/count/counts-under-way';
import { keptCounts } from '../features/inventory/count/kept-counts';
import { session } from '../data/session';
import { fakeFetch, success } from '../testing/fake-fetch';
import { FakeSocket } from '../testing/fake-socket';
import { renderApp } from '../testing/render-app';
import { LeaveQuestion } from '../ui/drawers/leave-question';
import { App } from './app';
import { AppLayout } from './layout/app-layout';

vi.mock('../data/socket', () => ({ openSocket: () => new FakeSocket() }));

it('asks before it removes a stock count from the device, and says which', async () => {
  const user = sessionUser({ role: 'super_admin' });
  const item = countSheetItem();
  session.start('abc', user);
  const head = { laboratoryId: 'a', laboratory: 'Shifa Kolkata', blind: false, total: 40, clockOffsetMs: 0 };
  const count = { ...head, storageLocation: 'Freezer 1', startedAt: '2026-11-24T06:00:00.000Z' };
  const id = keptCounts.begin(user._id, count, [item]);
  const entry = { lines: [{ quantity: 20 }], countedAt: count.startedAt, key: 'k', saved: false };
  keptCounts.put(user._id, id, item._id, entry);
  fakeFetch({ 'GET /api/auth/me': success({ user }), 'POST /api/auth/logout': success(null) });
  window.history.pushState(null, '', '/profile');
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Logout' }));
  expect(dialog.getByText(/Freezer 1 \(1 of 40 items counted\) will be removed from this device/)).toBeVisible();
  expect(countsUnderWay(user._id)).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(countsUnderWay(user._id)).toEqual([]);
});

it('asks before unsaved work on the page is lost', async () => {
  const onLogout = vi.fn();
  function Page() {
    return (
      <AppLayout bell={null} location={useLocation()} onLogout={onLogout}>
        <LeaveQuestion active title="Leave the roster" verb="Leave" cancelLabel="Stay">
          Your last changes aren't saved yet.
        </LeaveQuestion>
      </AppLayout>
    );
  }
  renderApp(<Page />, { user: sessionUser() });
  const logout = async () => userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await logout();
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(onLogout).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await logout();
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(onLogout).toHaveBeenCalledOnce();
});
