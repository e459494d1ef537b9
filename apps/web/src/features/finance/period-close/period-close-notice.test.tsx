import { contract, type Role } from '@shifa/contract';
import { nextId, sessionUser } from '@shifa/contract/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { LiveSocket } from '../../../lib/socket';
import { answer, fakeApi } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { renderApp } from '../../../testing/render-app';
import { periodCloseLive } from '../transaction.resource';
import { PeriodCloseNotice } from './period-close-notice';

const asha = { _id: nextId(), name: 'Asha Rao' };

function setUp(role: Role) {
  const api = fakeApi();
  let version = 1;
  api.on(contract.transactions.periodClose, () =>
    answer({
      _id: '0'.repeat(24),
      lockedThrough: version === 1 ? null : '2026-10-31',
      updatedBy: null,
      updatedAt: null,
      version,
    }),
  );
  const { queryClient } = renderApp(<PeriodCloseNotice />, { user: sessionUser({ role }) });
  const socket = new FakeSocket();
  periodCloseLive(socket as unknown as LiveSocket, queryClient);
  return (by = asha) => {
    version = 2;
    act(() =>
      socket.receive('period-lock:updated', { _id: '0'.repeat(24), version, by, at: new Date().toISOString() }),
    );
  };
}

it('tells people with open screens why entries have left their queue', async () => {
  const close = setUp('lab_admin');
  close();
  const notice = await screen.findByRole('status');
  expect(notice).toHaveTextContent('Asha Rao closed the books through October 31, 2026 just now.');
  expect(notice).toHaveTextContent('only a super admin can approve them');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('does not mention a queue to super admins, who keep theirs', async () => {
  const close = setUp('super_admin');
  close();
  expect(await screen.findByRole('status')).not.toHaveTextContent('have left your approvals');
});
